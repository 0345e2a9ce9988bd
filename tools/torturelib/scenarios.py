"""The jobs that are killed, made to fail and cut off: what lies there before, the command, what it must come to."""

import dataclasses
import functools
import os
import shutil
import sqlite3

from .trial import IMPORT_FOLDER, LOGS, STORE, Trial

EXTERNAL = ".Library_SUPPORT/_EXTERNAL_DATA"
MAPPING = """
version: 1
steps:
  - from: Library
    to: Library 2
    entities:
      - name: Book
        set: { uuid: "CASE WHEN pages > 250 THEN NULL ELSE uuid END" }
        on-invalid: reject
      - name: Author
        set: { website: "'https://example.org/' || objectID" }
      - name: Shelf
        set: { name: "CASE WHEN objectID = 2 THEN 'b' ELSE substr(name, 1, 0) || 'a' END" }
    merge:
      - { entity: Shelf, by: [name], keep: objectID }
"""
MODEL = "{}/Library.xcdatamodeld"
TO_2 = ("--model", MODEL, "--model-version", "Library 2", "--json")
STEPS = ("--model", MODEL, "--model-version", "Library 3", "--via", "Library 2,Library 3", "--allow",
         "drop:Book.legacyCode", "--allow", "drop:HighlightNote.color", "--allow", "drop:Setting", "--json")


@dataclasses.dataclass(frozen=True)
class Scenario:
    """`files` puts what is there before; `before` are commands that must succeed first, each once."""

    name: str
    files: object
    command: tuple
    before: tuple = ()
    # Run before the template is taken, to have something half done: (command, fault).
    broken: tuple = ()
    after: object = None
    is_in_place: bool = True
    is_restore: bool = False
    # What brings everything back, where that is not a restore.
    undo: tuple = ()


def copy_plain(world, place):
    shutil.copyfile(world.fixture("library-1.sqlite"), os.path.join(place, STORE))


def copy_full(world, place):
    """With a log that holds rows, and external data, as a crash leaves it."""
    living = place + ".living"
    shutil.copytree(world.fixture("library-external"), living)
    connection = sqlite3.connect(os.path.join(living, STORE), isolation_level=None)
    for sql in ("PRAGMA journal_mode = WAL", "PRAGMA wal_autocheckpoint = 0",
                "UPDATE ZBOOK SET ZPAGES = 321 WHERE Z_PK = 1",
                "INSERT INTO ZSETTING VALUES (6, 8, 1, 'log', 'only there')"):
        connection.execute(sql)
    for name in (STORE, STORE + "-wal"):
        shutil.copyfile(os.path.join(living, name), os.path.join(place, name))
    shutil.copytree(os.path.join(living, ".Library_SUPPORT"), os.path.join(place, ".Library_SUPPORT"))
    connection.close()
    shutil.rmtree(living)


def copy_hot(world, place):
    """With a rollback journal of a transaction that never ended."""
    living = place + ".living"
    os.makedirs(living)
    path = os.path.join(living, STORE)
    shutil.copyfile(world.fixture("library-1.sqlite"), path)
    connection = sqlite3.connect(path, isolation_level=None)
    for sql in ("PRAGMA journal_mode = DELETE", "PRAGMA cache_size = 1", "PRAGMA cache_spill = 1", "BEGIN IMMEDIATE",
                "UPDATE ZBOOK SET ZPAGES = 999", "UPDATE ZNOTE SET Z_OPT = 77", "DELETE FROM ZSETTING"):
        connection.execute(sql)
    for at in range(400):
        connection.execute("INSERT INTO ZSETTING VALUES (?, 8, 1, 'spill', ?)", (1000 + at, "x" * 500))
    for name in (STORE, STORE + "-journal"):
        shutil.copyfile(os.path.join(living, name), os.path.join(place, name))
    connection.close()
    shutil.rmtree(living)


def without_external_file(trial):
    names = sorted(os.listdir(os.path.join(trial.place, EXTERNAL)))
    os.remove(os.path.join(trial.place, EXTERNAL, names[0]))


def stale_companions(trial):
    """A log of another store at the output's name."""
    with open(trial.path("place", STORE + "-wal"), "rb") as file:
        stale = file.read()
    with open(trial.path("out", "New.sqlite-wal"), "wb") as file:
        file.write(stale)


