"""A write-ahead log, written by hand from the pages of successive states of a store."""

import struct

PAGE = 4096
MAGIC, FORMAT = 0x377F0682, 3007000
SALTS = (0x43414E41, 0x52597F3A)


def checksum(data, state):
    """SQLite's running sum over pairs of little-endian words."""
    first, second = state
    words = struct.unpack(f"<{len(data) // 4}I", data)
    for one, two in zip(words[::2], words[1::2]):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return first, second


def pages(data):
    return [data[n:n + PAGE] for n in range(0, len(data), PAGE)]


def write_ahead_log(states):
    """`states` are whole databases, each followed by whether its transaction was committed.

    The first is the main file; the frames of each further one are the pages that changed.
    """
    header = struct.pack(">6I", MAGIC, FORMAT, PAGE, 0, *SALTS)
    state = checksum(header, (0, 0))
    result = header + struct.pack(">2I", *state)
    before = pages(states[0][0])
    for data, committed in states[1:]:
        now = pages(data)
        changed = [n for n, page in enumerate(now) if n >= len(before) or before[n] != page]
        for n in changed:
            size = len(now) if committed and n == changed[-1] else 0
            frame = struct.pack(">2I", n + 1, size)
            state = checksum(frame + now[n], state)
            result += frame + struct.pack(">4I", *SALTS, *state) + now[n]
        before = now
    return result
