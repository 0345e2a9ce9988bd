"""Random changes that turn the source model into a target."""

from . import hierarchy, properties, relations

CHANGES = [
    properties.add_attribute, relations.add_relationship, hierarchy.add_entity, properties.remove_property,
    properties.remove_property, properties.rename_property, properties.rename_property,
    properties.reuse_name, properties.swap_names, hierarchy.rename_entity, hierarchy.remove_entity,
    properties.change_type, properties.toggle_optional, properties.toggle_external, relations.toggle_many,
    relations.toggle_many, relations.toggle_ordered, relations.drop_inverse, relations.add_inverse,
    hierarchy.move_up, hierarchy.move_down, hierarchy.merge_up, hierarchy.change_parent,
    hierarchy.change_parent, hierarchy.make_abstract, hierarchy.new_parent, properties.add_unique,
    properties.add_default, relations.raise_least, relations.swap_links, relations.change_destination,
    relations.marry, properties.copy_identity]


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
