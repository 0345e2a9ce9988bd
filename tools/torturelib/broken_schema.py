"""Hostile schemas and rows, made by SQL in a store that was sound."""

import plistlib
import sqlite3
import zlib

ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
NUMBERS = ("NULL", "0", "-1", "1", "9223372036854775807", "-9223372036854775808", "9007199254740993", "1e300", "-0.5",
           "'x'", "''", "X'00'", "X'ff'", "16001", "17001", "'9223372036854775808'", "99")
NAMES = ("'ZBOOK'", "'zbook'", "''", "'a' || char(0) || 'b'", "CAST(X'c328' AS TEXT)", "'Z\"Q''' || char(10)", "NULL",
         "'Z' || char(1042) || 'OOK'", "X'5a'", "'Z_PRIMARYKEY'", "'sqlite_x'", "'sqlite_stat1'")
REFERENCES = (b"../../../../etc/passwd", b"/etc/passwd", b"..", b".", b"", b"a\x00b", b"/dev/zero", b"x" * 5000,
              b"sub/../../S.sqlite", b"\xff\xfe", b"../" * 8 + b"etc/passwd--")
# Names as Core Data gives them, of things that are no files.
PLANTS = {kind: f"00000000-0000-0000-0000-00000000000{n}" for n, kind in enumerate(("link", "pipe", "folder"))}


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def entity_tables(connection):
    return [n for (n,) in connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'Z%' AND name NOT LIKE 'Z^_%' ESCAPE '^' "
        "ORDER BY name")]


def columns(connection, table):
    return [row[1] for row in connection.execute(f"PRAGMA table_info({quoted(table)})")]


def any_table(rng, connection):
    return rng.choice(entity_tables(connection) + ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])


