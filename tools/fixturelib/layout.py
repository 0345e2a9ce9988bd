"""Which tables, columns and indexes Core Data gives a model in a fresh store."""

DECLARED = {
    "Integer 16": "INTEGER", "Integer 32": "INTEGER", "Integer 64": "INTEGER",
    "Boolean": "INTEGER", "Double": "FLOAT", "Float": "FLOAT", "Date": "TIMESTAMP",
    "Decimal": "DECIMAL", "String": "VARCHAR", "UUID": "BLOB", "Transformable": "BLOB",
    "Binary": "BLOB",
}
INTEGERS = ("Integer 16", "Integer 32", "Integer 64", "Boolean")
TYPE_GROUPS = [
    ("Double", "Float", "Date"), ("Decimal",), ("String",), ("UUID",), ("Transformable",), ("Binary",),
]


class Column:
    """`role`: attribute, link, link-entity, owner (a to-many without inverse), order."""

    def __init__(self, name, declared, role, entity, prop):
        self.name, self.declared, self.role = name, declared, role
        self.entity, self.prop = entity, prop


class Table:
    def __init__(self, name):
        self.name, self.columns, self.taken = name, [], set()

    def add(self, name, declared, role, entity, prop):
        """A name that a sibling took already gets the next free digit."""
        free, suffix = name, 0
        while free in self.taken:
            suffix += 1
            free = f"{name}{suffix}"
        self.taken.add(free)
        self.columns.append(Column(free, declared, role, entity, prop))

    def column(self, entity, prop, role):
        for c in self.columns:
            if (c.entity, c.prop, c.role) == (entity, prop, role):
                return c.name
        raise KeyError((entity, prop, role))

    def ddl(self):
        declared = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
        declared += [f"{c.name} {c.declared}" for c in self.columns]
        return f"CREATE TABLE {self.name} ( {', '.join(declared)} )"


class JoinTable:
    """`first` and `second` are (column, declaring entity, property, order column or None)."""

    def __init__(self, name, first, second, reflexive=False):
        self.name, self.first, self.second, self.reflexive = name, first, second, reflexive

    def ddl(self):
        columns = [f"{self.first[0]} INTEGER", f"{self.second[0]} INTEGER"]
        columns += [f"{side[3]} INTEGER" for side in (self.first, self.second) if side[3]]
        columns.append(f"PRIMARY KEY ({self.first[0]}, {self.second[0]})")
        return f"CREATE TABLE {self.name} ( {', '.join(columns)} )"

    def index(self):
        first, second = self.first[0], self.second[0]
        return f"CREATE INDEX {self.name}_{second}_INDEX ON {self.name} ({second}, {first})"


def by_bytes(properties):
    return sorted(properties, key=lambda p: p.name.encode())


class Layout:
    def __init__(self, model):
        self.model = model
        self.tables = {root.name: self._table(root) for root in model.roots()}
        self.joins = {}
        for name in sorted(model.entities, key=lambda n: model.numbers[n]):
            for prop in by_bytes(model.entities[name].own.values()):
                self._join(name, prop)

    def inverse(self, prop):
        """The property at the other end and the entity that declares it."""
        return self.model.properties(prop.destination)[prop.inverse]

    def _table(self, root):
        table = Table("Z" + root.name.upper())
        family = self.model.family(root.name)
        for entity in family:
            for p in by_bytes(entity.own.values()):
                if p.type in INTEGERS:
                    table.add("Z" + p.name.upper(), DECLARED[p.type], "attribute", entity.name, p.name)
            for p in by_bytes(entity.own.values()):
                if p.is_to_one:
                    self._link(table, entity, p)
            for owner, p in self._owners(entity.name):
                column = f"Z{self.model.numbers[owner]}{p.name.upper()}"
                table.add(column, "INTEGER", "owner", owner, p.name)
        for entity in family:
            for p in by_bytes(entity.own.values()):
                if p.is_to_one and p.inverse and self.inverse(p)[0].ordered:
                    table.add("Z_FOK_" + p.name.upper(), "INTEGER", "order", entity.name, p.name)
        for group in TYPE_GROUPS:
            for entity in family:
                for p in by_bytes(entity.own.values()):
                    if p.type in group:
                        table.add("Z" + p.name.upper(), DECLARED[p.type], "attribute", entity.name, p.name)
        return table

    def _link(self, table, entity, prop):
        name = prop.name.upper()
        table.add("Z" + name, "INTEGER", "link", entity.name, prop.name)
        if self.model.children(prop.destination):
            number = self.model.numbers[prop.destination]
            table.add(f"Z{number}_{name}", "INTEGER", "link-entity", entity.name, prop.name)

    def _owners(self, destination):
        """To-many relationships without inverse that lead to the entity."""
        for name in sorted(self.model.entities, key=lambda n: self.model.numbers[n]):
            for p in by_bytes(self.model.entities[name].own.values()):
                if p.is_to_many and not p.inverse and p.destination == destination:
                    yield name, p

    def _join(self, name, prop):
        if not (prop.is_to_many and prop.inverse and self.inverse(prop)[0].to_many):
            return
        numbers = self.model.numbers
        inverse, other = self.inverse(prop)
        if inverse is prop:
            table = f"Z_{numbers[name]}{prop.name.upper()}"
            side = (table, name, prop.name, None)
            self.joins[table] = JoinTable(table, side, ("REFLEXIVE", name, prop.name, None), True)
            return
        # The lower number names the table; at one entity's own, the later name does.
        if (numbers[name], other != name or prop.name < inverse.name) > (numbers[other], False):
            return

        def side(declaring, p, destination):
            bare = f"{numbers[destination]}{p.name.upper()}"
            return (f"Z_{bare}", declaring, p.name, f"Z_FOK_{bare}" if p.ordered else None)

        table = f"Z_{numbers[name]}{prop.name.upper()}"
        self.joins[table] = JoinTable(table, side(other, inverse, name), side(name, prop, other))

    def ddl(self):
        """Tables, then indexes, as a fresh store lists them."""
        tables, indexes = [], []
        for root, table in self.tables.items():
            family = self.model.family(root)
            joins = [j for j in self.joins.values() if self._home(j) == root]
            tables += [table.ddl()] + [j.ddl() for j in joins]
            indexes += [
                f"CREATE INDEX {table.name}_{c.name}_INDEX ON {table.name} ({c.name})"
                for c in table.columns if c.role in ("link", "owner")
            ]
            if len(family) > 1:
                indexes.append(f"CREATE INDEX {table.name}_Z_ENT_INDEX ON {table.name} (Z_ENT)")
            indexes += [j.index() for j in joins]
            for entity in family:
                indexes += self._declared(table, entity)
        return tables + indexes

    def _home(self, join):
        """The root entity whose table the join table follows: that of the side naming it."""
        return self.model.root(join.second[1]).name

    def _declared(self, table, entity):
        def element(name, direction):
            column = table.column(entity.name, name, "attribute")
            return f"{column} COLLATE BINARY {direction}"

        for name, elements in entity.indexes:
            columns = [element(n, "ASC" if o == "ascending" else "DESC") for n, o in elements]
            yield f"CREATE INDEX Z_{entity.name}_{name} ON {table.name} ({', '.join(columns)})"
        for names in entity.unique:
            columns = ", ".join(element(n, "ASC") for n in names)
            index = f"Z_{entity.name}_UNIQUE_{'_'.join(names)}"
            yield f"CREATE UNIQUE INDEX {index} ON {table.name} ({columns})"
