"""Killed at every named point and at random calls, SQLite's own among them; then the next command."""

import collections
import os

from . import filecalls
from .judge import Judge
from .result import Result
from .scenarios import ALL, BY_NAME, template
from .trial import Trial
from .world import fault_points

NAME = "kills"
LEAST = 500
# Points that every scenario passes often enough for a choice by number.
PASSAGES = (1, 2, 3, 5, 9, 17, 33)


def plan(world):
    """(scenario, way, fault, what comes next)."""
    random = world.random(NAME)
    named = [(s.name, "point", f"{point}:{passage}:kill") for s in ALL for point in fault_points(world.root)
             for passage in PASSAGES if passage == 1 or s.name in ("import-full", "restore", "output", "rerun", "set-aside")]
    called = []
    for scenario in ALL:
        for _ in range(world.count(70, 4)):
            kind = random.choice(filecalls.CHANGING + ("any", "any", "write", "sync", "rename"))
            action = random.choice(("kill", "after", "torn")) if kind == "write" else random.choice(("kill", "after"))
            # A share of the calls there are, which is known when the scenario has been played once.
            called.append((scenario.name, "call", f"{kind}:{random.random():.4f}:{action}"))
    random.shuffle(named)
    cases = called + named[:world.count(len(named), 20)]
    random.shuffle(cases)
    return [(*case, random.choice(("again", "restored")) if BY_NAME[case[0]].is_in_place else "again")
            for case in cases]


_counted = {}


def counted(world, name):
    """How many calls of each class a scenario makes."""
    if name not in _counted:
        folder, _ = template(world, name)
        trial = Trial.copied(world, folder, folder + ".counted")
        counts = trial.path("counts")
        trial.run(BY_NAME[name].command, filecalls.environment(world, trial.folder, counts=counts))
        _counted[name] = filecalls.read_counts(counts)
        trial.remove()
    return _counted[name]


def check(world, case):
    name, way, fault, following = case
    folder, reference = template(world, name)
    trial = Trial.copied(world, folder, os.path.join(world.folder, f"kill-{os.getpid()}"))
    if way == "point":
        environment = {"IMPORT_LEGACY_FAULT": fault}
    else:
        kind, share, action = fault.split(":")
        number = 1 + int(float(share) * counted(world, name)[kind])
        environment = filecalls.environment(world, trial.folder, f"{kind}:{number}:{action}")
    status, report, error = trial.run(BY_NAME[name].command, environment)
    judge = Judge(world, trial, reference)
    if status != -9:
        # A point that is not passed so often.
        judge.failure(status, report, error)
        trial.remove() if not judge.problems else None
        return Result("not reached", judge.problems)
    judge.moment()
    # A look never changes anything, and says in every state where things stand.
    before = trial.present()
    if reference.scenario.is_in_place:
        status, said, error = trial.run(["status", "{}/place/Library.sqlite", "--json"])
        judge.expect(status == 0 and said, f"status: {status}: {error[-200:]}")
        judge.expect(trial.present() == before, "status changed the files")
    judge.again() if following == "again" else judge.restored()
    if not judge.problems:
        trial.remove()
    return Result(f"{following} after a kill", judge.problems, collections.Counter(
        kills=1, files_compared=judge.compared))
