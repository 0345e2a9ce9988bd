"""Random changes that turn the source model into a target."""

from . import generate
from .schema import INTEGERS, TYPES, Entity, Relationship


def owned(rng, schema, want=None):
    """A random (entity, property), or None."""
    found = [
        (n, p) for n in sorted(schema.entities) for _, p in sorted(schema.entities[n].own.items())
        if want is None or want(p)]
    return rng.choice(found) if found else None


def keep_identity(item):
    item.eid = item.eid or item.name


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
        if other is not item and other.inverse == old and schema.find(other.destination, name) == (entity, item):
            other.inverse = name


def add_attribute(rng, schema):
    generate.add_attribute(rng, schema, rng.choice(sorted(schema.entities)))


def add_relationship(rng, schema):
    generate.add_relationship(rng, schema, rng.choice(sorted(schema.entities)))


def add_entity(rng, schema):
    name = generate.fresh(rng, generate.ENTITIES, set(schema.entities) | eids(schema))
    parent = rng.choice(sorted(schema.entities)) if rng.random() < 0.3 else None
    schema.add(Entity(name, parent))
    generate.add_attribute(rng, schema, name)


def eids(schema):
    return {e.eid for e in schema.entities.values() if e.eid}


def remove_property(rng, schema):
    entity, item = owned(rng, schema)
    remove(schema, entity, item.name)


def rename_property(rng, schema):
    entity, item = owned(rng, schema)
    pool = generate.ATTRIBUTES if item.is_attribute else generate.LINKS
    name = generate.fresh(rng, pool, schema.taken(entity))
    if rng.random() < 0.85:
        keep_identity(item)
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


def swap_links(rng, schema):
    entity = rng.choice(sorted(schema.entities))
    items = [i for _, i in sorted(schema.entities[entity].own.items()) if not i.is_attribute]
    if len(items) < 2:
        return
    one, two = rng.sample(items, 2)
    if rng.random() < 0.85:
        keep_identity(one)
        keep_identity(two)
    first, second = one.name, two.name
    set_name(schema, entity, one, "spare")
    set_name(schema, entity, two, first)
    set_name(schema, entity, one, second)


def change_destination(rng, schema):
    found = owned(rng, schema, lambda p: not p.is_attribute and not p.inverse)
    if found:
        found[1].destination = rng.choice(sorted(schema.entities))


def marry(rng, schema):
    """Two relationships that knew nothing of each other become a pair."""
    single = [(e, r) for e, r in schema.relationships() if not r.inverse]
    pairs = [
        (a, b) for n, a in enumerate(single) for b in single[n + 1:]
        if a[1].destination == b[0] and b[1].destination == a[0]]
    if pairs:
        (_, one), (_, two) = rng.choice(pairs)
        one.inverse, two.inverse = two.name, one.name


def rename_entity(rng, schema):
    old = rng.choice(sorted(schema.entities))
    name = generate.fresh(rng, generate.ENTITIES, set(schema.entities) | eids(schema))
    entity = schema.entities.pop(old)
    if rng.random() < 0.85:
        keep_identity(entity)
    entity.name = name
    schema.add(entity)
    for other in schema.entities.values():
        other.parent = name if other.parent == old else other.parent
    for _, r in schema.relationships():
        r.destination = name if r.destination == old else r.destination


def remove_entity(rng, schema):
    """Its subentities move to its parent."""
    if len(schema.entities) < 2:
        return
    name = rng.choice(sorted(schema.entities))
    for item in list(schema.entities[name].own.values()):
        if item.name in schema.entities[name].own:
            remove(schema, name, item.name)
    for entity, r in schema.relationships():
        if r.destination == name:
            remove(schema, entity, r.name)
    parent = schema.entities.pop(name).parent
    for other in schema.entities.values():
        other.parent = parent if other.parent == name else other.parent


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


def toggle_many(rng, schema):
    found = owned(rng, schema, lambda p: not p.is_attribute)
    if found:
        item = found[1]
        item.to_many = not item.to_many
        item.ordered = item.ordered and item.to_many
        item.least = 0


def toggle_ordered(rng, schema):
    found = owned(rng, schema, lambda p: not p.is_attribute and p.to_many and p.inverse not in (None, p.name))
    if found:
        found[1].ordered = not found[1].ordered


def drop_inverse(rng, schema):
    """Either the two ends part, or one of them goes."""
    found = owned(rng, schema, lambda p: not p.is_attribute and p.inverse not in (None, p.name))
    if not found:
        return
    entity, item = found
    home, other = schema.inverse(item)
    for end in (item, other):
        end.inverse = None
        end.ordered = False
    if rng.random() < 0.6:
        remove(schema, home, other.name)


