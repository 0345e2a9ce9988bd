"""Random changes of relationships."""

from . import generate
from .properties import keep_identity, owned, remove, set_name
from .schema import Relationship


def add_relationship(rng, schema):
    generate.add_relationship(rng, schema, rng.choice(sorted(schema.entities)))


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


def raise_least(rng, schema):
    found = owned(rng, schema, lambda p: not p.is_attribute and p.to_many)
    if found:
        found[1].least, found[1].optional = rng.choice([1, 2]), rng.random() < 0.3
