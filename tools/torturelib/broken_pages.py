"""Damage to a database file, page by page: each function changes `data` in place, by SQLite's file format."""

LEAF, INTERIOR = (10, 13), (2, 5)
ODD_BYTES = (0, 1, 2, 3, 4, 5, 10, 13, 16, 0x40, 0x7f, 0x80, 0x81, 0xfe, 0xff)
ODD_WORDS = (0, 1, 2, 3, 4, 5, 7, 8, 12, 99, 100, 511, 512, 4095, 4096, 0x7fff, 0x8000, 0xffff)
ODD_LONGS = (0, 1, 2, 3, 4, 5, 100, 0x7fff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff)
ODD_VARINTS = (
    b"\x00", b"\x01", b"\x7f", b"\x81\x00", b"\xff\x7f", b"\xff\xff\x7f", b"\x87\xff\xff\xff\x7f",
    b"\x88\x80\x80\x80\x00", b"\x80\x80\x80\x80\x00", b"\xff" * 9, b"\x80" * 8 + b"\x01")
# Offset and length of each field of the file's header.
HEADER = (
    (0, 16), (16, 2), (18, 1), (19, 1), (20, 1), (21, 1), (22, 1), (23, 1), (24, 4), (28, 4), (32, 4), (36, 4),
    (40, 4), (44, 4), (48, 4), (52, 4), (56, 4), (60, 4), (64, 4), (68, 4), (72, 20), (92, 4), (96, 4))


def page_size(data):
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size
    return size if size >= 512 and size & (size - 1) == 0 else 4096


def put(data, at, value):
    """Writes what fits."""
    if 0 <= at < len(data):
        part = value[:len(data) - at]
        data[at:at + len(part)] = part


def get(data, at, count):
    return int.from_bytes(data[at:at + count], "big")


