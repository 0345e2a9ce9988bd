"""A random source model."""

from .schema import INTEGERS, TYPES, Attribute, Entity, Relationship, Schema

ENTITIES = ["Album", "Badge", "car", "Delta", "Event", "Folder", "gate", "House", "Item", "Job", "Kite",
            "lamp", "Node", "Order", "Person", "Quote", "Room", "Tag", "unit", "Visit"]
ATTRIBUTES = ["age", "body", "code", "data", "flag", "Group", "kind", "label", "mark", "note", "order",
              "rank", "size", "text", "value", "when", "xval", "Zone"]
LINKS = ["above", "best", "first", "friends", "home", "list", "links", "main", "next", "owner", "parts",
         "related", "set", "source", "target", "topics", "users", "via"]
DEFAULTS = {
    "Integer 16": ["0", "7", "-3"], "Integer 32": ["70000", "1"], "Integer 64": ["5000000000", "2"],
    "Boolean": ["YES", "NO"], "Double": ["0.1", "3"], "Float": ["0.1", "2.5"], "Date": ["600000000", "12.5"],
    "Decimal": ["1.25", "4"], "String": ["", "x 'q' é"],
}


def fresh(rng, pool, taken):
    """A name that differs from those taken, case aside."""
    lower = {t.lower() for t in taken}
    names = [n for n in pool if n.lower() not in lower]
    if names:
        return rng.choice(names)
    stem = rng.choice(pool)
    extra = "x"
    while (stem + extra).lower() in lower:
        extra += "x"
    return stem + extra


def attribute(rng, name, kind=None):
    kind = kind or rng.choice(TYPES)
    default = rng.choice(DEFAULTS[kind]) if kind in DEFAULTS and rng.random() < 0.4 else None
    return Attribute(
        name, kind, rng.random() < 0.65, default, kind == "Binary" and rng.random() < 0.5)


def add_attribute(rng, schema, entity):
    item = attribute(rng, fresh(rng, ATTRIBUTES, schema.taken(entity)))
    clear_identifier(rng, schema, item)
    schema.entities[entity].own[item.name] = item
    return item


def clear_identifier(rng, schema, item):
    """An identifier that nothing bears, where the name would stand for something else."""
    if item.name in {i.eid for e in schema.entities.values() for i in e.own.values() if i.eid}:
        item.eid = f"id-{rng.randrange(10 ** 9)}"


def link_name(rng, schema, *entities):
    taken = set().union(*(schema.taken(e) for e in entities))
    return fresh(rng, LINKS, taken)


def add_relationship(rng, schema, entity, destination=None, shape=None):
    """A relationship of a random shape, and its inverse if it has one."""
    destination = destination or rng.choice(sorted(schema.entities))
    shape = shape or rng.choice([
        "one", "one", "one-one", "one-many", "one-many", "one-many-ordered", "many-many", "many-many",
        "many-many-ordered", "many-many-both", "self-one", "self-many", "many-alone"])
    own, far = schema.entities[entity].own, schema.entities[destination].own
    name = link_name(rng, schema, entity)
    optional = rng.random() < 0.85
    if shape == "one":
        own[name] = Relationship(name, destination, False, optional=optional)
    elif shape == "many-alone":
        own[name] = Relationship(name, destination, True)
    elif shape in ("self-one", "self-many"):
        own[name] = Relationship(name, entity, shape == "self-many", inverse=name)
    else:
        own[name] = first = Relationship(name, destination, shape.startswith("many-many"), optional=optional)
        back = link_name(rng, schema, entity, destination)
        far[back] = second = Relationship(back, entity, shape != "one-one", inverse=name)
        first.inverse = back
        first.ordered = shape == "many-many-both"
        second.ordered = "ordered" in shape or shape == "many-many-both"
        clear_identifier(rng, schema, second)
    clear_identifier(rng, schema, own[name])


def source_schema(rng):
    schema = Schema()
    for _ in range(rng.randint(2, 6)):
        parents = [n for n in sorted(schema.entities) if len(schema.lineage(n)) < 4]
        parent = rng.choice(parents) if parents and rng.random() < 0.45 else None
        name = fresh(rng, ENTITIES, schema.entities)
        schema.add(Entity(name, parent, rng.random() < 0.2))
    if not schema.concrete():
        rng.choice([e for _, e in sorted(schema.entities.items())]).abstract = False
    for name in sorted(schema.entities):
        for _ in range(rng.choice([0, 1, 2, 2, 3])):
            add_attribute(rng, schema, name)
        if not schema.properties(name):
            add_attribute(rng, schema, name)
    for _ in range(rng.randint(1, 4)):
        add_relationship(rng, schema, rng.choice(sorted(schema.entities)))
    for name in sorted(schema.entities):
        decorate(rng, schema, name)
    return schema


def decorate(rng, schema, name):
    """History in the identifiers, an index, a constraint."""
    entity = schema.entities[name]
    if rng.random() < 0.1:
        entity.eid = f"Old{name}"
    for prop in sorted(entity.own):
        if rng.random() < 0.1:
            entity.own[prop].eid = f"old{name}{prop}"
    plain = sorted(p for p, i in entity.own.items() if i.is_attribute)
    if plain and rng.random() < 0.2:
        entity.indexes.append(("byThis", rng.sample(plain, min(len(plain), 2))))
    keys = [p for p in plain if entity.own[p].type in INTEGERS + ("String", "UUID")]
    if keys and rng.random() < 0.15:
        entity.unique.append([rng.choice(keys)])
