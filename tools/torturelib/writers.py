"""A program that writes to the store all the time while it is imported: each import equals a state that was committed,
or was refused."""

import collections
import multiprocessing
import os
import shutil
import sqlite3
import time
from random import Random

from .judge import Judge
from .result import Result
from .trial import STORE, Trial

NAME = "writers"

def plan(world):
    """(journal mode, number)."""
    runs = world.count(100, 2)
    return [(mode, number) for number in range(runs) for mode in ("wal", "delete")]


def hammer(path, mode, seed, ready, over):
    """Each transaction gives all books one number, and adds a setting with it: any mixture of two can be seen."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=10)
    connection.execute(f"PRAGMA journal_mode = {mode}")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA wal_autocheckpoint = 3")
    number, random = 0, Random(seed)
    while not over.is_set():
        number += 1
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("UPDATE ZBOOK SET ZPAGES = ?", (number,))
            connection.execute(
                "INSERT INTO ZSETTING VALUES (?, 8, 1, ?, 'hammer')", (1000 + number, f"k{number}"))
            connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_NAME = 'Setting'", (1000 + number,))
            if number % 7 == 0:
                connection.execute("DELETE FROM ZSETTING WHERE ZVALUE = 'hammer' AND Z_PK < ?", (1000 + number - 3,))
            connection.execute("COMMIT")
        except sqlite3.OperationalError:
            # Locked: somebody reads.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        ready.set()
        # Now and then a program thinks.
        time.sleep(random.choice((0, 0, 0.001, 0.02, 0.2, 0.4)))
    connection.close()


def check(world, case):
    mode, number = case
    trial = Trial.empty(world, os.path.join(world.folder, f"writer-{os.getpid()}"))
    path = os.path.join(trial.place, STORE)
    shutil.copyfile(world.fixture("library-1.sqlite"), path)
    ready, over = multiprocessing.Event(), multiprocessing.Event()
    writer = multiprocessing.Process(target=hammer, args=(path, mode, f"{world.seed}/{case}", ready, over))
    writer.start()
    ready.wait(20)
    output = trial.path("out", "New.sqlite")
    problems, kind = [], "refused"
    try:
        status, report, error = trial.run(
            ["run", path, "--model", world.fixture("Library.xcdatamodeld"), "--model-version", "Library 2", "--output",
             output, "--json"])
        in_place, beside, said = trial.run(
            ["run", path, "--model", world.fixture("Library.xcdatamodeld"), "--model-version", "Library 2", "--json"])
        if in_place != 8:
            problems.append(f"in place beside a writer: status {in_place} {Judge.told(beside, said)}")
    finally:
        over.set()
        writer.join(20)
    if status in (0, 1):
        kind = "done"
        problems += committed(output)
    elif status != 8:
        problems.append(f"status {status}: {Judge.told(report, error)}")
    elif os.path.exists(output):
        problems.append("refused, and there is an output")
    problems += [f"the writer's own store: {problem}" for problem in committed(path)]
    if not problems:
        trial.remove()
    return Result(f"{mode}: {kind}", problems, collections.Counter({"imports beside a writer": 1}))


def committed(path):
    """What is wrong with a state that one transaction left."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    numbers = {n for n, in connection.execute("SELECT ZPAGES FROM ZBOOK")}
    last, = connection.execute("SELECT max(Z_PK) FROM ZSETTING").fetchone()
    whole = connection.execute("PRAGMA integrity_check").fetchall()
    connection.close()
    problems = [] if whole == [("ok",)] else [f"integrity: {whole[:2]}"]
    if len(numbers) != 1:
        problems.append(f"books of {len(numbers)} states")
    elif last >= 1000 and numbers != {last - 1000}:
        problems.append("books and settings of two states")
    return problems
