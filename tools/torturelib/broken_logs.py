"""Damage to a write-ahead log and to a rollback journal, with checksums that are right all the same, or not."""

import struct

from .broken_pages import ODD_BYTES, ODD_LONGS, damage, put

HEADER, FRAME = 32, 24


def checksum(data, start, first, second, order):
    for a, b in struct.iter_unpack(f"{order}II", data[:len(data) // 8 * 8]):
        first = (first + a + second) & 0xffffffff
        second = (second + b + first) & 0xffffffff
    return first, second


def seal(log):
    """Makes all checksums and salts fit what is there, so that SQLite takes every frame."""
    if len(log) < HEADER:
        return
    size = int.from_bytes(log[8:12], "big")
    order = ">" if log[3] & 1 else "<"
    sums = checksum(bytes(log[:24]), 0, 0, 0, order)
    put(log, 24, struct.pack(">II", *sums))
    if not 512 <= size <= 65536:
        return
    for at in range(HEADER, len(log) - FRAME - size + 1, FRAME + size):
        log[at + 8:at + 16] = log[16:24]
        sums = checksum(bytes(log[at:at + 8]), 0, *sums, order)
        sums = checksum(bytes(log[at + FRAME:at + FRAME + size]), 0, *sums, order)
        put(log, at + 16, struct.pack(">II", *sums))


def change_log(rng, log):
    """The name of what was done."""
    if len(log) < HEADER + FRAME:
        return "nothing"
    size = int.from_bytes(log[8:12], "big") or 4096
    frames = max((len(log) - HEADER) // (FRAME + size), 1)
    at = HEADER + rng.randrange(frames) * (FRAME + size)
    kind = rng.choice(["log-header", "frame-number", "frame-size", "frame-body", "frame-double", "frame-swap",
                       "log-cut", "log-longer", "log-bits", "frame-salt"])
    if kind == "log-header":
        put(log, 4 * rng.randrange(8), rng.choice(ODD_LONGS).to_bytes(4, "big"))
    elif kind == "frame-number":
        put(log, at, rng.choice([*ODD_LONGS, 1, 2, 3, rng.randrange(40)]).to_bytes(4, "big"))
    elif kind == "frame-size":
        put(log, at + 4, rng.choice([*ODD_LONGS, rng.randrange(60)]).to_bytes(4, "big"))
    elif kind == "frame-body":
        body = at + FRAME
        put(log, body + rng.choice([0, 3, 5, 8, rng.randrange(size)]), bytes([rng.choice(ODD_BYTES)]))
    elif kind == "frame-double":
        log += log[at:at + FRAME + size]
    elif kind == "frame-swap":
        other = HEADER + rng.randrange(frames) * (FRAME + size)
        one, two = bytes(log[at:at + FRAME + size]), bytes(log[other:other + FRAME + size])
        if len(one) == len(two):
            put(log, at, two)
            put(log, other, one)
    elif kind == "log-cut":
        del log[rng.randrange(len(log)):]
    elif kind == "log-longer":
        log += rng.randbytes(rng.randrange(9000))
    elif kind == "log-bits":
        for _ in range(rng.choice([1, 5])):
            log[rng.randrange(len(log))] ^= 1 << rng.randrange(8)
    else:
        put(log, at + 8 + 4 * rng.randrange(4), rng.choice(ODD_LONGS).to_bytes(4, "big"))
    return kind


def damage_log(rng, log):
    names = [change_log(rng, log) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.6:
        seal(log)
        names.append("sealed")
    return names


def damage_journal(rng, journal):
    """Fields of the header, records, length, the name of another file at the end."""
    names = []
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice(["journal-header", "journal-bits", "journal-cut", "journal-longer", "journal-body",
                           "journal-name", "journal-record"])
        names.append(kind)
        if kind == "journal-header":
            put(journal, 4 * rng.randrange(7), rng.choice([*ODD_LONGS, 512, 4096]).to_bytes(4, "big"))
        elif kind == "journal-bits" and journal:
            journal[rng.randrange(len(journal))] ^= 1 << rng.randrange(8)
        elif kind == "journal-cut" and journal:
            del journal[rng.choice([0, 28, 512, rng.randrange(len(journal))]):]
        elif kind == "journal-longer":
            journal += rng.choice([bytes(512), rng.randbytes(5000), bytes(journal[:4096])])
        elif kind == "journal-body" and len(journal) > 1024:
            body = bytearray(journal[516:])
            damage(rng, body, 2)
            journal[516:] = body
        elif kind == "journal-record":
            put(journal, 512, rng.choice(ODD_LONGS).to_bytes(4, "big"))
        elif kind == "journal-name":
            name = rng.choice([b"/etc/passwd", b"S.sqlite", b"x" * 300, b"\xff\x00y"])
            total = sum(b - 256 if b > 127 else b for b in name) & 0xffffffff
            journal += struct.pack(">I", rng.choice(ODD_LONGS)) + name + struct.pack(">II", len(name), total)
            journal += b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
    return names
