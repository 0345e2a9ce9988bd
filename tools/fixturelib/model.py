"""Reads an .xcdatamodel's `contents` and computes entity numbers and version hashes."""

import base64
import hashlib
import struct
import xml.etree.ElementTree as ElementTree

TYPE_CODES = {
    "Integer 16": 100, "Integer 32": 200, "Integer 64": 300, "Decimal": 400, "Double": 500,
    "Float": 600, "String": 700, "Boolean": 800, "Date": 900, "Binary": 1000, "UUID": 1100,
    "Transformable": 1800,
}


def sha256(data):
    return hashlib.sha256(data).digest()


class Property:
    """An attribute or a relationship, as its entity declares it."""

    def __init__(self, element):
        self.name = element.get("name")
        self.is_attribute = element.tag == "attribute"
        self.optional = element.get("optional") == "YES"
        self.type = element.get("attributeType")
        self.external = element.get("allowsExternalBinaryDataStorage") == "YES"
        self.destination = element.get("destinationEntity")
        self.inverse = element.get("inverseName")
        self.to_many = element.get("toMany") == "YES"
        self.ordered = element.get("ordered") == "YES"
        self.max_count = int(element.get("maxCount", "0"))
        self.min_count = int(element.get("minCount", "0"))

    @property
    def is_to_one(self):
        return not self.is_attribute and not self.to_many

    @property
    def is_to_many(self):
        return not self.is_attribute and self.to_many

    def version_hash(self, owner):
        """No property of these models is transient or has a hash modifier."""
        base = sha256(self.name.encode() + bytes([self.optional, 0]))
        if self.is_attribute:
            flag = b"\x01" if self.external else b""
            return sha256(base + struct.pack("<I", TYPE_CODES[self.type]) + flag)
        own_inverse = self.inverse == self.name and self.destination == owner
        inverse = "" if own_inverse else self.inverse or ""
        counts = struct.pack("<II", self.max_count, self.min_count)
        order = b"\x01\x00" if self.ordered else b""
        return sha256(base + self.destination.encode() + inverse.encode() + counts + order)


class Entity:
    def __init__(self, element):
        self.name = element.get("name")
        self.parent = element.get("parentEntity")
        self.abstract = element.get("isAbstract") == "YES"
        self.own = {
            p.get("name"): Property(p) for p in element if p.tag in ("attribute", "relationship")
        }
        self.unique = [
            [c.get("value") for c in group]
            for group in element.findall("uniquenessConstraints/uniquenessConstraint")
        ]
        self.indexes = [
            (i.get("name"), [(e.get("property"), e.get("order")) for e in i])
            for i in element.findall("fetchIndex")
        ]


class Model:
    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        self.identifier = root.get("userDefinedModelVersionIdentifier", "")
        self.entities = {e.get("name"): Entity(e) for e in root.findall("entity")}
        self.numbers = {}
        self._number(None)

    def _number(self, parent):
        """Depth first, siblings without regard to case."""
        for entity in self.children(parent):
            self.numbers[entity.name] = len(self.numbers) + 1
            self._number(entity.name)

    def children(self, parent):
        found = [e for e in self.entities.values() if e.parent == parent]
        return sorted(found, key=lambda e: e.name.lower())

    def family(self, name):
        """The entity and everything below it, depth first."""
        members = [self.entities[name]]
        for child in self.children(name):
            members += self.family(child.name)
        return members

    def roots(self):
        return self.children(None)

    def root(self, name):
        entity = self.entities[name]
        return self.root(entity.parent) if entity.parent else entity

    def properties(self, name):
        """Own and inherited, with the entity that declares each."""
        entity = self.entities[name]
        found = self.properties(entity.parent) if entity.parent else {}
        found.update({p.name: (p, name) for p in entity.own.values()})
        return found

    def version_hash(self, name):
        entity = self.entities[name]
        parent = self.version_hash(entity.parent) if entity.parent else b""
        properties = self.properties(name)
        hashes = b"".join(
            properties[n][0].version_hash(properties[n][1])
            for n in sorted(properties, key=str.encode)
        )
        unique = "".join(sorted(".".join(names) for names in entity.unique))
        return sha256(
            name.encode() + bytes([entity.abstract]) + parent + hashes + unique.encode()
        )

    def version_hashes(self):
        return {n: self.version_hash(n) for n in sorted(self.entities, key=str.encode)}

    def digest(self):
        joined = b"".join(n.encode() + h for n, h in self.version_hashes().items())
        return base64.b64encode(hashlib.sha512(joined).digest()).decode()

    def checksum(self):
        return base64.b64encode(sha256(b"".join(self.version_hashes().values()))).decode()
