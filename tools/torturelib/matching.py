"""What becomes what: by elementID, else name; by a name of the source only where that finds nothing."""


def identity(item):
    return item.eid or item.name


def match(source, destination):
    """{destination name: source name} and the identifiers that stand for several things."""
    pairs, ambiguous, used = {}, set(), set()
    for item in destination:
        old = [s for s in source if identity(s) == identity(item)]
        new = [d for d in destination if identity(d) == identity(item)]
        if len(old) == 1 and len(new) == 1:
            pairs[item.name] = old[0].name
            used.add(old[0].name)
        elif old:
            ambiguous.add(identity(item))
            used |= {s.name for s in old}
    for item in sorted(destination, key=lambda d: d.name):
        if item.name in pairs or not item.eid or item.eid in ambiguous:
            continue
        if item.eid in {s.name for s in source} - used:
            pairs[item.name] = item.eid
            used.add(item.eid)
    return pairs, ambiguous


class Plan:
    def __init__(self, source, destination):
        self.source, self.destination = source, destination
        pairs, ambiguous = match(list(source.entities.values()), list(destination.entities.values()))
        self.pairs = pairs
        self.is_ambiguous = bool(ambiguous)
        self.target = {name: None for name in source.concrete()}
        # {concrete source entity: {destination property: source property}}
        self.attributes, self.relationships = {}, {}
        for new, old in pairs.items():
            if old in self.target and not destination.entities[new].abstract:
                self.target[old] = new
        for old, new in self.target.items():
            if new is None:
                continue
            for store, wanted in ((self.attributes, True), (self.relationships, False)):
                found, ambiguous = match(
                    [p for _, p in source.properties(old) if p.is_attribute == wanted],
                    [p for _, p in destination.properties(new) if p.is_attribute == wanted])
                store[old] = found
                self.is_ambiguous |= bool(ambiguous)
