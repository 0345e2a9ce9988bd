"""Objects and links as {entity: {key: {property: value}}}, and both ends of every link.

A link is written down on one side only; a to-many is a list of keys, an ordered one a list of keys
or of (key, order value). `_opt` is the row's lock counter where it is not 1.
"""

FIRST_ORDER, ORDER_STEP = 2048, 1024


def ordered_pairs(items):
    """Keys with their order values; Core Data's own steps where none is given."""
    return [
        item if isinstance(item, tuple) else (item, FIRST_ORDER + ORDER_STEP * place)
        for place, item in enumerate(items)
    ]


class Graph:
    def __init__(self, model, objects):
        self.model = model
        self.objects = objects
        self.where = {}
        for entity, rows in objects.items():
            root = model.root(entity).name
            for key in rows:
                if (root, key) in self.where:
                    raise ValueError(f"key {key} twice in {root}")
                self.where[root, key] = entity
        # (declaring entity, relationship) -> [(from key, to key, order value or None)]
        self.links = {}
        for entity in model.entities:
            for prop in model.entities[entity].own.values():
                if not prop.is_attribute:
                    self.links.setdefault((entity, prop.name), [])
        for entity, rows in sorted(objects.items()):
            for key, row in sorted(rows.items()):
                self._collect(entity, key, row)
        for pairs in self.links.values():
            pairs.sort(key=lambda l: (l[0], l[2] if l[2] is not None else 0, l[1]))

    def _collect(self, entity, key, row):
        for name, (prop, declaring) in self.model.properties(entity).items():
            if prop.is_attribute or row.get(name) in (None, []):
                continue
            value = row[name]
            if prop.is_to_one:
                targets = [(value, None)]
            elif prop.ordered:
                targets = ordered_pairs(value)
            else:
                targets = [(target, None) for target in value]
            for target, order in targets:
                self._link(declaring, prop, key, target, order)

    def _link(self, declaring, prop, key, target, order):
        root = self.model.root(prop.destination).name
        if (root, target) not in self.where:
            raise ValueError(f"{declaring}.{prop.name} of {key} leads nowhere")
        self.links[declaring, prop.name].append((key, target, order))
        if not prop.inverse:
            return
        inverse, other = self.model.properties(prop.destination)[prop.inverse]
        if inverse is prop and key == target:
            return
        if inverse.ordered:
            raise ValueError(f"write {other}.{inverse.name} down on its ordered side")
        self.links[other, inverse.name].append((target, key, None))

    def linked(self, declaring, name, key):
        return [(target, order) for source, target, order in self.links[declaring, name] if source == key]

    def expected_rows(self, expected):
        """Every row with its attributes and both ends of its links, ready for JSON."""
        result = {}
        for entity, rows in sorted(self.objects.items()):
            result[entity] = {}
            for key, row in sorted(rows.items()):
                shown = {}
                for name, (prop, declaring) in sorted(self.model.properties(entity).items()):
                    if prop.is_attribute:
                        shown[name] = expected(row.get(name))
                    else:
                        shown[name] = self._shown(prop, declaring, name, key)
                result[entity][str(key)] = shown
        return result

    def _shown(self, prop, declaring, name, key):
        targets = [target for target, _ in self.linked(declaring, name, key)]
        if prop.to_many:
            return targets if prop.ordered else sorted(targets)
        if not targets:
            return None
        if not self.model.children(prop.destination):
            return targets[0]
        root = self.model.root(prop.destination).name
        return {"entity": self.where[root, targets[0]], "key": targets[0]}
