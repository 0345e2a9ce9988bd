"""Sound stores to damage: those of LegacyFixtures and random ones, grown so that every kind of page is there."""

import os
import shutil
import sqlite3
import subprocess

from fixturelib.model import Model

FIXTURES = ("library-1.sqlite", "library-1-wal/Library.sqlite", "library-2.sqlite", "library-external/Library.sqlite",
            "library-damaged.sqlite", "library-broken-links.sqlite")
LIMIT = 60


class Seed:
    """A store in `in` of a case's folder, and what is known of it."""

    def __init__(self, folder, store, bundle, source, target, model):
        self.folder, self.store, self.bundle, self.source, self.target = folder, store, bundle, source, target
        # Tables of entities, with the entities whose rows lie there.
        self.tables = {}
        for name in model.entities:
            self.tables.setdefault("Z" + model.root(name).name.upper(), set()).add(name)

    def path(self, suffix=""):
        return os.path.join(self.folder, "in", self.store + suffix)


def fixture(world, folder, name):
    source = os.path.join(world.root, "LegacyFixtures", name)
    store = os.path.basename(name)
    os.makedirs(os.path.join(folder, "in"))
    for suffix in ("", "-wal"):
        if os.path.exists(source + suffix):
            shutil.copyfile(source + suffix, os.path.join(folder, "in", store + suffix))
    external = os.path.join(os.path.dirname(source), ".Library_SUPPORT")
    if os.path.isdir(external):
        shutil.copytree(external, os.path.join(folder, "in", ".Library_SUPPORT"))
    bundle = os.path.join(world.root, "LegacyFixtures", "Library.xcdatamodeld")
    version = "Library 2" if name == "library-2.sqlite" else "Library"
    model = Model(os.path.join(bundle, f"{version}.xcdatamodel", "contents"))
    return Seed(folder, store, bundle, version, "Library 2", model)


def cached(world, folder):
    """A store that keeps its model, as the program writes one."""
    seed = fixture(world, folder, "library-1.sqlite")
    kept = os.path.join(world.folder, f"cached-{os.getpid()}.sqlite")
    if not os.path.exists(kept):
        subprocess.run(
            [world.program, "run", seed.path(), "--model", seed.bundle, "--model-version", "Library 2", "--output", kept,
             "--quiet"], check=False, stdout=subprocess.DEVNULL, timeout=LIMIT)
    shutil.copyfile(kept, seed.path())
    model = Model(os.path.join(seed.bundle, "Library 2.xcdatamodel", "contents"))
    return Seed(folder, seed.store, seed.bundle, "Library 2", "Library 2", model)


def random_store(world, folder, number, target):
    from .runner import Case
    case = Case(number, folder, world.program)
    case.make()
    os.remove(os.path.join(folder, "whole.sqlite"))
    bundle = os.path.join(folder, "in", "M.xcdatamodeld")
    return Seed(folder, "S.sqlite", bundle, "1", target, Model(os.path.join(bundle, "1.xcdatamodel", "contents")))


def make(rng, world, folder):
    """A seed, by chance, and its name."""
    kind = rng.random()
    if kind < 0.4:
        name = rng.choice(FIXTURES)
        return fixture(world, folder, name), name
    if kind < 0.6:
        return cached(world, folder), "cached"
    number = 1_000_000 + rng.randrange(400)
    return random_store(world, folder, number, rng.choice(["1", "1", "2"])), f"random {number}"