class Page:
    """A page that looks like one of a b-tree."""

    def __init__(self, data, number):
        self.data, self.number, self.size = data, number, page_size(data)
        self.start = (number - 1) * self.size
        self.head = self.start + (100 if number == 1 else 0)
        self.kind = data[self.head]
        self.array = self.head + (12 if self.kind in INTERIOR else 8)
        self.count = min(get(data, self.head + 3, 2), (self.size - 12) // 2)

    def cell(self, index):
        return self.start + get(self.data, self.array + 2 * index, 2)


def count(data):
    return max(len(data) // page_size(data), 1)


def trees(rng, data, kinds=LEAF + INTERIOR):
    """A b-tree page of these kinds, or any page if there is none."""
    size = page_size(data)
    found = [
        n for n in range(1, count(data) + 1)
        if (at := (n - 1) * size + (100 if n == 1 else 0)) + 12 <= len(data) and data[at] in kinds
        and get(data, at + 3, 2)]
    return Page(data, rng.choice(found or [1]))


def varint(data, at):
    value = 0
    for length in range(1, 10):
        byte = data[at + length - 1] if at + length <= len(data) else 0
        if length == 9:
            return value << 8 | byte, 9
        value = value << 7 | byte & 0x7f
        if byte < 0x80:
            return value, length


def header(rng, data):
    for _ in range(rng.choice([1, 1, 2, 3])):
        at, length = rng.choice(HEADER)
        odd = {1: ODD_BYTES, 2: ODD_WORDS, 4: ODD_LONGS}.get(length)
        put(data, at, rng.choice(odd).to_bytes(length, "big") if odd and rng.random() < 0.8
            else bytes(rng.randrange(256) for _ in range(length)))


def page_head(rng, data):
    page = trees(rng, data)
    at, length = rng.choice([(0, 1), (1, 2), (3, 2), (5, 2), (7, 1), (8, 4)])
    odd = {1: ODD_BYTES, 2: ODD_WORDS, 4: ODD_LONGS}[length]
    put(data, page.head + at, rng.choice(odd).to_bytes(length, "big"))


def cell_pointer(rng, data):
    page = trees(rng, data)
    if not page.count:
        return
    at = page.array + 2 * rng.randrange(page.count)
    other = get(data, page.array + 2 * rng.randrange(page.count), 2)
    value = rng.choice([other, other + 1, page.size - 1, page.size - 4, rng.randrange(page.size), *ODD_WORDS])
    put(data, at, (value & 0xffff).to_bytes(2, "big"))


def cell(rng, data):
    """The sizes and the key before a record, and the record's own header."""
    page = trees(rng, data)
    if not page.count:
        return
    at = page.cell(rng.randrange(page.count)) + (4 if page.kind in INTERIOR else 0)
    steps = rng.randrange(6)
    for _ in range(steps):
        at += varint(data, at)[1]
    put(data, at, rng.choice(ODD_VARINTS) if rng.random() < 0.6 else bytes([rng.randrange(256)]))


def record_body(rng, data):
    page = trees(rng, data, LEAF)
    for _ in range(rng.choice([1, 2, 8])):
        if page.count:
            at = page.cell(rng.randrange(page.count)) + rng.randrange(4, 60)
            put(data, at, bytes([rng.choice([rng.randrange(256), *ODD_BYTES])]))


def interior(rng, data):
    """Pointers of pages above others: to themselves, to their root, beyond the file, to another tree."""
    page = trees(rng, data, INTERIOR)
    targets = [page.number, 1, 0, 2, count(data), count(data) + 1, rng.randrange(1, count(data) + 1), 0x7fffffff,
               0xffffffff]
    slots = [page.cell(i) for i in range(page.count)] + [page.head + 8]
    for _ in range(rng.choice([1, 1, 2])):
        put(data, rng.choice(slots), rng.choice(targets).to_bytes(4, "big"))


def overflows(data):
    """Where the number of each first overflow page of a table's row stands, and that page."""
    size = page_size(data)
    usable = size - data[20]
    result = []
    for number in range(1, count(data) + 1):
        at = (number - 1) * size + (100 if number == 1 else 0)
        if at + 12 > len(data) or data[at] != 13:
            continue
        page = Page(data, number)
        for index in range(page.count):
            start = page.cell(index)
            payload, length = varint(data, start)
            start += length + varint(data, start + length)[1]
            if payload > usable - 35 and start < len(data):
                least = (usable - 12) * 32 // 255 - 23
                local = least + (payload - least) % (usable - 4)
                local = local if local <= usable - 35 else least
                result.append((start + local, get(data, start + local, 4)))
    return result


def overflow(rng, data):
    """The chain of pages of a long value: a cycle, an end too early, another chain, a page in use."""
    chains = overflows(data)
    if not chains:
        return cell(rng, data)
    at, first = rng.choice(chains)
    for _ in range(rng.randrange(4)):
        there = (first - 1) * page_size(data)
        following = get(data, there, 4) if 0 <= there < len(data) - 4 else 0
        if not following:
            break
        at, first = there, following
    value = rng.choice([first, rng.choice(chains)[1], 0, 1, 2, at // page_size(data) + 1, count(data) + 1, 0xffffffff])
    put(data, at, value.to_bytes(4, "big"))


def freelist(rng, data):
    trunk = get(data, 32, 4)
    at = (trunk - 1) * page_size(data)
    targets = [trunk, 1, 2, 3, rng.randrange(1, count(data) + 1), count(data) + 1, *ODD_LONGS]
    places = [32, 36] + ([at, at + 4, at + 8, at + 12] if 0 < at < len(data) else [])
    for _ in range(rng.choice([1, 2, 3])):
        put(data, rng.choice(places), rng.choice(targets).to_bytes(4, "big"))


def pointer_map(rng, data):
    """Entries of five bytes in page 2, where auto_vacuum keeps what leads to each page."""
    for _ in range(rng.choice([1, 2, 5])):
        at = page_size(data) + 5 * rng.randrange(min(count(data), page_size(data) // 5))
        put(data, at, bytes([rng.randrange(7)]) + rng.choice(ODD_LONGS).to_bytes(4, "big"))


def exchange(rng, data):
    """Pages swapped, doubled, zeroed, or full of noise."""
    size = page_size(data)
    first, second = (size * rng.randrange(count(data)) for _ in range(2))
    one, two = bytes(data[first:first + size]), bytes(data[second:second + size])
    kind = rng.randrange(4)
    if kind == 0:
        put(data, first, two)
    if kind < 2:
        put(data, second, one)
    elif kind == 2:
        put(data, first, bytes(size))
    else:
        put(data, first, rng.randbytes(rng.choice([8, 64, size])))


def length(rng, data):
    size = page_size(data)
    if rng.random() < 0.6:
        cut = rng.choice([1, 100, size, 2 * size, len(data) // 2, len(data) - 99, len(data) - 100,
                          len(data) - size, rng.randrange(len(data))])
        del data[max(len(data) - max(cut, 0), 0):]
    else:
        data += rng.choice([b"\x00", bytes(size), bytes(data[:size]), rng.randbytes(rng.randrange(3 * size)),
                            bytes(7 * size)])


def bits(rng, data):
    for _ in range(rng.choice([1, 4, 16])):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


ALL = (header, page_head, page_head, cell_pointer, cell_pointer, cell, cell, cell, record_body, record_body, interior,
       interior, overflow, overflow, freelist, pointer_map, exchange, exchange, length, bits)


def damage(rng, data, most=4):
    """One to `most` of them; their names."""
    names = []
    for _ in range(rng.randint(1, most)):
        if len(data) >= 512:
            change = rng.choice(ALL)
            change(rng, data)
            names.append(change.__name__)
    return names
