"""Random model changes on random stores, each held against an independent reference."""

import collections
import os
import shutil
import traceback

from .result import Result
from .runner import Case

NAME = "changes"


def plan(world):
    return [(world.seed + number,) for number in range(world.count(3000, 12))]


def check(world, case):
    seed, = case
    trial = Case(seed, os.path.join(world.folder, f"changes-{seed}"), world.program)
    try:
        trial.check()
    except Exception:
        trial.problems.append(traceback.format_exc())
    if trial.problems:
        trial.problems.append(f"changes: {', '.join(trial.changes)}")
    else:
        shutil.rmtree(trial.folder)
    return Result(trial.kind, trial.problems, collections.Counter(model_changes=len(set(trial.changes))))
