"""Holds an import's result and report against the reference."""

import csv
import hashlib
import os
import plistlib
import struct
from collections import defaultdict

from .layout import Contents
from .links import place_key
from .reference import is_reference

BROKEN = {
    "source.dangling-link", "source.wrong-entity-link", "source.dangling-join-row",
    "source.wrong-entity-join-row"}
NO_SUBJECT = {"plan.relationship-narrowed", "plan.identifier-ambiguous"}
# Obstacles whose counts the reference knows.
COUNTED = {
    "plan.entity-dropped", "plan.attribute-dropped", "plan.type-changed", "plan.value-missing",
    "plan.relationship-dropped", "plan.inverse-dropped", "plan.external-file-missing",
    "source.orphan-rows", "source.abstract-rows", "source.unknown-object"}


def blocked(report):
    return set(counted(report))


def counted(report):
    """{(id, subject): count} of obstacles, as the reference names them."""
    result = defaultdict(int)
    for finding in report["body"]["findings"]:
        if finding["severity"] == "error" and finding["id"] != "plan.hash-unverified":
            subject = finding["property"] or finding["entity"]
            result[finding["id"], None if finding["id"] in NO_SUBJECT else subject] += finding["count"]
    return result


def warnings(report):
    found = {f["id"] for f in report["body"]["findings"] if f["severity"] != "note"}
    return {"broken-link" if f in BROKEN else f for f in found}


