"""What a disk may hold when the power fails: names and bytes that are certain, and those that are not yet.

Kept for certain is what `fsync` promised: a file's bytes when the file was synchronised, a name when its folder was.
Of everything since then any part may have reached the disk: some writes and not others, names in any order. A rename is
one step, both of its names or none; it is certain when the folder of the new name was synchronised.
"""

import os


class Disk:
    """Follows recorded calls (`filecalls.Call`) from a folder as it is now."""

    def __init__(self, folder):
        self.root, self.last = folder, 0
        self.bytes = {}  # node of a file: its certain bytes
        self.entries = {}  # node of a folder: {name: node}, certain
        self.now = {}  # the same, as the system shows it
        self.pending = []  # ([(folder, name, node or None)], folders that were not synchronised since)
        self.writes = {}  # node: [(offset or None, bytes or size)], not certain
        self.nodes = {}  # inode number: node
        self.top = self.read(folder)

    def new_folder(self):
        self.last += 1
        self.entries[self.last], self.now[self.last] = {}, {}
        return self.last

    def new_file(self, data=b""):
        self.last += 1
        self.bytes[self.last] = data
        return self.last

    def read(self, folder):
        node = self.new_folder()
        for entry in os.scandir(folder):
            if entry.is_dir(follow_symlinks=False):
                inner = self.read(entry.path)
            else:
                with open(entry.path, "rb") as file:
                    inner = self.new_file(file.read())
            self.nodes[entry.inode()] = inner
            self.entries[node][entry.name] = self.now[node][entry.name] = inner
        return node

    def find(self, path):
        """(folder's node, name, node or None)."""
        relative = os.path.relpath(path, self.root)
        if relative == ".":
            return None, None, self.top
        *parents, name = relative.split(os.sep)
        folder = self.top
        for parent in parents:
            folder = self.now[folder][parent]
        return folder, name, self.now[folder].get(name)

    def change(self, *edits):
        """(folder, name, node or None), in one step of the file system."""
        for folder, name, node in edits:
            if node is None:
                self.now[folder].pop(name, None)
            else:
                self.now[folder][name] = node
        # Certain where the new names are certain: no file system keeps half a rename.
        self.pending.append((edits, {f for f, _, node in edits if node is not None} or {f for f, _, _ in edits}))

    def take(self, call):
        if call.code:
            return
        if call.kind == "open":
            folder, name, node = self.find(call.first)
            if call.what == "create":
                node = self.new_file()
                self.change((folder, name, node))
            elif call.what == "empty":
                self.writes.setdefault(node, []).append((None, 0))
            self.nodes[call.inode] = node
        elif call.kind == "write":
            self.writes.setdefault(self.nodes[call.inode], []).append((call.offset, call.data))
        elif call.what == "cut":
            self.writes.setdefault(self.nodes[call.inode], []).append((None, call.length))
        elif call.kind == "sync":
            self.sync(self.nodes[call.inode])
        elif call.what == "mkdir":
            folder, name, _ = self.find(call.first)
            self.change((folder, name, self.new_folder()))
        elif call.kind == "remove":
            folder, name, _ = self.find(call.first)
            self.change((folder, name, None))
        elif call.kind == "rename":
            folder, name, node = self.find(call.first)
            to_folder, to_name, other = self.find(call.second)
            if call.what == "link":
                self.change((to_folder, to_name, node))
            elif call.what == "exchange":
                self.change((folder, name, other), (to_folder, to_name, node))
            else:
                self.change((folder, name, None), (to_folder, to_name, node))

    def sync(self, node):
        if node in self.bytes:
            self.bytes[node] = applied(self.bytes[node], self.writes.pop(node, []))
            return
        left = []
        for edits, folders in self.pending:
            if folders - {node}:
                left.append((edits, folders - {node}))
            else:
                self.make_certain(edits)
        self.pending = left

    def make_certain(self, edits):
        for folder, name, node in edits:
            if node is None:
                self.entries[folder].pop(name, None)
            else:
                self.entries[folder][name] = node

    def state(self, names, writes, is_torn, random):
        """One of the disks there may be: {path: bytes, or None for a folder}.

        `names`, `writes`: which share of what is not certain has reached it."""
        certain = {folder: dict(entries) for folder, entries in self.entries.items()}
        for edits, _ in self.pending:
            if random.random() < names:
                for folder, name, node in edits:
                    if node is None:
                        certain[folder].pop(name, None)
                    else:
                        certain[folder][name] = node
        found = {}
        self.walk(certain, self.top, self.root, found)
        for path, node in found.items():
            if node is None:
                continue
            here = [w for w in self.writes.get(node, []) if random.random() < writes]
            if is_torn:
                here = [(at, torn(data, random) if at is not None else data) for at, data in here]
            found[path] = applied(self.bytes[node], here)
        return found

    def walk(self, entries, folder, path, found):
        for name, node in entries[folder].items():
            full = os.path.join(path, name)
            if node in self.bytes:
                found[full] = node
            else:
                found[full] = None
                self.walk(entries, node, full, found)


def torn(data, random):
    """Some sectors of a write."""
    return data[:random.randrange(0, len(data) + 1, 512)] if len(data) > 512 else data


def applied(data, writes):
    data = bytearray(data)
    for at, what in writes:
        if at is None:
            data = data[:what] + bytes(max(0, what - len(data)))
        else:
            data += bytes(max(0, at - len(data)))
            data[at:at + len(what)] = what
    return bytes(data)
