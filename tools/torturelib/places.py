"""Other file systems, mounted for each case: small ones that fill up, and those that lack what a run would use.

Needs the right to mount; without it, and without `mkfs.vfat` for the FAT image, cases say that they were left out.
"""

import collections
import os
import shutil
import subprocess

from . import filecalls
from .faults import ENOLCK
from .judge import Judge
from .result import Result
from .scenarios import BY_NAME, template
from .trial import Trial

NAME = "places"
SCENARIOS = ("import-full", "restore", "output", "rules", "set-aside")
LARGE = 32 << 20


def plan(world):
    """(file system, scenario, bytes of room beyond what lies there, or 0 for plenty)."""
    cases = [(kind, name, 0) for kind in ("tmpfs", "overlay", "fat", "no-locks") for name in SCENARIOS]
    for name in SCENARIOS[:4]:
        for room in range(20_000, 1_600_000, world.count(40_000, 400_000)):
            cases.append(("tmpfs", name, room))
    return cases


def mount(*words):
    return subprocess.run(["mount", *words], capture_output=True).returncode == 0


def mounted(kind, at, size, original):
    """Whether there is such a file system now at `at`."""
    os.makedirs(at, exist_ok=True)
    if kind in ("tmpfs", "no-locks"):
        return mount("-t", "tmpfs", "-o", f"size={size}", "none", at)
    if kind == "fat":
        image = at + ".image"
        with open(image, "wb") as file:
            file.truncate(LARGE)
        return (shutil.which("mkfs.vfat") is not None
                and subprocess.run(["mkfs.vfat", image], capture_output=True).returncode == 0
                and mount("-o", "loop", image, at))
    above = at + ".above"
    # The layers of an overlay cannot lie on another one.
    if not mount("--mkdir", "-t", "tmpfs", "none", above):
        return False
    for name in ("upper", "work"):
        os.makedirs(os.path.join(above, name))
    options = f"lowerdir={original},upperdir={above}/upper,workdir={above}/work"
    return mount("-t", "overlay", "-o", options, "none", at)


def unmount(at):
    for path in (at, at + ".above"):
        subprocess.run(["umount", path], capture_output=True)
        shutil.rmtree(path, ignore_errors=True)
    if os.path.exists(at + ".image"):
        os.remove(at + ".image")


def used(folder):
    """Bytes of whole pages, as tmpfs counts."""
    return sum(4096 + -(-os.path.getsize(os.path.join(path, name)) // 4096) * 4096
               for path, _, names in os.walk(folder) for name in names)


def check(world, case):
    kind, name, room = case
    folder, reference = template(world, name)
    at = os.path.join(world.folder, f"place-{os.getpid()}")
    unmount(at)
    try:
        if not mounted(kind, at, used(folder) + room if room else LARGE, folder):
            return Result(f"{kind}: left out, it cannot be mounted here")
        return play(world, Trial(world, at), reference, folder, kind, room)
    finally:
        unmount(at)


def play(world, trial, reference, folder, kind, room):
    if kind != "overlay":
        # FAT has no owners.
        shutil.copytree(folder, trial.folder, symlinks=True, dirs_exist_ok=True, copy_function=shutil.copy)
    environment = {}
    if kind == "no-locks":
        environment = filecalls.environment(world, trial.folder, f"lock:1+:{ENOLCK}")
    elif room:
        # It is told that there is plenty of room, as if somebody else took it on the way.
        environment = filecalls.environment(world, trial.folder, "space:1+:lie")
    status, report, error = trial.run(reference.scenario.command, environment)
    judge = Judge(world, trial, reference)
    allowed = {"no-locks": (2, 8), "fat": (2,), "overlay": (2, 8)}.get(kind, (2, 7, 9) if room else ())
    judge.failure(status, report, error, allowed)
    ids = sorted(judge.ids(report) & {"store.cannot-lock", "file.no-space", "space.too-small", "import.database-failed"})
    if room:
        judge.expect(mount("-o", f"remount,size={LARGE}", trial.folder), "no more room could be given")
    # Where nothing can be locked or renamed it stays so.
    if kind != "no-locks" and "set-aside.bound" not in f"{error}":
        judge.again()
    ending = "done" if status in (0, 1) else f"status {status} {' '.join(ids)}"
    return Result(f"{kind}{' full' if room else ''}: {ending}", judge.problems, collections.Counter(
        {"other file systems": 1, "files_compared": judge.compared}))
