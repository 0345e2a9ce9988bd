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
# Tried one after the other until one is not reached.
PASSAGES = (1, 2, 3, 5, 9, 17, 33)


# Scenarios in which a point is tried at more than one passage.
DEEP = ("import-full", "restore", "output", "rerun", "set-aside")


def plan(world):
    """(scenario, way, fault, what comes next)."""
    random = world.random(NAME)
    named = [(s.name, "point", point, PASSAGES if s.name in DEEP else PASSAGES[:1])
             for s in ALL for point in fault_points(world.root)]
    named = [(name, way, f"{point}:{'/'.join(map(str, passages))}:kill") for name, way, point, passages in named]
    called = []
    for scenario in ALL:
        for _ in range(world.count(70, 3)):
            kind = random.choice(filecalls.CHANGING + ("any", "any", "write", "sync", "rename"))
            action = random.choice(("kill", "after", "torn")) if kind == "write" else random.choice(("kill", "after"))
            # A share of the calls there are, which is known when the scenario has been played once.
            called.append((scenario.name, "call", f"{kind}:{random.random():.4f}:{action}"))
    random.shuffle(named)
    cases = called + named[:world.count(len(named), 12)]
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
    kind, place, action = fault.split(":")
    if way == "call":
        number = 1 + int(float(place) * counted(world, name)[kind])
        faults = [("FILECALLS", f"{kind}:{number}:{action}")]
    else:
        faults = [("IMPORT_LEGACY", f"{kind}:{passage}:{action}") for passage in place.split("/")]
    result = Result("not reached")
    for program, fault in faults:
        one = killed(world, name, program, fault, following)
        result.problems += one.problems
        result.counts += one.counts
        if not one.counts["kills"]:
            # Later passages are not reached either.
            break
        result.kind = one.kind
    return result


def killed(world, name, program, fault, following):
    folder, reference = template(world, name)
    trial = Trial.copied(world, folder, os.path.join(world.folder, f"kill-{os.getpid()}"))
    environment = {"IMPORT_LEGACY_FAULT": fault}
    if program == "FILECALLS":
        environment = filecalls.environment(world, trial.folder, fault)
    status, report, error = trial.run(BY_NAME[name].command, environment)
    judge = Judge(world, trial, reference)
    if status != -9:
        judge.failure(status, report, error)
        kind = "not reached"
    else:
        judge.moment()
        # A look never changes anything, and says in every state where things stand.
        before = trial.present()
        if reference.scenario.is_in_place:
            status, said, error = trial.run(["status", "{}/place/Library.sqlite", "--json"])
            judge.expect(status == 0 and said, f"status: {status}: {error[-200:]}")
            judge.expect(trial.present() == before, "status changed the files")
        judge.again() if following == "again" else judge.restored()
        kind = f"{following} after a kill"
    if not judge.problems:
        trial.remove()
    return Result(kind, [f"{fault}: {problem}" for problem in judge.problems], collections.Counter(
        kills=int(kind != "not reached"), files_compared=judge.compared))