def add_inverse(rng, schema):
    found = owned(rng, schema, lambda p: not p.is_attribute and not p.inverse)
    if not found:
        return
    entity, item = found
    name = generate.link_name(rng, schema, entity, item.destination)
    back = Relationship(name, entity, rng.random() < 0.6, inverse=item.name)
    back.ordered = back.to_many and rng.random() < 0.4
    generate.clear_identifier(rng, schema, back)
    schema.entities[item.destination].own[name] = back
    item.inverse = name


def move(schema, entity, item, to):
    source, target = schema.entities[entity], schema.entities[to]
    if not item.is_attribute and item.inverse:
        other = schema.inverse(item)[1]
        other.destination = to
    if item.name not in source.own:
        return
    del source.own[item.name]
    forget(source, item.name)
    target.own[item.name] = item


def move_up(rng, schema):
    entity, item = owned(rng, schema)
    parent = schema.entities[entity].parent
    if parent and not any(item.name in schema.entities[e].own for e in schema.family(parent) if e != entity):
        move(schema, entity, item, parent)


def move_down(rng, schema):
    entity, item = owned(rng, schema)
    children = sorted(schema.children(entity))
    if children:
        move(schema, entity, item, rng.choice(children))


def merge_up(rng, schema):
    """Attributes of one name in two siblings become one of their parent."""
    entity, item = owned(rng, schema, lambda p: p.is_attribute)
    parent = schema.entities[entity].parent
    if not parent:
        return
    move(schema, entity, item, parent)
    for e in schema.family(parent):
        if e != parent and item.name in schema.entities[e].own:
            remove(schema, e, item.name)


def change_parent(rng, schema):
    name = rng.choice(sorted(schema.entities))
    options = [n for n in sorted(schema.entities) if n not in schema.family(name)] + [None]
    parent = rng.choice(options)
    above = {p.name for _, p in schema.properties(parent)} if parent else set()
    if any(p in schema.entities[e].own for e in schema.family(name) for p in above):
        return
    schema.entities[name].parent = parent


def make_abstract(rng, schema):
    entity = rng.choice([e for _, e in sorted(schema.entities.items())])
    entity.abstract = not entity.abstract


def new_parent(rng, schema):
    name = rng.choice(sorted(schema.entities))
    above = generate.fresh(rng, generate.ENTITIES, set(schema.entities) | eids(schema))
    schema.add(Entity(above, schema.entities[name].parent, rng.random() < 0.7))
    schema.entities[name].parent = above
    others = [n for n in schema.roots() if n != above and rng.random() < 0.3]
    for other in others:
        if above not in schema.family(other):
            schema.entities[other].parent = above
    if rng.random() < 0.5:
        generate.add_attribute(rng, schema, above)


def add_unique(rng, schema):
    found = owned(rng, schema, lambda p: p.is_attribute and p.type in INTEGERS + ("String", "UUID"))
    if found and [found[1].name] not in schema.entities[found[0]].unique:
        schema.entities[found[0]].unique.append([found[1].name])


def add_default(rng, schema):
    found = owned(rng, schema, lambda p: p.is_attribute and p.type in generate.DEFAULTS)
    if found:
        found[1].default = rng.choice(generate.DEFAULTS[found[1].type])


def raise_least(rng, schema):
    found = owned(rng, schema, lambda p: not p.is_attribute and p.to_many)
    if found:
        found[1].least, found[1].optional = rng.choice([1, 2]), rng.random() < 0.3


CHANGES = [
    add_attribute, add_relationship, add_entity, remove_property, remove_property, rename_property,
    rename_property, reuse_name, swap_names, rename_entity, remove_entity, change_type, toggle_optional,
    toggle_external, toggle_many, toggle_many, toggle_ordered, drop_inverse, add_inverse, move_up, move_down,
    merge_up, change_parent, change_parent, make_abstract, new_parent, add_unique, add_default, raise_least,
    swap_links, change_destination, marry]


def target_schema(rng, source):
    """The target and the names of the changes that made it."""
    target, names = source.copy(), []
    for _ in range(rng.randint(1, 4) if rng.random() < 0.85 else rng.randint(5, 9)):
        change = rng.choice(CHANGES)
        before = target.copy()
        try:
            change(rng, target)
            sound = is_sound(target)
        except (TypeError, IndexError, KeyError):
            sound = False
        if sound:
            names.append(change.__name__)
        else:
            target = before
    return target, names


def is_sound(schema):
    """No name twice in a lineage, every inverse mutual, something to hold rows."""
    for name in schema.entities:
        names = [p.name.lower() for _, p in schema.properties(name)]
        if len(set(names)) != len(names) or not names:
            return False
    for entity, r in schema.relationships():
        if not r.inverse:
            if r.ordered:
                return False
            continue
        found = schema.inverse(r)
        if not found or found[1].inverse != r.name or found[1].destination != entity:
            return False
        if found[0] != r.destination or (found[1] is r and (r.ordered or found[0] != entity)):
            return False
    return bool(schema.concrete())
