"""Power loss: cut off after each call, with every kind of part of what was not certain; then the next command."""

import collections
import os

from . import filecalls
from .disk import Disk
from .judge import Judge
from .result import Result
from .scenarios import BY_NAME, template
from .trial import Trial

NAME = "power"
SCENARIOS = ("import-full", "restore", "import", "output", "rerun", "rules", "set-aside", "set-aside-undo")
# How much of the names and of the bytes that were not certain has reached the disk.
SHARES = {"nothing": (0, 0), "everything": (1, 1), "names": (1, 0), "bytes": (0, 1), "some": (0.5, 0.5),
          "most": (0.8, 0.8), "torn": (0.5, 0.7)}


_records = {}


def record(world, name):
    """The calls of an undisturbed run, and the folder that it began with, at the place where it ran."""
    if name not in _records:
        folder, _ = template(world, name)
        place = os.path.join(world.folder, "power", name, "x")
        trial = Trial.copied(world, folder, place + f".{os.getpid()}")
        log = trial.folder + ".log"
        trial.run(BY_NAME[name].command, filecalls.environment(world, trial.folder, log=log))
        calls = [c for c in filecalls.read_log(log) if c.kind not in ("read", "status", "lock", "map", "space")]
        os.remove(log)
        trial.remove()
        _records[name] = (trial.folder, calls)
    return _records[name]


def plan(world):
    """(scenario, after how many calls, way)."""
    cases = []
    for name in SCENARIOS:
        _, calls = record(world, name)
        changing = [at for at, call in enumerate(calls, 1) if not call.code and (
            call.kind in ("write", "cut", "rename", "remove", "sync") or call.what in ("create", "mkdir"))]
        for at in changing:
            for way in SHARES:
                cases.append((name, at, way))
    random = world.random(NAME)
    random.shuffle(cases)
    return cases[:world.count(2000, 40, len(cases))]


def check(world, case):
    name, at, way = case
    folder, reference = template(world, name)
    recorded, calls = record(world, name)
    # The disk is followed under the names of the run that was recorded.
    trial = Trial.copied(world, folder, recorded)
    disk = Disk(trial.folder)
    for call in calls[:at]:
        disk.take(call)
    state = disk.state(*SHARES[way], way == "torn", world.random(NAME, *case))
    trial = Trial.empty(world, os.path.join(world.folder, f"power-{os.getpid()}"))
    for path, data in sorted(state.items()):
        to = os.path.join(trial.folder, os.path.relpath(path, recorded))
        if data is None:
            os.makedirs(to, mode=0o700, exist_ok=True)
        else:
            os.makedirs(os.path.dirname(to), mode=0o700, exist_ok=True)
            with open(to, "wb") as file:
                file.write(data)
            os.chmod(to, 0o600 if "import-legacy" in path else 0o644)
    judge = Judge(world, trial, reference)
    judge.moment()
    if reference.scenario.is_in_place and world.random("next", *case).random() < 0.5:
        judge.restored()
        kind = "restored"
    else:
        judge.again()
        kind = "again"
    if not judge.problems:
        trial.remove()
    return Result(f"{kind} after a power loss", judge.problems, collections.Counter(
        power_losses=1, files_compared=judge.compared))