def trigger(rng, connection, table):
    body = rng.choice([
        f"DELETE FROM {table}", "SELECT RAISE(ABORT, 'no')", "SELECT load_extension('/tmp/x.so')", ENDLESS,
        "SELECT no_such_function(1)", "INSERT INTO Z_METADATA VALUES (9, 'x', zeroblob(100))",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = -1"])
    when = rng.choice(["AFTER INSERT", "BEFORE UPDATE", "AFTER DELETE", "BEFORE INSERT"])
    return [f"CREATE TRIGGER {rng.choice(['hostile', 'ZT', 'ZBOOK_T'])} {when} ON {table} BEGIN {body}; END"]


def view(rng, connection, table):
    """One in place of a table, or beside them."""
    source = rng.choice([
        f"SELECT * FROM {table}_old", ENDLESS, f"SELECT * FROM {table}", "SELECT 1 AS Z_PK, 1 AS Z_ENT, 1 AS Z_OPT",
        "SELECT load_extension('x')", "SELECT * FROM nowhere", "SELECT randomblob(1000000000)"])
    if rng.random() < 0.5:
        return [f"CREATE VIEW ZOTHER AS {source}"]
    return [f"ALTER TABLE {table} RENAME TO {table}_old", f"CREATE VIEW {table} AS {source}"]


def schema_text(rng, connection, table):
    """What no statement may write: the text of the schema itself."""
    sql = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    sql = (sql or [""])[0] or ""
    wild = rng.choice([
        f"CREATE VIRTUAL TABLE {table} USING {rng.choice(['fts5(a)', 'rtree(a,b,c)', 'dbstat', 'nomodule(x)'])}",
        f"CREATE VIRTUAL TABLE {table} USING fts5(Z_PK, Z_ENT, Z_OPT, content='Z_METADATA')",
        sql.replace(")", ", g AS (Z_PK + 1))"), sql.replace(")", ", g AS (load_extension('x')) STORED)"),
        sql.replace("Z_ENT INTEGER", f"Z_ENT INTEGER CHECK (({ENDLESS}) > 0)"),
        sql.replace("Z_OPT INTEGER", "Z_OPT INTEGER DEFAULT (randomblob(1000000000))"),
        sql.replace("VARCHAR", "VARCHAR COLLATE NOSUCH"), sql + " WITHOUT ROWID", sql + " STRICT", sql[:-1],
        sql.replace("Z_PK INTEGER PRIMARY KEY", "Z_PK INTEGER"), sql.replace("(", "(" * 2000),
        f"CREATE TABLE {table} (" + ", ".join(f"c{n}" for n in range(2000)) + ")", "", "x" * 100000,
        f"CREATE TABLE {table} (" + "a" * 200000 + ")", f"CREATE VIEW {table} AS SELECT 1", sql.replace("Z_PK", '""'),
        sql.replace("Z_ENT", "Z_PK"), sql + "; DROP TABLE Z_METADATA", f"CREATE TABLE {table} AS SELECT 1",
        sql.replace("Z_PK", "Z_PK\x00")])
    root = rng.choice(["rootpage"] * 6 + ["1", "0", "2", "-1", "999999999", "NULL", "'x'", "1e300"])
    return ["PRAGMA writable_schema = ON",
            f"UPDATE sqlite_schema SET sql = {text(wild)}, rootpage = {root} WHERE name = {text(table)}"]


def schema_row(rng, connection, table):
    column = rng.choice(["type", "name", "tbl_name", "sql", "rootpage"])
    value = {"type": "'view'", "rootpage": rng.choice(NUMBERS), "sql": rng.choice(NAMES)}.get(column, rng.choice(NAMES))
    extra = f"INSERT INTO sqlite_schema SELECT * FROM sqlite_schema WHERE name = {text(table)}"
    change = f"UPDATE sqlite_schema SET {column} = {value} WHERE name = {text(table)}"
    return ["PRAGMA writable_schema = ON", rng.choice([change, change, change, extra,
            f"DELETE FROM sqlite_schema WHERE name = {text(table)}"])]


def index(rng, connection, table):
    return [rng.choice([
        f"CREATE INDEX zi ON {table} (Z_PK + 1)", f"CREATE INDEX zi ON {table} (abs(Z_OPT))",
        f"CREATE INDEX zi ON {table} (Z_ENT) WHERE Z_OPT > 0", f"CREATE INDEX zi ON {table} (Z_ENT COLLATE RTRIM)",
        f"CREATE UNIQUE INDEX zi ON {table} (Z_PK)", f"ALTER TABLE {table} ADD COLUMN zg AS (Z_OPT * 2) VIRTUAL",
        f"ALTER TABLE {table} ADD COLUMN zd DEFAULT 'x'", f"ALTER TABLE {table} RENAME COLUMN Z_ENT TO z_ent"])]


def rebuilt(rng, connection, table):
    """The same rows in a table of another kind."""
    names = columns(connection, table)
    key = names[0] if names else "Z_PK"
    tail = rng.choice([
        f", PRIMARY KEY ({quoted(key)})) WITHOUT ROWID", ")", f", PRIMARY KEY ({quoted(key)} DESC))", ", PRIMARY KEY(Z_ENT))"])
    return [f"ALTER TABLE {table} RENAME TO zold",
            f"CREATE TABLE {table} (" + ", ".join(quoted(n) for n in names) + tail,
            f"INSERT INTO {table} SELECT * FROM zold", "DROP TABLE zold"]


def cells(rng, connection, table):
    """Values that no store of Core Data's would hold, keys and numbers of entities among them."""
    names = columns(connection, table)
    result = []
    for _ in range(rng.choice([1, 2, 4])):
        value = rng.choice([*NUMBERS, *NAMES, "zeroblob(3000000)", "X'02' || zeroblob(40)"])
        name = rng.choice(names[:4] + names)
        # One long value is enough.
        rows = f"= (SELECT min(rowid) FROM {table})" if "zeroblob(3" in value else f"% {rng.choice([1, 2, 5])} = 0"
        result.append(f"UPDATE OR IGNORE {table} SET {quoted(name)} = {value} WHERE rowid {rows}")
    return result


def primary_keys(rng, connection, table):
    column = rng.choice(["Z_ENT", "Z_NAME", "Z_SUPER", "Z_SUPER", "Z_MAX", "Z_MAX"])
    number = rng.randrange(1, 10)
    value = rng.choice([*NUMBERS, *NAMES, "Z_ENT", "Z_ENT + 1"] if column != "Z_NAME" else [*NAMES, "'Book'"])
    return [rng.choice([
        f"UPDATE OR IGNORE Z_PRIMARYKEY SET {column} = {value} WHERE Z_ENT = {number}",
        f"UPDATE OR IGNORE Z_PRIMARYKEY SET {column} = {value}",
        f"DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = {number}",
        f"INSERT OR IGNORE INTO Z_PRIMARYKEY VALUES ({rng.choice(NUMBERS)}, {rng.choice(NAMES)}, {rng.choice(NUMBERS)}, 0)"])]


def reference(rng, connection, table):
    """External data that names a file elsewhere."""
    names = [n for n in columns(connection, table) if not n.startswith("Z_")] or ["Z_OPT"]
    held = b"\x02" + rng.choice([*REFERENCES, *(n.encode() for n in PLANTS.values())]) + rng.choice([b"\x00", b""])
    return [f"UPDATE {table} SET {quoted(rng.choice(names))} = X'{held.hex()}' WHERE rowid % {rng.choice([1, 3])} = 0"]


def metadata(rng, connection, table):
    found = connection.execute("SELECT Z_PLIST FROM Z_METADATA").fetchone()
    try:
        held = plistlib.loads(found[0])
        form = rng.choice([plistlib.FMT_BINARY, plistlib.FMT_BINARY, plistlib.FMT_XML])
        if rng.random() < 0.4:
            held[rng.choice(sorted(held))] = rng.choice([None, "", -1, b"", [], {}, 1e300]) or {"a": [b"x"] * 3}
        bytes_ = bytearray(plistlib.dumps(held, fmt=form))
    except Exception:
        # Broken by an earlier change; the reader raises whatever its parts do.
        bytes_ = bytearray(b"bplist00")
    spoil(rng, bytes_)
    uuid = rng.choice([""] * 3 + [f", Z_UUID = {rng.choice(NAMES)}", f", Z_VERSION = {rng.choice(NUMBERS)}"])
    return [f"UPDATE OR IGNORE Z_METADATA SET Z_PLIST = X'{bytes_.hex()}'{uuid}"]


def model_cache(rng, connection, table):
    """The model that the store keeps: its bytes, or those of the archive in it."""
    found = connection.execute("SELECT Z_CONTENT FROM Z_MODELCACHE").fetchone()
    content = bytearray(found[0] if found and isinstance(found[0], bytes) else b"")
    if rng.random() < 0.6 and content:
        archive = bytearray(zlib.decompressobj(-15).decompress(bytes(content)))
        spoil(rng, archive)
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        content = bytearray(packer.compress(bytes(archive)) + packer.flush())
    elif rng.random() < 0.1:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        content = bytearray(packer.compress(bytes(300_000_000)) + packer.flush())
    else:
        spoil(rng, content)
    return ["DELETE FROM Z_MODELCACHE", f"INSERT INTO Z_MODELCACHE VALUES (X'{content.hex()}')"]


def spoil(rng, held):
    for _ in range(rng.choice([0, 1, 2, 6])):
        if held:
            at = rng.randrange(len(held)) if rng.random() < 0.6 else len(held) - 1 - rng.randrange(min(40, len(held)))
            kind = rng.randrange(4)
            if kind == 0:
                held[at] = rng.choice([0, 1, 0x7f, 0x80, 0xff, 0x0f, 0x1f, 0xd1, 0xa1])
            elif kind == 1:
                held[at] ^= 1 << rng.randrange(8)
            elif kind == 2:
                del held[at:at + rng.choice([1, 8, len(held)])]
            else:
                held[at:at] = held[:rng.choice([1, 16, 200])]


def text(value):
    return f"CAST(X'{value.encode().hex()}' AS TEXT)"


ALL = (trigger, view, schema_text, schema_text, schema_row, index, rebuilt, cells, cells, primary_keys, primary_keys,
       reference, metadata, metadata, model_cache, model_cache)


def change(rng, path, kinds=ALL, most=3):
    """Changes the store at `path`; what fails is left out. The names of what was tried."""
    names = []
    for _ in range(rng.randint(1, most)):
        kind = rng.choice(kinds)
        names.append(kind.__name__)
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            # Statements go ahead without the checks that an honest program would want.
            connection.execute("PRAGMA ignore_check_constraints = ON")
            connection.execute("PRAGMA synchronous = OFF")
            connection.set_progress_handler(Stop(20), 100_000)
            for statement in kind(rng, connection, any_table(rng, connection)):
                connection.execute(statement)
        except (sqlite3.Error, sqlite3.Warning, AttributeError, IndexError, TypeError, ValueError, zlib.error):
            pass
        finally:
            connection.close()
    return names


class Stop:
    """Ends a statement after so many calls: what is written here may never end by itself."""

    def __init__(self, calls):
        self.left = calls

    def __call__(self):
        self.left -= 1
        return self.left < 0
