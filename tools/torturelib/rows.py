"""Random rows and links for a model."""

import os
import uuid

from .layout import FullLayout


def noise(rng, count):
    return bytes(rng.randrange(256) for _ in range(count))


class Rows:
    def __init__(self, rng, schema, model, folder, name):
        self.rng, self.schema, self.model = rng, schema, model
        self.plain_orders = rng.random() < 0.2
        self.layout = FullLayout(model, self.plain_orders)
        self.folder, self.name = folder, name
        self.cells = {t.name: {} for t in self.layout.tables.values()}
        self.joins = {j: {} for j in self.layout.joins}
        # Broken things are rare, so that most cases test what is carried over.
        self.is_broken = rng.random() < 0.3
        self.is_gappy = rng.random() < 0.25
        # As left by migrations in place, and by other tools.
        self.is_worn = rng.random() < 0.25
        self.is_odd = rng.random() < 0.08
        self.is_logged = rng.random() < 0.15
        self.keys = {}
        self.entity = {}

    def odds(self, share):
        return self.rng.random() < share

    def make(self):
        for root in self.schema.roots():
            self.fill_table(root)
        for entity, item in self.schema.relationships():
            kind, key = self.layout.unit(self.schema, entity, item)
            if key == (entity, item.name):
                getattr(self, f"{kind}_links")(entity, item)
        self.places()

    def fill_table(self, root):
        table = self.layout.tables[root]
        free = list(range(1, self.rng.choice([12, 40, 300]) + 30))
        self.rng.shuffle(free)
        entities = []
        for name in self.schema.concrete(root):
            entities += [name] * self.rng.choice([0, 1, 2, 3, 4, 6])
        for name in entities:
            self.add_row(table, root, free.pop(), name, self.model.numbers[name])
        if self.is_broken and self.odds(0.15):
            self.add_row(table, root, free.pop(), None, 97)
        abstract = [n for n in self.schema.family(root) if self.schema.entities[n].abstract]
        if self.is_broken and abstract and self.odds(0.2):
            self.add_row(table, root, free.pop(), None, self.model.numbers[abstract[0]])

    def add_row(self, table, root, key, entity, number):
        cells = {"Z_PK": key, "Z_ENT": number, "Z_OPT": self.rng.choice([1, 1, 2, 9])}
        cells.update({c.name: None for c in table.columns})
        own = {(d, p.name) for d, p in self.schema.properties(entity)} if entity else set()
        for column in table.columns:
            if column.role != "attribute":
                continue
            item = self.schema.entities[column.entity].own[column.prop]
            if (column.entity, column.prop) in own:
                if not self.odds(0.25 if item.optional else (0.05 if self.is_gappy else 0)):
                    cells[column.name] = self.value(item)
            elif self.is_broken and self.odds(0.05):
                cells[column.name] = self.value(item)
        self.cells[table.name][key] = cells
        if entity:
            self.keys.setdefault(entity, []).append(key)
            self.entity[root, key] = entity

    def value(self, item):
        rng = self.rng
        kind = item.type
        if self.is_odd and self.odds(0.1):
            return rng.choice([7, 0.5, -1 << 62, "odd", b"\x00odd"])
        if kind == "Boolean":
            return rng.randrange(2)
        if kind.startswith("Integer"):
            top = {"Integer 16": 1 << 15, "Integer 32": 1 << 31, "Integer 64": 1 << 63}[kind]
            return rng.choice([0, 1, -1, top - 1, -top, rng.randrange(100), rng.randrange(top)])
        if kind == "Date":
            return rng.choice([0, 600000000, -1000.5, rng.randrange(10 ** 9), rng.random() * 1e9])
        if kind == "Float":
            return rng.choice([0.0, 0.5, -2.25, 1e10])
        if kind == "Double":
            return rng.choice([0.0, 0.1, -1e300, 5e-324, rng.random()])
        if kind == "Decimal":
            return rng.choice([0, 12, 10.11, 3.3333333332999993, -5])
        if kind == "String":
            return rng.choice([
                "", "a", "é́", "quote ' \" ;", "nul\0inside", "東京 🎈", "123", "0x1", " ", "NULL",
                f"s{rng.randrange(50)}"])
        if kind == "UUID":
            return noise(rng, 16)
        data = rng.choice([b"\x01", b"\x02x", b"\x00" * 5, b"text", noise(rng, rng.randrange(1, 60))])
        if kind == "Binary" and item.external:
            return self.external(data)
        return rng.choice([data, b""])

    def external(self, data):
        if not self.odds(0.3):
            return b"\x01" + data
        name = str(uuid.UUID(bytes=noise(self.rng, 16))).upper()
        if not (self.is_broken and self.odds(0.1)):
            folder = os.path.join(self.folder, f".{self.name}_SUPPORT", "_EXTERNAL_DATA")
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        return b"\x02" + name.encode() + b"\x00"

    def rows_of(self, entity):
        """(key, concrete entity) of every object of the kind."""
        return [(k, e) for e in self.schema.concrete(entity) for k in sorted(self.keys.get(e, []))]

    def target(self, entity):
        """A key that a link to the kind may hold: now and then a wrong one."""
        rows = self.rows_of(entity)
        if self.is_broken and self.odds(0.1):
            others = sorted(self.cells[self.layout.table_of(entity).name])
            return self.rng.choice(others + [9999, 0])
        return self.rng.choice(rows)[0] if rows else None

    def key_links(self, entity, item):
        table = self.layout.table_of(entity)
        column = table.column(entity, item.name, "link")
        found = self.schema.inverse(item)
        share = 0.65 if item.optional else (0.9 if self.is_gappy else 1)
        rows = self.rows_of(entity)
        if found and not found[1].to_many:
            self.one_to_one(entity, item, found, column)
            return
        for key, _ in rows:
            if self.odds(share):
                self.set_key(table, key, entity, item, column, self.target(item.destination))
        if self.is_broken and self.schema.root(entity) != entity and self.odds(0.2):
            for key, cells in self.cells[table.name].items():
                if cells[column] is None and self.odds(0.2):
                    cells[column] = self.target(item.destination)

    def set_key(self, table, key, entity, item, column, target):
        cells = self.cells[table.name][key]
        cells[column] = target
        if target is not None and self.schema.children(item.destination):
            there = self.entity.get((self.schema.root(item.destination), target))
            cells[table.column(entity, item.name, "link-entity")] = (
                self.model.numbers[there] if there else self.model.numbers[item.destination])

    def one_to_one(self, entity, item, found, column):
        """Written once for both ends, from the lesser."""
        home, other = found
        if (home, other.name) < (entity, item.name):
            return
        here, there = self.layout.table_of(entity), self.layout.table_of(home)
        far = there.column(home, other.name, "link")
        targets = [k for k, _ in self.rows_of(item.destination)]
        self.rng.shuffle(targets)
        for key, _ in self.rows_of(entity):
            if other is item and self.cells[here.name][key][column] is not None:
                continue
            if not targets or not self.odds(0.7):
                continue
            target = targets.pop()
            if other is item and self.cells[here.name][target][column] is not None:
                continue
            self.set_key(here, key, entity, item, column, target)
            self.set_key(there, target, home, other, far, key)
        if self.is_broken and self.odds(0.3):
            for table, e, i, c in ((here, entity, item, column), (there, home, other, far)):
                for key, _ in self.rows_of(e):
                    if self.odds(0.2):
                        self.set_key(table, key, e, i, c, self.target(i.destination))

    def owner_links(self, entity, item):
        table = self.layout.table_of(item.destination)
        column = table.column(entity, item.name, "owner")
        for key, _ in self.rows_of(item.destination):
            if self.odds(0.6):
                self.cells[table.name][key][column] = self.target(entity)

    def join_links(self, entity, item):
        join = self.layout.join_of((entity, item.name))
        home = self.schema.inverse(item)[0]
        for key, _ in self.rows_of(entity):
            for _ in range(self.rng.choice([0, 1, 2, 3])):
                owner = self.target(home) if self.is_broken and self.odds(0.05) else key
                target = self.target(item.destination)
                if target is None or owner is None:
                    continue
                self.joins[join.name][owner, target] = {join.first[0]: owner, join.second[0]: target}
                if join.reflexive and not self.odds(0.2):
                    self.joins[join.name][target, owner] = {join.first[0]: target, join.second[0]: owner}

    def place(self, count):
        if self.is_gappy and self.odds(0.2):
            return self.rng.choice([None, 2048, 5000])
        return 2048 + 1024 * count if self.odds(0.8) else self.rng.randrange(-5, 90000)

    def places(self):
        for table in self.layout.tables.values():
            for column in table.columns:
                if column.role == "order":
                    link = table.column(column.entity, column.prop, "link")
                    keys = list(self.cells[table.name])
                    self.rng.shuffle(keys)
                    for n, key in enumerate(keys):
                        if self.cells[table.name][key][link] is not None:
                            self.cells[table.name][key][column.name] = self.place(n)
        for name, join in self.layout.joins.items():
            for side in (join.first, join.second):
                pairs = list(self.joins[name])
                self.rng.shuffle(pairs)
                for n, pair in enumerate(pairs):
                    if side[3]:
                        self.joins[name][pair][side[3]] = self.place(n)
