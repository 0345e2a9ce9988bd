"""The calls of whole runs, looked through: no file of the user's is removed, cut, emptied or written into.

Files that lay there before are followed by what they are, whatever they are renamed to. The one exception: old files
in `aside/old` go once the journal on the disk says that the new ones are in place, and a safety copy has their bytes.
"""

import collections
import hashlib
import json
import os

from . import filecalls
from .disk import Disk
from .result import Result
from .scenarios import ALL, BY_NAME, MODEL, RUN, TO_2, template
from .trial import IMPORT_FOLDER, STORE, Trial

NAME = "watch"
WRITE_ACCESS = 2  # PROT_WRITE
STORE_PATH = "{}/place/" + STORE
# Commands that are to change nothing, or end early, beside the scenarios themselves: (name, scenario, words, statuses).
COMMANDS = (
    ("inspect", "import-full", ("inspect", STORE_PATH), (0, 1)),
    ("inspect-journal", "import-journal", ("inspect", STORE_PATH), (0, 1)),
    ("plan", "import-full", ("plan", STORE_PATH) + TO_2, (0, 1)),
    ("dry-run", "import-full", RUN + TO_2 + ("--dry-run",), (0, 1)),
    ("blocked", "import-full", RUN + ("--model", MODEL, "--model-version", "Library 3"), (3,)),
    ("blocked-output", "output", RUN + ("--model", MODEL, "--output", "{}/out/New.sqlite"), (3,)),
    ("status", "rerun", ("status", STORE_PATH), (0,)),
    ("copies", "restore", ("copies", "verify", STORE_PATH), (0,)),
    ("prune", "restore", ("copies", "prune", STORE_PATH, "--keep", "1"), (0,)),
    ("refused-output", "restore", RUN + TO_2 + ("--output", "{}/place/" + STORE + "-journal"), (64,)),
    ("set-aside", "import-full", ("set-aside", STORE_PATH), (0, 1)),
    ("report", "import-full", RUN + TO_2 + ("--output", "{}/out/New.sqlite", "--report", STORE_PATH), (64,)),
)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def plan(world):
    """(name, scenario): each scenario undisturbed, with each of its calls failing once in turn for some, and commands."""
    cases = [(scenario.name, scenario.name, 0) for scenario in ALL]
    cases += [(name, scenario, 0) for name, scenario, _, _ in COMMANDS]
    random = world.random(NAME)
    for scenario in ALL:
        # What a failure undoes is watched too.
        cases += [(scenario.name, scenario.name, random.randrange(1, 1500)) for _ in range(world.count(12, 1, 200))]
    return cases


def check(world, case):
    name, scenario, failing = case
    folder, reference = template(world, scenario)
    trial = Trial.copied(world, folder, os.path.join(world.folder, f"watch-{os.getpid()}"))
    words, statuses = BY_NAME[scenario].command, (0, 1)
    for other, _, command, wanted in COMMANDS:
        if other == name:
            words, statuses = command, wanted
    log = trial.folder + ".log"
    disk = Disk(trial.folder)
    status, _, error = trial.run(
        words, filecalls.environment(world, trial.folder, f"any:{failing}:5" if failing else None, log=log))
    problems = []
    if not failing and status not in statuses:
        problems.append(f"status {status}: {error[-300:]}")
    # What a run that was cut short had made is its own.
    theirs = reference.original if reference.scenario.broken else {**reference.original, **reference.before}
    watch = Watch(disk, trial, set(theirs.values()), may_prune=name == "prune")
    calls = 0
    for call in filecalls.read_log(log):
        watch.take(call)
        calls += 1
    problems += watch.problems
    if not watch.protected or name == scenario and not failing and calls < 50:
        problems.append(f"{len(watch.protected)} files to watch and {calls} calls: nothing was seen")
    os.remove(log)
    trial.remove()
    return Result("failing" if failing else "whole", problems, collections.Counter(
        {"calls watched": calls, "files watched": len(watch.protected)}))


class Watch:
    def __init__(self, disk, trial, theirs, may_prune):
        self.disk, self.trial, self.theirs, self.may_prune = disk, trial, theirs, may_prune
        self.problems = []
        self.place = trial.place
        self.copies = os.path.join(self.place, IMPORT_FOLDER, "copies")
        self.protected = {}
        self.collect(disk.top, trial.folder)

    def collect(self, node, path):
        """The files of the user's, wherever they lie, and the safety copies."""
        for name, inner in self.disk.now[node].items():
            full = os.path.join(path, name)
            if inner not in self.disk.bytes:
                self.collect(inner, full)
            elif full.startswith(self.copies + "/") or sha256(self.disk.bytes[inner]) in self.theirs:
                self.protected[inner] = (os.path.relpath(full, self.trial.folder), self.disk.bytes[inner])

    def aside(self, name):
        return os.path.join(self.place, IMPORT_FOLDER, "aside", name) + "/"

    def say(self, words, node, call):
        self.problems.append(f"{words} {self.protected[node][0]} ({call.what} {os.path.relpath(call.first, self.place)})")

    def take(self, call):
        if not call.code:
            node = None
            if call.kind in ("write", "cut", "map"):
                node = self.disk.nodes.get(call.inode)
            elif call.kind in ("remove", "rename") or call.what == "empty":
                node = self.disk.find(call.second if call.kind == "rename" else call.first)[2]
            if node in self.protected:
                self.judge(call, node)
        self.disk.take(call)

    def judge(self, call, node):
        if call.kind == "write" or call.kind == "cut" or call.what == "empty":
            self.say("bytes changed of", node, call)
        elif call.kind == "map" and call.mode & WRITE_ACCESS:
            self.say("mapped for writing:", node, call)
        elif call.kind == "rename" and call.what == "rename" and not call.mode:
            # A rename that replaces is a removal of what was there.
            if not self.is_there_otherwise(node, call.second):
                self.say("replaced:", node, call)
        elif call.kind == "remove":
            is_pruned = self.may_prune and call.first.startswith(self.copies + "/")
            if not is_pruned and not self.is_done_with(node, call):
                self.say("removed:", node, call)

    def is_there_otherwise(self, node, path):
        """Under a second name, as where names cannot be exchanged."""
        return any(inner == node and os.path.join(where, name) != path
                   for where, name, inner in self.walk(self.disk.top, self.trial.folder))

    def walk(self, folder, path):
        for name, node in self.disk.now[folder].items():
            if node in self.disk.bytes:
                yield path, name, node
            else:
                yield from self.walk(node, os.path.join(path, name))

    def is_done_with(self, node, call):
        """In `aside/old`, with a journal on the disk that says promoted, and its bytes in a safety copy."""
        if self.is_there_otherwise(node, call.first):
            return True
        aside = (self.aside("old"), self.aside("old-external"))
        journal = self.disk.find(os.path.join(self.place, IMPORT_FOLDER, "journal.json"))[2]
        if not call.first.startswith(aside) or journal is None:
            return False
        phase = json.loads(self.disk.bytes[journal])["run"]["phase"]
        digest = sha256(self.protected[node][1])
        kept = any(sha256(self.disk.bytes[inner]) == digest
                   for where, _, inner in self.walk(self.disk.top, self.trial.folder) if where.startswith(self.copies))
        return phase == "promoted" and (kept or call.first.endswith("-shm"))