def grow(rng, path):
    """More rows, long values, free pages, other page sizes; what it did. A store with a log keeps it."""
    if os.path.exists(path + "-wal"):
        return []
    names = [n for n in ("rows", "long", "free", "pages", "text") if rng.random() < 0.4]
    try:
        if "text" in names:
            other_encoding(path)
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA journal_mode = MEMORY")
        if "pages" in names:
            connection.execute(f"PRAGMA page_size = {rng.choice([512, 1024, 8192])}")
            connection.execute(f"PRAGMA auto_vacuum = {rng.choice([0, 1, 2])}")
            connection.execute("VACUUM")
        connection.execute("BEGIN")
        tables = [n for (n,) in connection.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'Z%' AND "
                  "type = 'table' AND name NOT LIKE 'Z^_%' ESCAPE '^' ORDER BY name")]
        for table in rng.sample(tables, min(2, len(tables))):
            names_ = [r[1] for r in connection.execute(f"PRAGMA table_info({table})")]
            others = ", ".join(n for n in names_ if n != "Z_PK")
            if "rows" in names:
                top = connection.execute(f"SELECT max(Z_PK) FROM {table}").fetchone()[0] or 0
                for turn in range(rng.choice([10, 60])):
                    connection.execute(
                        f"INSERT OR IGNORE INTO {table} (Z_PK, {others}) SELECT Z_PK + {(turn + 1) * (top + 1)}, {others} "
                        f"FROM {table} WHERE Z_PK <= {top}")
            if "long" in names:
                for kind in ("BLOB", "VARCHAR"):
                    wide = [r[1] for r in connection.execute(f"PRAGMA table_info({table})") if r[2] == kind]
                    if wide:
                        value = "zeroblob(20000)" if kind == "BLOB" else "hex(zeroblob(9000))"
                        connection.execute(f"UPDATE OR IGNORE {table} SET {rng.choice(wide)} = {value} WHERE Z_PK % 3 = 0")
        if "free" in names:
            connection.execute("CREATE TABLE gone (a)")
            for _ in range(30):
                connection.execute("INSERT INTO gone VALUES (zeroblob(3000))")
            connection.execute("DROP TABLE gone")
        connection.execute("COMMIT")
        connection.close()
    except sqlite3.Error:
        # One of the fixtures is damaged already.
        names.append("failed")
    return names


def other_encoding(path):
    """The same contents as UTF-16."""
    old = sqlite3.connect(path)
    statements = "\n".join(s for s in old.iterdump())
    old.close()
    new = sqlite3.connect(path + ".new")
    try:
        new.execute("PRAGMA encoding = 'UTF-16le'")
        new.executescript(statements)
        new.close()
        os.replace(path + ".new", path)
    except sqlite3.Error:
        new.close()
        os.remove(path + ".new")
        raise


def leave_log(rng, path):
    """The last changes in a log beside the store, as a program leaves it that was killed."""
    return interrupted(rng, path, "WAL", "-wal")


def leave_journal(rng, path):
    """A change half written to the store, and the journal that takes it back."""
    return interrupted(rng, path, "DELETE", "-journal")


def interrupted(rng, path, mode, suffix):
    copy = path + ".copy"
    shutil.copyfile(path, copy)
    connection = sqlite3.connect(copy, isolation_level=None)
    try:
        for pragma in (f"journal_mode = {mode}", "wal_autocheckpoint = 0", "cache_size = 2", "cache_spill = 1",
                       f"synchronous = {rng.choice(['OFF', 'FULL'])}"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("BEGIN")
        for (table,) in connection.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'Z%' ORDER BY name").fetchall():
            if not table.startswith("Z_"):
                connection.execute(f"UPDATE OR IGNORE {table} SET Z_OPT = Z_OPT + 1")
        connection.execute("CREATE TABLE later (a)")
        connection.execute("INSERT INTO later VALUES (zeroblob(40000))")
        connection.execute("DROP TABLE later")
        if mode == "WAL":
            connection.execute("COMMIT")
        found = os.path.exists(copy + suffix)
        if found:
            shutil.copyfile(copy + suffix, path + suffix)
            shutil.copyfile(copy, path)
    except sqlite3.Error:
        found = False
    connection.close()
    for rest in ("", "-wal", "-shm", "-journal"):
        if os.path.exists(copy + rest):
            os.remove(copy + rest)
    return found
