"""Random changes of entities and of what they inherit."""

from . import generate
from .properties import forget, keep_identity, owned, remove
from .schema import Entity


def add_entity(rng, schema):
    name = generate.fresh(rng, generate.ENTITIES, set(schema.entities) | eids(schema))
    parent = rng.choice(sorted(schema.entities)) if rng.random() < 0.3 else None
    schema.add(Entity(name, parent))
    generate.add_attribute(rng, schema, name)


def eids(schema):
    return {e.eid for e in schema.entities.values() if e.eid}


def rename_entity(rng, schema):
    old = rng.choice(sorted(schema.entities))
    name = generate.fresh(rng, generate.ENTITIES, set(schema.entities) | eids(schema))
    entity = schema.entities.pop(old)
    if rng.random() < 0.85:
        keep_identity(entity, rng)
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
