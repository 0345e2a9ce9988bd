"""Random changes of attributes, and of properties in general."""

from . import generate
from .schema import INTEGERS, TYPES


def owned(rng, schema, want=None):
    """A random (entity, property), or None."""
    found = [
        (n, p) for n in sorted(schema.entities) for _, p in sorted(schema.entities[n].own.items())
        if want is None or want(p)]
    return rng.choice(found) if found else None


def keep_identity(item, rng=None):
    """Some models write the previous name there, whatever the identifier was."""
    item.eid = item.name if rng and rng.random() < 0.15 else item.eid or item.name


def remove(schema, entity, name):
    """A property, its inverse's knowledge of it, and what indexes it."""
    item = schema.entities[entity].own[name]
    if not item.is_attribute and item.inverse:
        schema.inverse(item)[1].inverse = None
    del schema.entities[entity].own[name]
    forget(schema.entities[entity], name)


def forget(entity, name):
    entity.unique = [g for g in entity.unique if name not in g]
    entity.indexes = [(i, g) for i, g in entity.indexes if name not in g]


def set_name(schema, entity, item, name):
    """Under another name, identity apart."""
    own = schema.entities[entity].own
    old, item.name = item.name, name
    del own[old]
    own[name] = item
    forget(schema.entities[entity], old)
    if item.is_attribute or not item.inverse:
        return
    if item.inverse == old and item.destination == entity:
        item.inverse = name
        return
    for _, other in schema.relationships():
        if other is item or other.inverse != old:
            continue
        if schema.find(other.destination, name) == (entity, item):
            other.inverse = name


def add_attribute(rng, schema):
    generate.add_attribute(rng, schema, rng.choice(sorted(schema.entities)))


def remove_property(rng, schema):
    entity, item = owned(rng, schema)
    remove(schema, entity, item.name)


def rename_property(rng, schema):
    entity, item = owned(rng, schema)
    pool = generate.ATTRIBUTES if item.is_attribute else generate.LINKS
    name = generate.fresh(rng, pool, schema.taken(entity))
    if rng.random() < 0.85:
        keep_identity(item, rng)
    set_name(schema, entity, item, name)


def reuse_name(rng, schema):
    """The old one is renamed, and a new one takes its name."""
    entity, item = owned(rng, schema, lambda p: p.is_attribute)
    old = item.name
    keep_identity(item)
    set_name(schema, entity, item, generate.fresh(rng, generate.ATTRIBUTES, schema.taken(entity)))
    new = generate.attribute(rng, old)
    new.eid = f"new-{old}"
    schema.entities[entity].own[old] = new


def swap_names(rng, schema):
    entity = rng.choice(sorted(schema.entities))
    items = [i for _, i in sorted(schema.entities[entity].own.items()) if i.is_attribute]
    if len(items) < 2:
        return
    one, two = rng.sample(items, 2)
    keep_identity(one)
    keep_identity(two)
    first, second = one.name, two.name
    set_name(schema, entity, one, "spare")
    set_name(schema, entity, two, first)
    set_name(schema, entity, one, second)


def change_type(rng, schema):
    _, item = owned(rng, schema, lambda p: p.is_attribute)
    if item.type in INTEGERS[:2] and rng.random() < 0.6:
        item.type = rng.choice(INTEGERS[INTEGERS.index(item.type) + 1:])
        return
    new = generate.attribute(rng, item.name, rng.choice(TYPES))
    item.type, item.default, item.external = new.type, new.default, new.external


def toggle_optional(rng, schema):
    _, item = owned(rng, schema)
    item.optional = not item.optional
    if item.is_attribute and not item.optional and item.type in generate.DEFAULTS and rng.random() < 0.6:
        item.default = rng.choice(generate.DEFAULTS[item.type])


def toggle_external(rng, schema):
    found = owned(rng, schema, lambda p: p.is_attribute and p.type == "Binary")
    if found:
        found[1].external = not found[1].external


def add_unique(rng, schema):
    found = owned(rng, schema, lambda p: p.is_attribute and p.type in INTEGERS + ("String", "UUID"))
    if found and [found[1].name] not in schema.entities[found[0]].unique:
        schema.entities[found[0]].unique.append([found[1].name])


def add_default(rng, schema):
    found = owned(rng, schema, lambda p: p.is_attribute and p.type in generate.DEFAULTS)
    if found:
        found[1].default = rng.choice(generate.DEFAULTS[found[1].type])


def copy_identity(rng, schema):
    """An identifier that two things bear, or that something else's name is: a slip."""
    if rng.random() < 0.4:
        one, two = owned(rng, schema)[1], owned(rng, schema)[1]
        one.eid = two.eid or two.name
