"""Damaged and hostile stores: whatever is in the files, the program ends as it says it does, and loses nothing.

A case is a sound store, several changes of its bytes, its logs or its schema, and the commands that are given it.
"""

import collections
import json
import os
import random
import resource
import shutil
import sqlite3
import subprocess

from . import broken_logs, broken_pages, broken_schema, broken_seeds
from .result import Result
from .world import diagnostics

NAME = "mutated"
# Seconds, bytes of memory, bytes of one file.
PATIENCE, MEMORY, FILE = 10, 2 << 30, 1 << 30
DONE, ENDED = {0, 1}, {0, 1, 3, 4, 5}
FAMILIES = ("pages",) * 5 + ("schema",) * 4 + ("log",) * 2 + ("journal", "both")
CANARY = b"CANARY-7f3a"


def plan(world):
    return [(world.seed, index) for index in range(world.count(10_000, 150))]


def check(world, case):
    trial = Trial(world, case)
    try:
        trial.make()
        trial.judge()
    finally:
        if trial.problems:
            trial.problems.append(f"seed {case[0]}, case {case[1]}: {trial.story}; kept in {trial.folder}")
        else:
            shutil.rmtree(trial.folder, ignore_errors=True)
    return Result(trial.kind, trial.problems, trial.counts)


def rewrite(path, change, *more):
    with open(path, "rb") as file:
        data = bytearray(file.read())
    names = change(*more, data)
    with open(path, "wb") as file:
        file.write(data)
    return names


def told_in(report):
    """The findings of a report or an inspection; what a plan tells."""
    body = report.get("body", report)
    return [f for key in ("findings", "obstacles", "warnings", "notes") for f in body.get(key, [])]