class Outcome:
    def __init__(self, reference, path, model, ids, report, external):
        self.reference, self.report = reference, report
        self.contents = Contents(path, reference.target, model)
        self.source = reference.contents
        self.external = external
        self.problems = []
        self.keys(ids)
        self.rows()
        if not self.problems:
            self.links()
        self.companions()
        self.orders()
        self.schema()
        self.metadata(model)
        self.accounts()

    def problem(self, text):
        self.problems.append(text)

    def same(self, what, found, expected):
        if found != expected:
            self.problem(f"{what}: found {str(found)[:300]}, expected {str(expected)[:300]}")

    def keys(self, path):
        """{(source root, old key): (target root, new key)} from the id map."""
        self.new = {}
        with open(path, newline="") as file:
            for row in list(csv.reader(file))[1:]:
                old, new = [c.split("/")[-2:] for c in row if c.startswith("x-coredata://")]
                entity = self.source.schema.root(old[0])
                self.same("id map's entity", new[0], self.reference.plan.target[old[0]])
                self.new[entity, int(old[1][1:])] = (self.reference.target.root(new[0]), int(new[1][1:]))
        wanted = {(root, k) for root, rows in self.reference.values.items() for k in rows}
        self.same("rows in the id map", set(self.new), wanted)
        self.same("distinct new keys", len(set(self.new.values())), len(self.new))
        feeding = defaultdict(set)
        for (old, key), (new, other) in self.new.items():
            feeding[new].add(old)
        plan = self.reference.plan
        for (old, key), (new, other) in self.new.items():
            is_only = not any(
                plan.target[e] and self.reference.target.root(plan.target[e]) == new
                and self.source.schema.root(e) != old for e in plan.target)
            if is_only and key != other:
                self.problem(f"key {key} of {old} became {other} without need")

    def rows(self):
        found = {(root, k) for root, rows in self.contents.rows.items() for k in rows}
        self.same("rows", found, set(self.new.values()))
        for (old_root, old), (root, key) in self.new.items():
            before = self.source.rows[old_root][old]
            row = self.contents.rows.get(root, {}).get(key)
            if row is None:
                continue
            where = f"{before.entity} {old}"
            self.same(f"{where}: entity", row.entity, self.reference.plan.target[before.entity])
            self.same(f"{where}: Z_OPT", row.opt, before.opt)
            self.same(f"{where}: values", row.values, self.reference.values[old_root][old])
            layout = self.contents.layout
            properties = self.reference.target.properties(row.entity) if row.entity else []
            own = {(d, p.name) for d, p in properties}
            for column in layout.tables[root].columns:
                if column.role != "owner" and (column.entity, column.prop) not in own:
                    self.same(f"{where}: stranger's {column.name}", row.cells[column.name], None)
            for _, item in properties:
                if item.is_attribute and item.external:
                    self.file(where, row.values[item.name][1])

    def file(self, where, cell):
        if not is_reference(cell):
            return
        data = self.reference.content(cell)
        path = os.path.join(self.external, cell[1:37].decode())
        found = None
        if os.path.exists(path):
            with open(path, "rb") as file:
                found = file.read()
        self.same(f"{where}: external file", found, data)

    def map_link(self, link):
        root = self.source.schema.root
        return self.new[root(link[4]), link[0]], self.new[root(link[5]), link[1]]

    def links(self):
        target = self.reference.target
        for key, expected in self.reference.links.final.items():
            entity, item = key[0], target.entities[key[0]].own[key[1]]
            roots = target.root(entity), target.root(item.destination)
            found = [((roots[0], o), (roots[1], t)) for o, t, _, _ in self.contents.units[key]]
            wanted = {self.map_link(link) for link in expected}
            self.same(f"links of {'.'.join(key)}", sorted(found, key=str), sorted(wanted, key=str))
        for entity, item in target.relationships():
            if item.ordered:
                self.lists(entity, item)

    def lists(self, entity, item):
        """Every ordered list is as the source's would be read."""
        layout = self.contents.layout
        _, key = layout.unit(self.reference.target, entity, item)
        is_own = key == (entity, item.name)
        expected = defaultdict(list)
        for link in self.reference.links.final[key]:
            owner, target = self.map_link(link)
            before = link[2]
            if not is_own:
                owner, target, before = target, owner, link[3]
            expected[owner[1]].append((place_key(before), target[1]))
        found = defaultdict(list)
        for owner, target, place, _ in self.contents.view(entity, item):
            found[owner].append((place_key(place), target))
        for owner in set(expected) | set(found):
            self.same(
                f"list {entity}.{item.name} of {owner}", [t for _, t in sorted(found[owner])],
                [t for _, t in sorted(expected[owner])])

    def orders(self):
        for entity, item in self.reference.target.relationships():
            if not item.ordered:
                continue
            lists = defaultdict(list)
            for owner, _, place, _ in self.contents.view(entity, item):
                lists[owner].append(place)
            for owner, places in lists.items():
                if None in places or len(set(places)) != len(places):
                    self.problem(f"places of {entity}.{item.name} of {owner}: {places}")

    def companions(self):
        for (entity, name), beside in self.contents.companions.items():
            item = self.reference.target.entities[entity].own[name]
            if not self.reference.target.children(item.destination):
                continue
            root = self.reference.target.root(item.destination)
            for owner, target, _, _ in self.contents.units[entity, name]:
                row = self.contents.rows[root].get(target)
                self.same(f"entity beside {entity}.{name} of {owner}", beside[owner], row and row.number)

    def schema(self):
        self.same("integrity_check", self.contents.check, "ok")
        wanted = self.contents.layout.ddl()
        system = ("Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE")
        found = [s for (_, n), s in self.contents.ddl.items() if s and n not in system]
        self.same("schema", sorted(map(loose, found)), sorted(map(loose, wanted)))
        for entity in self.reference.target.entities.values():
            most = self.contents.maxima.get(entity.name)
            highest = max(self.contents.rows[entity.name], default=0) if not entity.parent else 0
            if most is None or most < highest or (entity.parent and most):
                self.problem(f"Z_MAX of {entity.name}: {most}, highest key {highest}")

    def metadata(self, model):
        plist = plistlib.loads(self.contents.metadata[1])
        hashes = model.version_hashes()
        self.same("hashes", plist["NSStoreModelVersionHashes"], hashes)
        self.same("digest", plist["NSStoreModelVersionHashesDigest"], model.digest())
        self.same("checksum", plist["NSStoreModelVersionChecksumKey"], model.checksum())
        shown = self.report["body"]["destination"]["versionHashes"]
        self.same("hashes of the report", shown, {n: h.hex() for n, h in hashes.items()})

    def accounts(self):
        body = self.report["body"]
        plan = self.reference.plan
        self.same("accounts of entities", self.entity_accounts(body), self.expected_entities())
        for entity, item in self.source.schema.relationships():
            found = [a for a in body["relationships"] if (a["entity"], a["name"]) == (entity, item.name)]
            what = f"account of {entity}.{item.name}"
            if len(found) != 1:
                self.problem(f"{what}: {len(found)} lines")
                continue
            account = found[0]
            self.same(
                what, account["read"],
                account["connected"] + account["dangling"] + account["dropped"] + account["rejected"])
            read = len(self.source.view(entity, item))
            self.same(f"{what}: read", account["read"], read)
            valid = len(self.reference.links.valid[entity, item.name])
            self.same(f"{what}: dangling", account["dangling"], read - valid)
            connected = self.reference.links.connected(entity, item)
            if account["connected"] not in connected:
                self.problem(f"{what}: connected {account['connected']}, expected {connected}")
        found = {(a["entity"], a["name"]): (a["nulls"], a["digest"]) for a in body["attributes"]}
        self.same("accounts of attributes", found, self.digests())
        if self.contents.metadata[0] in (None, self.source.metadata[0]):
            self.problem("the new store has the source's UUID")

    def entity_accounts(self, body):
        self.same("merged and rejected", sum(a["merged"] + a["rejected"] for a in body["entities"]), 0)
        return sorted(
            (a["source"], str(a["destination"]), a["read"], a["migrated"], a["dropped"])
            for a in body["entities"])

    def expected_entities(self):
        counts, orphans = defaultdict(int), defaultdict(int)
        for root, rows in self.source.rows.items():
            for row in rows.values():
                counts[row.entity] += 1
                orphans[root] += row.entity is None
        result = [
            (old, str(new), counts[old], counts[old] if new else 0, 0 if new else counts[old])
            for old, new in self.reference.plan.target.items()]
        return sorted(result + [(root, "None", n, 0, n) for root, n in orphans.items() if n])

    def digests(self):
        """Number of NULLs and digest of every attribute of the result, by the report's own rule."""
        target = self.reference.target
        result = {}
        for entity in target.concrete():
            rows = sorted(
                (new[1], old, self.reference.values[root][old]) for (root, old), new in self.new.items()
                if self.reference.plan.target[self.source.rows[root][old].entity] == entity)
            for _, item in target.properties(entity):
                if not item.is_attribute:
                    continue
                digest, nulls = hashlib.sha256(), 0
                for _, old, values in rows:
                    nulls += values[item.name][1] is None
                    digest.update(self.record(old, values[item.name], item))
                result[entity, item.name] = (nulls, "sha256:" + digest.hexdigest())
        return result

    def record(self, key, cell, item):
        kind, value = cell
        if kind == b"integer":
            data = struct.pack(">q", value)
        elif kind == b"real":
            data = struct.pack(">d", value)
        else:
            data = value or b""
        if item.external and kind == b"blob" and data[:1] == b"\x01":
            data = data[1:]
        elif item.external and is_reference(value):
            content = self.reference.content(data)
            data = data if content is None else content
        code = [b"integer", b"real", b"text", b"blob", b"null"].index(kind) + 1
        return struct.pack(">qBq", key, code, len(data)) + data


def loose(statement):
    """Columns without their order, which for order columns is not settled."""
    head, _, tail = statement.partition("(")
    return head.strip(), tuple(sorted(p.strip() for p in tail.strip(" )").split(",")))
