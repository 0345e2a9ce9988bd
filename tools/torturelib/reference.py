"""What an import must come to: rows, values, obstacles, warnings."""

import os
import struct
from collections import defaultdict

from .layout import FullLayout
from .links import Links
from .matching import Plan
from .schema import INTEGERS

# No consent answers these: a value would have to be made up, or what is meant is unclear.
UNANSWERABLE = {
    "plan.value-missing", "plan.link-missing", "plan.not-unique", "plan.identifier-ambiguous",
    "plan.relationship-ambiguous", "plan.self-inverse-reshaped"}


class Obstacles:
    def __init__(self, layout):
        self.target_layout = layout
        self.counts = defaultdict(int)

    def add(self, name, subject, count=1):
        self.counts[name, subject] += count

    @property
    def names(self):
        return set(self.counts)


def default(item):
    """The cell that a default becomes, with its storage class."""
    text, kind = item.default, item.type
    if text is None:
        return (b"null", None)
    if kind == "Boolean":
        return (b"integer", int(text == "YES"))
    if kind in INTEGERS:
        return (b"integer", int(text))
    if kind == "String":
        return (b"text", text.encode())
    number = float(text)
    if kind == "Float":
        number = struct.unpack("f", struct.pack("f", number))[0]
    if kind in ("Date", "Decimal") and number == int(number):
        return (b"integer", int(number))
    return (b"real", number)


def is_convertible(old, new):
    if old.type == new.type:
        return True
    if old.type not in INTEGERS or new.type not in INTEGERS:
        return False
    return INTEGERS.index(old.type) < INTEGERS.index(new.type)


def is_reference(cell):
    return isinstance(cell, bytes) and len(cell) == 38 and cell[:1] == b"\x02"


class Reference:
    def __init__(self, contents, target, model, external):
        self.contents, self.source, self.target = contents, contents.schema, target
        self.external = external
        self.plan = Plan(self.source, target)
        self.obstacles = Obstacles(FullLayout(model))
        self.lacks_required = False
        self.warnings = set()
        # {source root: {key: {attribute: (class, value)}}} of rows that are carried over.
        self.values = defaultdict(dict)
        if self.plan.is_ambiguous:
            self.obstacles.add("plan.identifier-ambiguous", None)
            self.links = None
            return
        self.rows()
        self.links = Links(self.plan, contents, self.obstacles)
        for name in self.links.ambiguous:
            self.obstacles.add("plan.relationship-ambiguous", name)
        self.uniqueness()
        if self.links.dangling:
            self.warnings.add("broken-link")
        if getattr(self.links, "short", False):
            self.warnings.add("value.required-link-missing")

    @property
    def is_answerable(self):
        return not self.lacks_required and not {n for n, _ in self.obstacles.names} & UNANSWERABLE

    def rows(self):
        for name, _ in self.contents.strangers:
            self.obstacles.add(name, None)
        for root, rows in self.contents.rows.items():
            for key, row in sorted(rows.items()):
                if row.entity is None:
                    known = self.contents.names.get(row.number)
                    name = "source.abstract-rows" if known else "source.orphan-rows"
                    self.obstacles.add(name, root)
                elif self.plan.target[row.entity] is None:
                    self.obstacles.add("plan.entity-dropped", row.entity)
                else:
                    self.values[root][key] = self.row(row)

    def row(self, row):
        old, new = row.entity, self.plan.target[row.entity]
        pairs = self.plan.attributes[old]
        result = {}
        for _, item in self.source.properties(old):
            if item.is_attribute and item.name not in pairs.values() and row.values[item.name][1] is not None:
                self.obstacles.add("plan.attribute-dropped", item.name)
        for _, item in self.target.properties(new):
            if not item.is_attribute:
                continue
            before = self.source.find(old, pairs[item.name])[1] if item.name in pairs else None
            cell = row.values[before.name] if before else (b"null", None)
            if before and not is_convertible(before, item):
                if cell[1] is not None:
                    self.obstacles.add("plan.type-changed", before.name)
                before, cell = None, (b"null", None)
            if before and before.external != item.external and cell[0] == b"blob":
                cell = self.retag(before, cell, item)
            becomes_required = not item.optional and (before is None or before.optional)
            if cell[1] is None and (before is None or becomes_required):
                cell = default(item)
                if becomes_required and cell[1] is None:
                    self.obstacles.add("plan.value-missing", item.name)
            if cell[1] is None and not item.optional:
                self.warnings.add("value.required-missing")
            if item.external and is_reference(cell[1]):
                if self.content(cell[1]) is None:
                    self.warnings.add("source.external-file-missing")
            result[item.name] = cell
        return result

    def content(self, reference):
        path = os.path.join(self.external, reference[1:37].decode())
        if not os.path.exists(path):
            return None
        with open(path, "rb") as file:
            return file.read()

    def retag(self, before, cell, after):
        if not before.external:
            return (b"blob", b"\x01" + cell[1])
        if cell[1][:1] == b"\x01":
            return (b"blob", cell[1][1:])
        if not is_reference(cell[1]):
            return cell
        data = self.content(cell[1])
        if data is None:
            self.obstacles.add("plan.external-file-missing", before.name)
            # A required value cannot be consented away.
            self.lacks_required |= not after.optional
            return (b"null", None)
        return (b"blob", data)

    def uniqueness(self):
        for entity, described in self.target.entities.items():
            for group in described.unique:
                seen = set()
                for root, rows in self.values.items():
                    for key, values in rows.items():
                        new = self.plan.target[self.contents.rows[root][key].entity]
                        if not self.target.is_kind(new, entity):
                            continue
                        found = tuple(values[p][1] for p in group)
                        if None in found:
                            continue
                        if found in seen:
                            self.obstacles.add("plan.not-unique", ",".join(group))
                        seen.add(found)