RUN = ("run", "{}/place/" + STORE)
ASIDE = ("set-aside", "{}/place/" + STORE, "--json")
ALL = (
    Scenario("import", copy_plain, RUN + TO_2),
    Scenario("import-full", copy_full, RUN + TO_2 + ("--id-map", "{}/out/map.csv")),
    Scenario("import-journal", copy_hot, RUN + TO_2),
    Scenario("steps", copy_full, RUN + STEPS),
    Scenario("rules", copy_full, RUN + TO_2 + ("--mapping", "{}/mapping.yaml", "--rejects", "{}/out/left.jsonl")),
    Scenario("output", copy_full, RUN + TO_2 + ("--output", "{}/out/New.sqlite", "--id-map", "{}/out/map.csv"),
             after=stale_companions, is_in_place=False),
    Scenario("output-rules", copy_full,
             RUN + TO_2 + ("--mapping", "{}/mapping.yaml", "--output", "{}/out/New.sqlite"), is_in_place=False),
    Scenario("restore", copy_full, ("restore", "{}/place/" + STORE, "--copy", "1", "--json"),
             before=(RUN + TO_2,), after=without_external_file, is_restore=True),
    Scenario("restore-journal", copy_hot, ("restore", "{}/place/" + STORE, "--copy", "1", "--json"),
             before=(RUN + TO_2,), is_restore=True),
    Scenario("set-aside", copy_full, ASIDE, undo=ASIDE + ("--undo",)),
    Scenario("set-aside-undo", copy_full, ASIDE + ("--undo",), before=(ASIDE,), undo=ASIDE + ("--undo",)),
    Scenario("rerun", copy_full, RUN + TO_2, broken=(RUN + TO_2, "promote.exchange:2:kill")),
    Scenario("rerun-done", copy_full, RUN + TO_2, broken=(RUN + TO_2, "place.clean:10:kill")),
)
BY_NAME = {scenario.name: scenario for scenario in ALL}


@functools.cache
def template(world, name):
    """The folder that each trial of a scenario begins with, and what the command makes of it, once undisturbed."""
    scenario = BY_NAME[name]
    trial = Trial.empty(world, os.path.join(world.folder, "templates", f"{name}-{os.getpid()}"))
    with open(trial.path("mapping.yaml"), "w") as file:
        file.write(MAPPING)
    # Beside the store, so that reading it can fail too.
    shutil.copytree(world.fixture("Library.xcdatamodeld"), trial.path("Library.xcdatamodeld"))
    scenario.files(world, trial.place)
    original = trial.present()

    for command in scenario.before:
        status, _, error = trial.run(command)
        assert status in (0, 1), f"{name}: {command} ended with {status}: {error}"
    if scenario.broken:
        status, _, error = trial.run(scenario.broken[0], {"IMPORT_LEGACY_FAULT": scenario.broken[1]})
        assert status == -9, f"{name}: not killed, but {status}: {error}"
    if scenario.after:
        scenario.after(trial)
    whole = Trial.copied(world, trial.folder, trial.folder + ".whole")
    status, report, error = whole.run(scenario.command)
    assert status in (0, 1), f"{name}: ended with {status}: {error}"
    reference = Reference(scenario, original, trial.present(), whole.present(), whole.outside(), trial.outside(), status)
    whole.remove()
    check(reference)
    return trial.folder, reference


@dataclasses.dataclass(frozen=True)
class Reference:
    """Files by their names: `original` of the user's, `before` when the command begins, `done` after it."""

    scenario: Scenario
    original: dict
    before: dict
    done: dict
    outside: dict
    outside_before: dict
    status: int

    @functools.cached_property
    def imported(self):
        """What the store's main file is after an import."""
        return self.before[STORE] if self.scenario.is_restore else self.done[STORE]


def check(reference):
    """A reference that says nothing would let everything pass."""
    name, done = reference.scenario.name, reference.done
    if reference.scenario.undo:
        assert set(done.values()) == set(reference.original.values()), f"{name}: files are missing"
        assert (done == reference.original) == bool(reference.scenario.before), f"{name}: nothing was moved"
    elif reference.scenario.is_restore:
        assert done == reference.original, f"{name}: the restore brought something else"
    elif reference.scenario.is_in_place:
        assert done[STORE] != reference.original[STORE], f"{name}: nothing was migrated"
        assert not any(log in done for log in LOGS), f"{name}: a log is left"
    else:
        assert done == reference.original and "New.sqlite" in reference.outside, f"{name}: no output"
    assert IMPORT_FOLDER not in done
