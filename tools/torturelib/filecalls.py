"""The library that stands between the program and its files: built, told what to do, its record read."""

import collections
import fcntl
import os
import shutil
import struct
import subprocess

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "preload")
CLASSES = (
    "open", "read", "write", "sync", "cut", "rename", "remove", "folder", "lock", "status", "attribute", "clone",
    "map", "space", "memory")
# Calls that change something on the disk.
CHANGING = ("open", "write", "sync", "cut", "rename", "remove", "folder", "attribute", "clone")
HEAD = struct.Struct("<IiQQQQIIII16s")
Call = collections.namedtuple("Call", "kind what code number inode offset length mode first second data")


def library(folder):
    """The built library, in `folder`; built once."""
    path = os.path.join(folder, "filecalls.so")
    os.makedirs(folder, exist_ok=True)
    with open(path + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(path):
            sources = [os.path.join(SOURCES, name) for name in sorted(os.listdir(SOURCES)) if name.endswith(".c")]
            compiler = shutil.which("cc") or shutil.which("clang") or "gcc"
            subprocess.run(
                [compiler, "-O1", "-shared", "-fPIC", "-o", path + ".new", *sources, "-ldl", "-lpthread"], check=True)
            os.rename(path + ".new", path)
    return path


def environment(world, root, fault=None, log=None, counts=None):
    """What makes a program's calls below `root` pass through the library."""
    values = {"LD_PRELOAD": library(os.path.join(world.folder, "library")), "FILECALLS_ROOT": root}
    for name, value in (("FAULT", fault), ("LOG", log), ("COUNTS", counts)):
        if value:
            values["FILECALLS_" + name] = value
    return values


def read_counts(path):
    """Calls by class, `any` of all, `faults` that happened; nothing if the process was killed."""
    try:
        with open(path) as file:
            return {name: int(number) for name, number in (line.split() for line in file)}
    except FileNotFoundError:
        return {}


def read_log(path):
    with open(path, "rb") as file:
        bytes_ = file.read()
    at = 0
    while at + HEAD.size <= len(bytes_):
        kind, code, number, inode, offset, length, mode, one, two, size, what = HEAD.unpack_from(bytes_, at)
        at += HEAD.size
        first = bytes_[at:at + one].decode()
        second = bytes_[at + one:at + one + two].decode()
        data = bytes_[at + one + two:at + one + two + size]
        at += one + two + size
        yield Call(CLASSES[kind], what.rstrip(b"\0").decode(), code, number, inode, offset, length, mode,
                   first, second, data)
