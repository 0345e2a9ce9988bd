"""Writes rows as a store, now and then with a write-ahead log, or worn by an earlier life."""

import os
import plistlib
import shutil
import sqlite3
import uuid

from .rows import noise

PAGE = 4096
SYSTEM = (
    "Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "Z_MODELCACHE (Z_CONTENT BLOB)")


class StoreFile:
    def __init__(self, rows):
        self.rows, self.rng, self.model, self.layout = rows, rows.rng, rows.model, rows.layout

    def write(self, path, whole):
        """The store at `path`, perhaps with a log; the same in one file at `whole`."""
        self.connection = sqlite3.connect(whole, isolation_level=None)
        for pragma in (f"page_size={PAGE}", "auto_vacuum=2", "journal_mode=MEMORY", "synchronous=OFF"):
            self.connection.execute(f"PRAGMA {pragma}")
        self.connection.execute("BEGIN")
        self.tables()
        later = self.fill()
        self.constraints()
        if self.rows.is_worn:
            self.wear()
        self.connection.execute("COMMIT")
        if later:
            self.connection.execute("PRAGMA journal_mode=WAL")
            self.connection.execute("PRAGMA wal_autocheckpoint=0")
            for table, cells in later:
                self.insert(table, cells)
            shutil.copyfile(whole + "-wal", path + "-wal")
            shutil.copyfile(whole, path)
        self.connection.close()
        if not later:
            shutil.copyfile(whole, path)

    def tables(self):
        for statement in self.layout.ddl():
            if statement.startswith("CREATE TABLE Z") and self.rows.is_worn:
                statement = self.shuffled(statement)
            if not statement.startswith("CREATE UNIQUE"):
                self.connection.execute(statement)
        for statement in SYSTEM:
            self.connection.execute(f"CREATE TABLE {statement}")

    def fill(self):
        """Everything but the rows that come later, in the log."""
        for name, number in self.model.numbers.items():
            parent = self.rows.schema.entities[name].parent
            most = 0
            if not parent:
                most = max(self.rows.cells[self.layout.tables[name].name], default=0)
                most += self.rng.choice([0, 0, 3, 50])
                # So high that keys cannot be shifted.
                most = 1 << 53 if self.rows.is_broken and self.rows.odds(0.05) else most
            self.connection.execute(
                "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)",
                (number, name, self.model.numbers[parent] if parent else 0, most))
        store = str(uuid.UUID(bytes=noise(self.rng, 16))).upper()
        self.connection.execute("INSERT INTO Z_METADATA VALUES (1, ?, ?)", (store, self.metadata()))
        later = []
        for table, rows in list(self.rows.cells.items()) + list(self.rows.joins.items()):
            for _, cells in sorted(rows.items()):
                if self.rows.is_logged and self.rows.odds(0.3):
                    later.append((table, cells))
                else:
                    self.insert(table, cells)
        return later

    def insert(self, table, cells):
        marks = ", ".join("?" * len(cells))
        self.connection.execute(
            f"INSERT OR IGNORE INTO {table} ({', '.join(cells)}) VALUES ({marks})", list(cells.values()))

    def constraints(self):
        """A unique index is left out where rows break it: that is what some stores look like."""
        for statement in self.layout.ddl():
            if statement.startswith("CREATE UNIQUE"):
                try:
                    self.connection.execute(statement)
                except sqlite3.IntegrityError:
                    pass

    def metadata(self):
        return plistlib.dumps({
            "NSPersistenceFrameworkVersion": 1414,
            "NSStoreModelVersionChecksumKey": self.model.checksum(),
            "NSStoreModelVersionHashes": self.model.version_hashes(),
            "NSStoreModelVersionHashesDigest": self.model.digest(),
            "NSStoreModelVersionHashesVersion": 3,
            "NSStoreModelVersionIdentifiers": [""],
            "NSStoreType": "SQLite",
            "_NSAutoVacuumLevel": "2",
        }, fmt=plistlib.FMT_BINARY)

    def shuffled(self, statement):
        """Columns in another order: their place says nothing."""
        head, _, tail = statement.partition(" ( ")
        first, *columns = tail[:-2].split(", ")
        if "PRIMARY KEY (" in tail:
            return statement
        self.rng.shuffle(columns)
        return f"{head} ( {', '.join([first] + columns)})"

    def wear(self):
        """What earlier migrations and other tools leave behind."""
        table = self.rng.choice(sorted(self.rows.cells))
        if self.rows.odds(0.4):
            self.connection.execute(f"ALTER TABLE {table} ADD COLUMN ZLEFTOVER VARCHAR")
            if self.rows.odds(0.5):
                self.connection.execute(f"UPDATE {table} SET ZLEFTOVER = 'x' WHERE Z_PK % 2 = 0")
        if self.rows.odds(0.4):
            self.connection.execute(f"CREATE INDEX {table}_ZOLD_INDEX ON {table} (Z_OPT)")
        if self.rows.odds(0.2):
            self.connection.execute("CREATE TABLE strangers (a, b)")
            self.connection.execute("INSERT INTO strangers VALUES (1, 'x')")
