"""The layout of a fresh store, with the suffixes that join columns get, and a reader of stores."""

import sqlite3

from fixturelib.layout import JoinTable, Layout, by_bytes


class FullLayout(Layout):
    """Columns of join tables share a name space for each reached entity (StoreFormat 2.4)."""

    def __init__(self, model, plain_orders=False):
        super().__init__(model)
        # No store that was seen has an order column beside a key with a suffix. Results follow the
        # key's name; sources have either.
        for table in self.tables.values():
            for column in [] if plain_orders else table.columns:
                if column.role == "order":
                    column.name = "Z_FOK_" + table.column(column.entity, column.prop, "link")[1:]
        names = {}
        for entity in model.entities.values():
            taken = set()
            for prop in by_bytes(entity.own.values()):
                if not (prop.is_to_many and prop.inverse):
                    continue
                inverse, other = self.inverse(prop)
                if not inverse.to_many:
                    continue
                stem = f"{model.numbers[entity.name]}{inverse.name.upper()}"
                bare, suffix = stem, 0
                while bare in taken:
                    suffix += 1
                    bare = f"{stem}{suffix}"
                taken.add(bare)
                names[other, inverse.name] = bare
        for key, join in self.joins.items():
            if join.reflexive:
                continue
            sides = []
            for _, declaring, name, order in (join.first, join.second):
                bare = names[declaring, name]
                sides.append((f"Z_{bare}", declaring, name, f"Z_FOK_{bare}" if order else None))
            self.joins[key] = JoinTable(join.name, *sides)

    def table_of(self, entity):
        return self.tables[self.model.root(entity).name]

    def unit(self, schema, entity, item):
        """Where the links of a relationship lie: ('key'|'owner'|'join', canonical (entity, name))."""
        found = schema.inverse(item)
        if not item.to_many:
            return "key", (entity, item.name)
        if not found:
            return "owner", (entity, item.name)
        if not found[1].to_many:
            return "key", (found[0], found[1].name)
        for join in self.joins.values():
            if (entity, item.name) in (join.first[1:3], join.second[1:3]):
                return "join", join.second[1:3]
        raise KeyError((entity, item.name))

    def join_of(self, key):
        return next(j for j in self.joins.values() if j.second[1:3] == key)


class Row:
    def __init__(self, entity, number, opt, values):
        self.entity, self.number, self.opt, self.values = entity, number, opt, values


class Contents:
    """Everything a store holds, read by the layout rules."""

    def __init__(self, path, schema, model, plain_orders=False):
        self.schema, self.model = schema, model
        self.layout = FullLayout(model, plain_orders)
        self.connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
        self.connection.text_factory = bytes
        self.names = {number: name for name, number in model.numbers.items()}
        # {root: {key: Row}}; an orphan's entity is None, abstract rows are orphans.
        self.rows = {root: self._rows(root) for root in schema.roots()}
        # {(entity, name): [(owner, target, place in the owner's list, place in the target's list)]}
        self.units = {}
        # {(entity, name): {holder: entity number beside the key}}
        self.companions = {}
        for entity, item in schema.relationships():
            kind, key = self.layout.unit(schema, entity, item)
            if key not in self.units and key == (entity, item.name):
                self.units[key] = getattr(self, f"_{kind}_links")(entity, item)
        self.maxima = {
            name: most for name, most in self.select("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY")}
        self.check = self.select("PRAGMA integrity_check")[0][0]
        self.ddl = {(k, n): s for k, n, s in self.select("SELECT type, name, sql FROM sqlite_master")}
        # Columns with values that belong to no property, and tables that are nobody's.
        self.strangers = [
            ("source.unowned-column", t.name) for t in self.layout.tables.values()
            if any(n == "ZLEFTOVER" for _, n, *_ in self.select(f"PRAGMA table_info({t.name})"))
            and self.select(f"SELECT count(ZLEFTOVER) FROM {t.name}")[0][0]]
        self.strangers += [("source.unknown-object", n) for k, n in self.ddl if n == "strangers"]
        self.metadata = self.connection.execute("SELECT Z_UUID, Z_PLIST FROM Z_METADATA").fetchone()
        self.connection.close()

    def select(self, statement):
        return [
            tuple(v.decode() if isinstance(v, bytes) else v for v in row)
            for row in self.connection.execute(statement)]

    def _rows(self, root):
        table = self.layout.tables[root]
        columns = ["Z_PK", "Z_ENT", "Z_OPT"] + [c.name for c in table.columns]
        typed = ", ".join(f"typeof({c}), {c}" for c in columns)
        result = {}
        for cells in self.connection.execute(f"SELECT {typed} FROM {table.name} NOT INDEXED ORDER BY Z_PK"):
            cell = {c: (cells[2 * n], cells[2 * n + 1]) for n, c in enumerate(columns)}
            number = cell["Z_ENT"][1]
            entity = self.names.get(number)
            if entity is None or self.schema.entities[entity].abstract or self.schema.root(entity) != root:
                entity = None
            values, used = {}, {"Z_PK", "Z_ENT", "Z_OPT"}
            for declaring, item in self.schema.properties(entity) if entity else []:
                if item.is_attribute:
                    column = table.column(declaring, item.name, "attribute")
                    values[item.name] = cell[column]
                    used.add(column)
            row = Row(entity, number, cell["Z_OPT"][1], values)
            row.cells = {c: v for c, (_, v) in cell.items()}
            result[cell["Z_PK"][1]] = row
        return result

    def _key_links(self, entity, item):
        table = self.layout.table_of(entity)
        column = table.column(entity, item.name, "link")
        found = self.schema.inverse(item)
        place = None
        if found and found[1].ordered:
            place = table.column(entity, item.name, "order")
        companion = None
        if self.schema.children(item.destination):
            companion = table.column(entity, item.name, "link-entity")
        links = []
        self.companions[entity, item.name] = beside = {}
        for key, row in self.rows[self.schema.root(entity)].items():
            if row.entity and self.schema.is_kind(row.entity, entity) and row.cells[column] is not None:
                links.append((key, row.cells[column], None, row.cells[place] if place else None))
                if companion:
                    beside[key] = row.cells[companion]
        return links

    def _owner_links(self, entity, item):
        column = self.layout.table_of(item.destination).column(entity, item.name, "owner")
        return [
            (row.cells[column], key, None, None)
            for key, row in self.rows[self.schema.root(item.destination)].items()
            if row.entity and self.schema.is_kind(row.entity, item.destination)
            and row.cells[column] is not None]

    def _join_links(self, entity, item):
        join = self.layout.join_of((entity, item.name))
        columns = [join.first[0], join.second[0], join.second[3] or "NULL", join.first[3] or "NULL"]
        rows = self.connection.execute(f"SELECT {', '.join(columns)} FROM {join.name} NOT INDEXED").fetchall()
        if join.reflexive:
            pairs = {(a, b) for a, b, _, _ in rows}
            return sorted((a, b, None, None) for a, b in pairs | {(b, a) for a, b in pairs})
        return rows

    def view(self, entity, item):
        """The links as seen from one end."""
        _, key = self.layout.unit(self.schema, entity, item)
        links = self.units[key]
        if key == (entity, item.name):
            return links
        return [(t, o, q, p) for o, t, p, q in links]

    def entity_of(self, root, key):
        row = self.rows[root].get(key)
        return row.entity if row else None
