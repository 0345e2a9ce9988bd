"""One folder in which a scenario is played: what lies in it, what commands make of it."""

import hashlib
import json
import os
import re
import shutil
import subprocess

LIMIT = 60
STORE = "Library.sqlite"
IMPORT_FOLDER = f".{STORE}.import-legacy"
DATED = re.compile(r"failed-open-[0-9]+T[0-9]+Z(-[0-9]+)?")
LOGS = (STORE + "-wal", STORE + "-journal")


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def bytes_below(folder, skip=()):
    """Digests of all files below a folder, by their relative names."""
    found = {}
    for path, folders, names in os.walk(folder):
        folders[:] = [f for f in folders if f not in skip]
        for name in names:
            full = os.path.join(path, name)
            found[os.path.relpath(full, folder)] = digest(full)
    return found


def digests(folder, skip=()):
    """The same without shared memory, which is made anew by whoever opens a store."""
    return {name: found for name, found in bytes_below(folder, skip).items() if not name.endswith("-shm")}


class Trial:
    """`place` holds the store, `out` what is written elsewhere, `tmp` is the program's temporary folder."""

    def __init__(self, world, folder):
        self.world, self.folder = world, folder
        self.place = os.path.join(folder, "place")

    @classmethod
    def copied(cls, world, template, folder):
        shutil.rmtree(folder, ignore_errors=True)
        # Times and modes as they were; the bytes matter most.
        shutil.copytree(template, folder, symlinks=True)
        return cls(world, folder)

    @classmethod
    def empty(cls, world, folder):
        shutil.rmtree(folder, ignore_errors=True)
        for name in ("place", "out", "tmp"):
            os.makedirs(os.path.join(folder, name))
        return cls(world, folder)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run(self, command, environment=None):
        """Status (negative: killed by that signal), report or None, text on standard error."""
        values = dict(os.environ, TMPDIR=self.path("tmp"), NO_COLOR="1", **(environment or {}))
        done = subprocess.run(
            [self.world.program] + [word.replace("{}", self.folder) for word in command], cwd=self.folder,
            env=values, capture_output=True, timeout=LIMIT)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            report = None
        return done.returncode, report, done.stderr.decode(errors="replace")

    # What is there

    def present(self):
        """The store's folder but for the import folder; a folder of `set-aside` without its time and its list."""
        found = digests(self.place, skip=(IMPORT_FOLDER,))
        return {DATED.sub("failed-open", name): digest for name, digest in found.items()
                if os.path.basename(name) != "set-aside.json"}

    def outside(self):
        return digests(self.path("out"))

    def aside(self):
        return set(digests(os.path.join(self.place, IMPORT_FOLDER, "aside")).values())

    def sound_copies(self):
        """What each whole safety copy holds, by the names its files have at the store's place."""
        copies = os.path.join(self.place, IMPORT_FOLDER, "copies")
        found = {}
        for name in sorted(os.listdir(copies)) if os.path.isdir(copies) else []:
            held = digests(os.path.join(copies, name))
            try:
                with open(os.path.join(copies, name, "SHA256SUMS")) as file:
                    listed = dict(reversed(line.rstrip("\n").split("  ", 1)) for line in file)
            except FileNotFoundError:
                continue
            held.pop("SHA256SUMS", None)
            if all(held.get(n) == d for n, d in listed.items() if not n.endswith("-shm")) and set(held) <= set(listed):
                found[name] = held
        return found

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)
