"""Every call on a file, and every allocation of SQLite's, fails once."""

import collections
import os

from . import filecalls
from .judge import Judge
from .kills import counted
from .result import Result
from .scenarios import BY_NAME, template
from .trial import Trial

NAME = "faults"
ENOENT, EIO, ENOMEM, EACCES, EXDEV, EMFILE, ENOSPC, ENOLCK, EPERM = 2, 5, 12, 13, 18, 24, 28, 37, 1
# What each kind of call may be told by a system: the first for every call, the others for some.
ERRORS = {
    "open": (EIO, EACCES, EMFILE), "read": (EIO, "short"), "write": (ENOSPC, EIO, "short"), "sync": (EIO, ENOSPC),
    "cut": (EIO, ENOSPC), "rename": (EIO, EXDEV, EACCES), "remove": (EACCES, EIO), "folder": (EACCES, ENOSPC),
    "lock": (ENOLCK, EIO), "status": (EIO, EACCES), "attribute": (EPERM, EIO), "clone": (ENOSPC, EIO, EXDEV),
    "map": (ENOMEM,), "space": (EIO,), "memory": (ENOMEM,)}
# Every call of these fails in the usual run, and every so many-th of the others: --full takes all.
SCENARIOS = {"import-full": 1, "restore": 1, "set-aside": 1, "set-aside-undo": 1, "output-rules": 6, "rerun": 6}
# Statuses that mean something else than a failed call, by the error that was injected.
ALLOWED = {ENOSPC: (2, 7, 9), ENOLCK: (2, 7, 8)}


def plan(world):
    """(scenario, class, number, error): numbers are those of an undisturbed run."""
    cases = []
    random = world.random(NAME)
    for name, step in SCENARIOS.items():
        step = 1 if world.is_full else step
        for kind, errors in ERRORS.items():
            count = counted(world, name).get(kind, 0)
            # Of allocations there are tens of thousands.
            step_here = max(1, count // world.count(100, 20, 1000)) if kind == "memory" else step
            for number in range(1 + random.randrange(step_here), count + 1, step_here):
                cases.append((name, kind, number, errors[0]))
                for other in errors[1:]:
                    if world.is_full or random.randrange(8) == 0:
                        cases.append((name, kind, number, other))
    random.shuffle(cases)
    return cases[:world.count(len(cases), 60)]


def check(world, case):
    name, kind, number, error = case
    folder, reference = template(world, name)
    trial = Trial.copied(world, folder, os.path.join(world.folder, f"fault-{os.getpid()}"))
    counts = trial.path("counts")
    status, report, said = trial.run(
        BY_NAME[name].command,
        filecalls.environment(world, trial.folder, f"{kind}:{number}:{error}", counts=counts))
    happened = filecalls.read_counts(counts).get("faults", 0)
    if os.path.exists(counts):
        os.remove(counts)
    judge = Judge(world, trial, reference)
    judge.expect(status >= 0, f"died of signal {-status}: {said[-300:]}")
    if status >= 0:
        judge.failure(status, report, said, ALLOWED.get(error, (2, 7)))
    judge.again()
    if not judge.problems:
        trial.remove()
    ending = "done" if status in (0, 1) else f"status {status}"
    return Result(f"{ending} ({error})" if happened else "not reached", judge.problems, collections.Counter(
        faults=happened, files_compared=judge.compared, **{"original not proven (7)": int(status == 7)}))