def guard():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Trial:
    def __init__(self, world, case):
        self.world, self.rng = world, random.Random(f"mutated/{case[0]}/{case[1]}")
        self.folder = os.path.join(world.folder, f"mutated-{case[0]}-{case[1]}")
        self.problems, self.counts, self.kind, self.story = [], collections.Counter(), "?", []
        self.ids = diagnostics(world.root)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def make(self):
        rng = self.rng
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.seed, name = broken_seeds.make(rng, self.world, self.folder)
        store, family = self.seed.path(), rng.choice(FAMILIES)
        self.story = [name, family] + broken_seeds.grow(rng, store)
        if family in ("schema", "both"):
            self.story += broken_schema.change(rng, store)
        if family == "log" and (os.path.exists(store + "-wal") or broken_seeds.leave_log(rng, store)):
            self.story += rewrite(store + "-wal", broken_logs.damage_log, rng)
        if family == "journal" and broken_seeds.leave_journal(rng, store):
            self.story += rewrite(store + "-journal", broken_logs.damage_journal, rng)
        if family in ("pages", "both") or family in ("log", "journal") and rng.random() < 0.25:
            self.story += rewrite(store, broken_pages.damage, rng)
        self.plant()
        os.makedirs(self.path("out"), exist_ok=True)
        os.makedirs(self.path("tmp"))

    def plant(self):
        """Things in the folder of external data that are no files of the store's."""
        if self.rng.random() > 0.15:
            return
        stem = os.path.splitext(self.seed.store)[0]
        folder = self.path("in", f".{stem}_SUPPORT", "_EXTERNAL_DATA")
        os.makedirs(os.path.join(folder, broken_schema.PLANTS["folder"]), exist_ok=True)
        os.symlink("/etc/passwd", os.path.join(folder, broken_schema.PLANTS["link"]))
        os.mkfifo(os.path.join(folder, broken_schema.PLANTS["pipe"]))

    def judge(self):
        rng, seed = self.rng, self.seed
        before = self.bytes("in")
        store, model = f"in/{seed.store}", ["--model", seed.bundle]
        self.call("inspect", ["inspect", store, "--json"] + (model if rng.random() < 0.7 else []), {0, 4, 5})
        version = ["--model-version", seed.target]
        if rng.random() < 0.15:
            self.call("plan", ["plan", store, "--json"] + model + version, ENDED)
        output = ["run", store, "--output", "out/New.sqlite", "--json"]
        alone = rng.random() < 0.15
        status, report = self.call("run", output + ([] if alone else model + version), ENDED)
        self.kind = f"status {status}"
        self.expect("out", {"New.sqlite", ".New_SUPPORT"} if status in DONE else set())
        if status in DONE and "New.sqlite" not in os.listdir(self.path("out")):
            self.problems.append("done, and nothing at the output")
        if self.bytes("in") != before:
            self.problems.append("the input, or what lies beside it, has changed")
        if status in DONE and report:
            self.compare(report["body"])
        if rng.random() < 0.15:
            self.in_place(before, model + version)

    def bytes(self, name):
        """What is there; a pipe or a link is never followed."""
        found = {}
        for folder, folders, names in os.walk(self.path(name)):
            for entry in names + folders:
                full = os.path.join(folder, entry)
                if os.path.islink(full) or not os.path.isfile(full):
                    found[os.path.relpath(full, self.path(name))] = oct(os.lstat(full).st_mode)
                else:
                    with open(full, "rb") as file:
                        found[os.path.relpath(full, self.path(name))] = hash(file.read())
        return found

    def call(self, name, words, allowed):
        """Status, and what was printed; what must hold whatever the input is."""
        self.counts[name] += 1
        environment = dict(os.environ, TMPDIR=self.path("tmp"))
        try:
            done = subprocess.run(
                [self.world.program] + words, cwd=self.folder, capture_output=True, timeout=PATIENCE, env=environment,
                preexec_fn=guard)
        except subprocess.TimeoutExpired:
            self.problems.append(f"{name}: no end after {PATIENCE} seconds: {' '.join(words)}")
            return None, None
        if os.path.exists(self.seed.path("-journal")):
            # It may say that the store was larger than any disk.
            allowed = allowed | {9}
        status, printed, told = done.returncode, done.stdout, done.stderr.decode(errors="replace")[-300:]
        self.counts[f"{name} {status}"] += 1
        if CANARY in printed or CANARY in done.stderr:
            self.problems.append(f"{name}: a value was printed")
        self.expect("tmp", set())
        try:
            report = json.loads(printed) if name != "status" else {}
        except ValueError:
            report = None
        if status not in allowed or report is None:
            errors = [(f["id"], f["summary"][:160]) for f in told_in(report or {}) if f.get("severity") != "note"][:3]
            self.problems.append(f"{name}: status {status}, {errors} {told}: {' '.join(words)}")
            return status, report
        findings = [f["id"] for f in told_in(report)]
        unknown = set(findings) - self.ids
        if unknown:
            self.problems.append(f"{name}: not described: {sorted(unknown)}")
        if status and not findings and name != "status":
            self.problems.append(f"{name}: status {status} without a reason")
        return status, report

    def expect(self, folder, names):
        left = set(os.listdir(self.path(folder))) - names
        if left:
            self.problems.append(f"left in {folder}: {sorted(left)}")
            for name in left:
                shutil.rmtree(self.path(folder, name), ignore_errors=True)

    def in_place(self, before, words):
        shutil.copytree(self.path("in"), self.path("place"), symlinks=True, ignore=shutil.ignore_patterns(broken_schema.PLANTS["pipe"]))
        given = self.bytes("place")
        store = f"place/{self.seed.store}"
        status, _ = self.call("place", ["run", store, "--json"] + words, ENDED)
        now = {n: d for n, d in self.bytes("place").items() if ".import-legacy" not in n}
        if status not in DONE and now != given:
            self.problems.append(f"in place: status {status}, and the store has changed")
        self.call("status", ["status", store, "--json"], {0})
        folder = self.path("place", f".{self.seed.store}.import-legacy", "copies")
        for copy in os.listdir(folder) if os.path.isdir(folder) else []:
            if subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=os.path.join(folder, copy),
                              capture_output=True, check=False).returncode:
                self.problems.append("in place: the safety copy is not sound")

    def compare(self, body):
        """Rows that plain SQLite reads in a store that is sound must all have been read."""
        if body["outcome"] == "nothing-to-do" or body["source"]["modelVersion"] != self.seed.source:
            return
        copies = self.path("plain")
        os.makedirs(copies)
        for suffix in ("", "-wal", "-journal"):
            if os.path.exists(self.seed.path(suffix)):
                shutil.copyfile(self.seed.path(suffix), os.path.join(copies, "S.sqlite" + suffix))
        connection = sqlite3.connect(os.path.join(copies, "S.sqlite"), isolation_level=None)
        connection.set_progress_handler(broken_schema.Stop(200), 100_000)
        try:
            if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                return
            self.counts["compared"] += 1
            read = collections.Counter()
            for row in body["entities"]:
                read[row["source"]] += row["read"]
            for table, entities in sorted(self.seed.tables.items()):
                rows = connection.execute(f"SELECT count(*) FROM {table} NOT INDEXED").fetchone()[0]
                told = sum(read[e] for e in entities)
                if rows != told:
                    self.problems.append(f"{table} has {rows} rows, and {told} were read")
        except sqlite3.Error as error:
            self.counts[f"plain: {type(error).__name__}"] += 1
        finally:
            connection.close()
            shutil.rmtree(copies)
