"""What must become of every link of the source."""

from collections import defaultdict


def place_key(place):
    """A missing place comes first."""
    return (place is not None, place or 0)


class Way:
    """Links of one source storage in one direction: `near` leads from owner to target, `far` back."""

    def __init__(self, key, near, far, links):
        self.key, self.near, self.far, self.links = key, near, far, links


class Links:
    def __init__(self, plan, contents, obstacles):
        self.plan, self.contents, self.obstacles = plan, contents, obstacles
        self.source, self.destination = plan.source, plan.destination
        self.ambiguous = self.find_ambiguous()
        self.dangling = 0
        self.valid = {}
        self.final = {}
        self.all = {}
        for entity, item in self.source.relationships():
            self.valid[entity, item.name] = self.sound(entity, item)
        if self.ambiguous:
            return
        self.ways = self.find_ways()
        for entity, item in self.destination.relationships():
            self.all[entity, item.name] = self.feed(entity, item)
        for entity, item in self.destination.relationships():
            self.settle(entity, item)
        self.count_lost()
        self.count_orders()
        self.count_missing()
        self.count_reshaped()

    def count_reshaped(self):
        """A relationship that is its own inverse keeps its kind, or nothing is inferred."""
        for entity, item in self.source.relationships():
            key = entity, item.name
            if self.contents.layout.unit(self.source, entity, item)[1] != key or not self.valid[key]:
                continue
            found = self.source.inverse(item)
            ends = {key} | ({(found[0], found[1].name)} if found else set())
            heirs = [r for r in self.destination.relationships() if self.sources_of(*r) & ends]
            for home, heir in heirs + [self.destination.inverse(r) for _, r in heirs if r.inverse]:
                back = self.destination.inverse(heir)
                was_own, is_own = bool(found) and found[1] is item, bool(back) and back[1] is heir
                if (was_own or is_own) and (was_own != is_own or heir.to_many != item.to_many):
                    self.obstacles.add("plan.self-inverse-reshaped", item.name)

    def sound(self, entity, item):
        """Links of a relationship whose two rows are there and of the right kind, with their entities."""
        roots = self.source.root(entity), self.source.root(item.destination)
        result = []
        for owner, target, place, back in self.contents.view(entity, item):
            one = self.contents.entity_of(roots[0], owner)
            two = self.contents.entity_of(roots[1], target)
            if self.source.is_kind(one, entity) and self.source.is_kind(two, item.destination):
                result.append((owner, target, place, back, one, two))
            else:
                self.dangling += 1
        return result

    def pair_of(self, key):
        entity, name = key
        found = self.source.inverse(self.source.entities[entity].own[name])
        return min(key, (found[0], found[1].name)) if found else key

    def sources_of(self, entity, item):
        """Source relationships paired with a destination relationship by identifier."""
        result = set()
        for old, new in self.plan.target.items():
            if new and self.destination.is_kind(new, entity) and item.name in self.plan.relationships[old]:
                name = self.plan.relationships[old][item.name]
                result.add((self.source.find(old, name)[0], name))
        return result

    def find_ambiguous(self):
        result = set()
        for entity, item in self.destination.relationships():
            forward = {self.pair_of(k) for k in self.sources_of(entity, item)}
            found = self.destination.inverse(item)
            backward = {self.pair_of(k) for k in self.sources_of(*found)} if found else set()
            per_entity = not item.to_many and backward <= forward
            if len(forward | backward) > 1 and not per_entity:
                result.add(item.name)
        return result

    def find_ways(self):
        ways = []
        for entity, item in self.source.relationships():
            kind, key = self.contents.layout.unit(self.source, entity, item)
            if key != (entity, item.name):
                continue
            found = self.source.inverse(item)
            far = (found[0], found[1].name) if found else None
            links = self.valid[key]
            ways.append(Way(key, key, far, links))
            is_one_to_one = found and kind == "key" and not found[1].to_many
            if far != key and not is_one_to_one:
                ways.append(Way(key, far, key, [(t, o, q, p, b, a) for o, t, p, q, a, b in links]))
        return ways

    def leads(self, entity, name, key):
        """Whether `name` comes from the source relationship `key`, for rows of the source's `entity`."""
        found = self.plan.relationships.get(entity, {}).get(name)
        return key is not None and found is not None and (self.source.find(entity, found)[0], found) == key

    def feed(self, entity, item):
        """[(owner, target, place, back, entities…, way)] of every link that belongs to a relationship."""
        found = self.destination.inverse(item)
        result = []
        for way in self.ways:
            for link in way.links:
                one, two = link[4:6]
                near, far = self.plan.target[one], self.plan.target[two]
                is_near = self.destination.is_kind(near, entity)
                if not (is_near and self.destination.is_kind(far, item.destination)):
                    continue
                is_fed = self.leads(one, item.name, way.near)
                if is_fed or (found and self.leads(two, found[1].name, way.far)):
                    result.append(link + (way,))
        return result

    def settle(self, entity, item):
        """Where only one link has room, the first stays."""
        layout = self.obstacles.target_layout
        kind, key = layout.unit(self.destination, entity, item)
        if key != (entity, item.name):
            return
        links = self.all[key]
        if kind == "join":
            if self.destination.inverse(item)[1] is item:
                links = links + [(t, o, None, None, b, a, w) for o, t, _, _, a, b, w in links]
            self.final[key] = links
            return
        held, other, order = (0, 1, 2) if kind == "key" else (1, 0, 3)
        groups = defaultdict(list)
        for link in links:
            groups[self.source.root(link[4 + held]), link[held]].append(link)
        kept = []
        for group in groups.values():
            group.sort(key=lambda l: (place_key(l[order]), l[other]))
            kept.append(group[0])
            if len({l[:2] for l in group}) > 1:
                self.obstacles.add("plan.relationship-narrowed", None)
        self.final[key] = kept

    def count_lost(self):
        for way in self.ways:
            if way.near != way.key:
                continue
            kept = self.kept(way)
            for link in way.links:
                if not (self.plan.target[link[4]] and self.plan.target[link[5]]) or link[:2] in kept:
                    continue
                # Of the two ends of a one-to-one, the other one may have a place, and say something else.
                name = "plan.inverse-dropped" if self.has_mirror(way, link) else "plan.relationship-dropped"
                self.obstacles.add(name, way.key[1])

    def kept(self, way):
        """Links as this storage's owner sees them, from whatever storage they came."""
        result = set()
        for key in self.final:
            for link in self.all[key]:
                if link[6].near == way.near:
                    result.add(link[:2])
                # Without an inverse there is no other end to compare: it must be this very storage.
                if link[6].near == way.far and (way.far or link[6].key == way.key):
                    result.add((link[1], link[0]))
        return result

    def has_mirror(self, way, link):
        """Whether the target keeps the other end of this link's one-to-one."""
        one, two = link[4:6]
        found = way.far and self.source.inverse(self.source.entities[way.near[0]].own[way.near[1]])
        if not found or found[1].to_many or way.far == way.near:
            return False
        own, far = self.plan.target[one], self.plan.target[two]
        return any(
            self.leads(two, item.name, way.far) and self.destination.is_kind(own, item.destination)
            for _, item in self.destination.properties(far) if not item.is_attribute) or any(
            self.leads(one, item.name, way.near) and self.destination.is_kind(far, item.destination)
            for _, item in self.destination.properties(own) if not item.is_attribute)

    def count_orders(self):
        """A list of several objects whose order nothing in the target keeps."""
        for entity, item in self.source.relationships():
            if not item.ordered:
                continue
            lists, kept, narrowed = defaultdict(set), set(), set()
            for key, links in self.all.items():
                there = self.destination.entities[key[0]].own[key[1]]
                for link in links:
                    if link[6].near == (entity, item.name):
                        lists[link[0]].add(link[1])
                        kept |= {link[0]} if there.ordered else set()
                        narrowed |= set() if there.to_many else {link[0]}
                    elif link[6].far == (entity, item.name):
                        lists[link[1]].add(link[0])
            if any(len(t) > 1 and o not in kept and o not in narrowed for o, t in lists.items()):
                self.obstacles.add("plan.order-dropped", item.name)

    def linked(self, entity, item):
        """{(source root, key): links} in the result, seen from one end."""
        _, key = self.obstacles.target_layout.unit(self.destination, entity, item)
        counts = defaultdict(set)
        for link in self.final[key]:
            own, far = (0, 1) if key == (entity, item.name) else (1, 0)
            other = self.source.root(link[4 + far]), link[far]
            counts[self.source.root(link[4 + own]), link[own]].add(other)
        return counts

    def count_missing(self):
        """Links that the target requires and that were not missing before."""
        self.short = False
        for entity, item in self.destination.relationships():
            counts = self.linked(entity, item)
            for old, new in self.plan.target.items():
                if not (new and self.destination.is_kind(new, entity)):
                    continue
                name = self.plan.relationships[old].get(item.name)
                before = self.source.find(old, name) if name else None
                for key, row in self.contents.rows[self.source.root(old)].items():
                    if row.entity == old:
                        self.missing(item, before, key, len(counts[self.source.root(old), key]), old)

    def missing(self, item, before, key, count, old):
        if item.to_many:
            least = item.least
            self.short |= count < least and (count > 0 or not item.optional)
            had = before[1].least if before and not before[1].optional else 0
            if not item.optional and count < least and least > had:
                self.obstacles.add("plan.link-missing", item.name)
        elif not item.optional and count == 0:
            self.short = True
            was_one = before and not before[1].to_many and not before[1].optional
            had = before and any(
                l[0] == key and l[4] == old for l in self.valid[before[0], before[1].name])
            if not was_one or had:
                self.obstacles.add("plan.link-missing", item.name)

    def connected(self, entity, item):
        """Links of one end that stand in the result: at its own counterpart's place, if it has one.

        Numbers that are right: where an end has no counterpart, one of several places may be what counts.
        """
        own, any_place, places = {}, {}, []
        layout = self.obstacles.target_layout
        for key in self.final:
            there = self.destination.entities[key[0]].own[key[1]]
            places.append(set())
            for links, is_final in ((self.all[key], False), (self.final[key], True)):
                for link in links:
                    way = link[6]
                    is_near = way.near == (entity, item.name)
                    if not is_near and way.far != (entity, item.name):
                        continue
                    line = link[:2] if is_near else (link[1], link[0])
                    name = there.name if is_near else there.inverse
                    is_own = bool(name) and self.leads(link[4 if is_near else 5], name, (entity, item.name))
                    if is_own:
                        home, counterpart = self.destination.find(
                            key[0] if is_near else there.destination, name)
                        is_own = layout.unit(self.destination, home, counterpart)[1] == key
                    for store in ([own] if is_own else []) + [any_place]:
                        store[line] = store.get(line, False) or is_final
                    if is_final and not is_own:
                        places[-1].add(line)
        lines = [link[:2] for link in self.valid[entity, item.name]]
        sure = sum(own[line] for line in lines if line in own)
        others = [line for line in lines if line not in own]
        most = sum(any_place.get(line, False) for line in others)
        least = max((sum(line in place for line in others) for place in places), default=0)
        return range(sure + least, sure + most + 1)
