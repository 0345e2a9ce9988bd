"""Writes a graph as a Core Data store with the sqlite3 module: no code of the program."""

import plistlib
import sqlite3

from .layout import Layout
from .values import CANARY, cell, identifier

PAGE = 4096
FRAMEWORK_VERSION = 1414
# The library that writes a page leaves its version there; the same bytes must come out everywhere.
SQLITE_VERSION_OFFSET, SQLITE_VERSION = 96, 3043002


def metadata(model):
    return plistlib.dumps({
        "NSPersistenceFrameworkVersion": FRAMEWORK_VERSION,
        "NSStoreModelVersionChecksumKey": model.checksum(),
        "NSStoreModelVersionHashes": model.version_hashes(),
        "NSStoreModelVersionHashesDigest": model.digest(),
        "NSStoreModelVersionHashesVersion": 3,
        "NSStoreModelVersionIdentifiers": [model.identifier],
        "NSStoreType": "SQLite",
        "_NSAutoVacuumLevel": "2",
        "org.example.library.session": f"{CANARY}-session",
    }, fmt=plistlib.FMT_BINARY, sort_keys=True)


def table_rows(graph):
    """{table: {key: {column: cell}}}; a join table's key is its pair."""
    model, layout = graph.model, Layout(graph.model)
    result = {t.name: {} for t in layout.tables.values()}
    result.update({j: {} for j in layout.joins})
    for entity, rows in graph.objects.items():
        table = layout.tables[model.root(entity).name]
        for key, row in rows.items():
            cells = {"Z_PK": key, "Z_ENT": model.numbers[entity], "Z_OPT": row.get("_opt", 1)}
            cells.update({c.name: None for c in table.columns})
            for name, (prop, declaring) in model.properties(entity).items():
                if prop.is_attribute:
                    cells[table.column(declaring, name, "attribute")] = cell(row.get(name))
            result[table.name][key] = cells
    for (declaring, name), links in graph.links.items():
        fill_links(graph, layout, result, declaring, name, links)
    return result


def fill_links(graph, layout, result, declaring, name, links):
    model = graph.model
    prop = model.entities[declaring].own[name]
    if prop.is_to_one:
        table = layout.tables[model.root(declaring).name]
        for key, target, _ in links:
            cells = result[table.name][key]
            cells[table.column(declaring, name, "link")] = target
            if model.children(prop.destination):
                entity = graph.where[model.root(prop.destination).name, target]
                cells[table.column(declaring, name, "link-entity")] = model.numbers[entity]
        return
    many = layout.tables[model.root(prop.destination).name]
    if not prop.inverse:
        for key, target, _ in links:
            result[many.name][target][many.column(declaring, name, "owner")] = key
        return
    inverse, other = layout.inverse(prop)
    if inverse.is_to_one:
        if prop.ordered:
            for _, target, order in links:
                result[many.name][target][many.column(other, inverse.name, "order")] = order
        return
    for join in layout.joins.values():
        # Each side's column is named after the relationship that leads to what it holds.
        if join.reflexive and join.second[1:3] == (declaring, name):
            for key, target, _ in links:
                result[join.name][key, target] = {join.first[0]: key, join.second[0]: target}
        elif not join.reflexive:
            for there, back in ((join.first, join.second), (join.second, join.first)):
                if there[1:3] == (declaring, name):
                    for key, target, order in links:
                        pair = (target, key) if there is join.first else (key, target)
                        cells = result[join.name].setdefault(pair, {})
                        cells.update({there[0]: target, back[0]: key})
                        if there[3]:
                            cells[there[3]] = order


def primary_keys(graph, spare=3):
    """Z_MAX lies above the highest key in use, as after deletions."""
    model = graph.model
    for entity, number in model.numbers.items():
        parent = model.entities[entity].parent
        keys = [k for (root, k) in graph.where if root == entity and not parent]
        highest = max(keys) + spare if keys else 0
        yield number, entity, model.numbers[parent] if parent else 0, highest


def insert(connection, table, cells):
    names = ", ".join(cells)
    marks = ", ".join("?" * len(cells))
    connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(cells.values()))


def write(path, graph, label):
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in (f"page_size={PAGE}", "auto_vacuum=2", "journal_mode=OFF", "synchronous=OFF"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("BEGIN")
    for statement in Layout(graph.model).ddl():
        connection.execute(statement)
    connection.execute(
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)")
    connection.execute(
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)")
    connection.execute("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
    for row in primary_keys(graph):
        connection.execute("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)", row)
    store_uuid = str(identifier(label)).upper()
    connection.execute("INSERT INTO Z_METADATA VALUES (1, ?, ?)", (store_uuid, metadata(graph.model)))
    for table, rows in table_rows(graph).items():
        for key in sorted(rows):
            insert(connection, table, rows[key])
    connection.execute("COMMIT")
    connection.close()
    return store_uuid


def change(path, old, new):
    """One transaction that makes a store of `old` one of `new`, row by row."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=OFF")
    connection.execute("BEGIN")
    before, after = table_rows(old), table_rows(new)
    for table in before:
        for key in sorted(set(before[table]) | set(after[table])):
            was, now = before[table].get(key), after[table].get(key)
            if was == now:
                continue
            if was is not None:
                names = list(was)[:1] if "Z_PK" in was else list(was)[:2]
                condition = " AND ".join(f"{n} = ?" for n in names)
                connection.execute(f"DELETE FROM {table} WHERE {condition}", [was[n] for n in names])
            if now is not None:
                insert(connection, table, now)
    for number, _, _, highest in primary_keys(new):
        connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", (highest, number))
    connection.execute("COMMIT")
    connection.close()


def settle(data):
    """The header as Core Data's own SQLite leaves it: WAL mode, one library version."""
    data = bytearray(data)
    data[18:20] = b"\x02\x02"
    offset = SQLITE_VERSION_OFFSET
    data[offset:offset + 4] = SQLITE_VERSION.to_bytes(4, "big")
    return bytes(data)
