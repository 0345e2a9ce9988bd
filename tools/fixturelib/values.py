"""Values that need more than Python's own types, and how a store's cells hold them."""

import hashlib
import plistlib
import uuid

CANARY = "CANARY-7f3a"


class Inside:
    """Data of an attribute that allows external storage, kept in the row (tag 0x01)."""

    def __init__(self, content):
        self.content = content

    def cell(self):
        return b"\x01" + self.content


class Outside:
    """Data kept in a file of the store's external data folder (tag 0x02)."""

    def __init__(self, name, content):
        self.name, self.content = name, content

    def cell(self):
        return b"\x02" + self.name.encode() + b"\x00"


def identifier(label):
    """A version 4 UUID made from a label."""
    data = bytearray(hashlib.sha256(label.encode()).digest()[:16])
    data[6] = data[6] & 0x0F | 0x40
    data[8] = data[8] & 0x3F | 0x80
    return uuid.UUID(bytes=bytes(data))


def noise(label, count):
    """Bytes that do not compress, the same for the same label."""
    blocks = range(count // 32 + 1)
    return b"".join(hashlib.sha256(f"{label}/{n}".encode()).digest() for n in blocks)[:count]


def archived(strings):
    """A keyed archive of an array of strings, as NSSecureUnarchiveFromData leaves it."""
    uid = plistlib.UID
    classes = {"$classname": "NSArray", "$classes": ["NSArray", "NSObject"]}
    array = {"NS.objects": [uid(3 + n) for n in range(len(strings))], "$class": uid(2)}
    archive = {
        "$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": uid(1)},
        "$objects": ["$null", array, classes] + list(strings),
    }
    return plistlib.dumps(archive, fmt=plistlib.FMT_BINARY, sort_keys=True)


def cell(value):
    """What a column holds. SQLite's own affinity makes whole dates integers."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, uuid.UUID):
        return value.bytes
    if isinstance(value, (Inside, Outside)):
        return value.cell()
    return value


def expected(value):
    """The same value in JSON: short data as hexadecimal, long data by length and digest."""
    if isinstance(value, uuid.UUID):
        return str(value).upper()
    if isinstance(value, (Inside, Outside)):
        value = value.content
    if isinstance(value, bytes):
        if len(value) <= 64:
            return {"hex": value.hex()}
        return {"bytes": len(value), "sha256": hashlib.sha256(value).hexdigest()}
    return value
