"""A model version as plain values, and its `contents` file."""

import copy
from xml.sax.saxutils import quoteattr

INTEGERS = ("Integer 16", "Integer 32", "Integer 64")
TYPES = INTEGERS + (
    "Boolean", "Double", "Float", "Date", "Decimal", "String", "UUID", "Transformable", "Binary")


class Attribute:
    def __init__(self, name, kind, optional=True, default=None, external=False, elementid=None):
        self.name, self.type, self.optional, self.default = name, kind, optional, default
        self.external, self.eid = external, elementid

    is_attribute = True

    def xml(self):
        text = f'<attribute name="{self.name}" attributeType="{self.type}"{flag("optional", self.optional)}'
        if self.default is not None:
            if self.type == "Date":
                text += f' defaultDateTimeInterval="{self.default}"'
                text += ' defaultValueString="2020-01-01 00:00:00 +0000"'
            else:
                text += f" defaultValueString={quoteattr(self.default)}"
        return text + flag("allowsExternalBinaryDataStorage", self.external) + identifier(self) + "/>"


class Relationship:
    def __init__(self, name, destination, to_many, inverse=None, ordered=False, optional=True,
                 least=0, elementid=None):
        self.name, self.destination, self.to_many, self.inverse = name, destination, to_many, inverse
        self.ordered, self.optional, self.least, self.eid = ordered, optional, least, elementid

    is_attribute = False

    def xml(self, schema):
        text = f'<relationship name="{self.name}" deletionRule="Nullify"'
        text += f' destinationEntity="{self.destination}"'
        text += flag("optional", self.optional) + flag("ordered", self.ordered)
        text += ' toMany="YES"' if self.to_many else ' maxCount="1"'
        if self.least:
            text += f' minCount="{self.least}"'
        if self.inverse:
            home = schema.find(self.destination, self.inverse)[0]
            text += f' inverseName="{self.inverse}" inverseEntity="{home}"'
        return text + identifier(self) + "/>"


def flag(name, value):
    return f' {name}="YES"' if value else ""


def identifier(item):
    return f' elementID="{item.eid}"' if item.eid else ""


class Entity:
    def __init__(self, name, parent=None, abstract=False, elementid=None):
        self.name, self.parent, self.abstract, self.eid = name, parent, abstract, elementid
        self.own = {}
        self.unique = []
        self.indexes = []


class Schema:
    def __init__(self):
        self.entities = {}

    def copy(self):
        return copy.deepcopy(self)

    def add(self, entity):
        self.entities[entity.name] = entity
        return entity

    def children(self, name):
        return [e.name for e in self.entities.values() if e.parent == name]

    def lineage(self, name):
        """The entity first, its root last."""
        result = []
        while name:
            result.append(name)
            name = self.entities[name].parent
        return result

    def root(self, name):
        return self.lineage(name)[-1]

    def is_kind(self, name, ancestor):
        return name is not None and ancestor in self.lineage(name)

    def family(self, name):
        result = [name]
        for child in self.children(name):
            result += self.family(child)
        return result

    def concrete(self, name=None):
        names = self.family(name) if name else self.entities
        return sorted(n for n in names if not self.entities[n].abstract)

    def roots(self):
        return sorted(n for n, e in self.entities.items() if e.parent is None)

    def properties(self, name):
        """Own and inherited: (declaring entity, property), by name."""
        return sorted(
            ((e, p) for e in self.lineage(name) for p in self.entities[e].own.values()),
            key=lambda item: item[1].name)

    def find(self, entity, name):
        for ancestor in self.lineage(entity):
            if name in self.entities[ancestor].own:
                return ancestor, self.entities[ancestor].own[name]
        return None

    def relationships(self):
        return [
            (n, p) for n in sorted(self.entities)
            for _, p in sorted(self.entities[n].own.items()) if not p.is_attribute]

    def inverse(self, relationship):
        """(declaring entity, relationship) of the other end, or None."""
        if not relationship.inverse:
            return None
        return self.find(relationship.destination, relationship.inverse)

    def taken(self, entity):
        """Property names that may not be used again in this entity."""
        names = set()
        for relative in set(self.lineage(entity)) | set(self.family(entity)):
            names |= set(self.entities[relative].own)
        return names

    def identifiers(self):
        return {i.eid or i.name for e in self.entities.values() for i in e.own.values()}

    def xml(self):
        lines = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>']
        lines.append(
            '<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0"'
            ' userDefinedModelVersionIdentifier="">')
        for name in sorted(self.entities):
            entity = self.entities[name]
            parent = f' parentEntity="{entity.parent}"' if entity.parent else ""
            lines.append(
                f'  <entity name="{name}" representedClassName="{name}"{parent}'
                f'{flag("isAbstract", entity.abstract)}{identifier(entity)}>')
            for prop in sorted(entity.own):
                item = entity.own[prop]
                lines.append("    " + (item.xml() if item.is_attribute else item.xml(self)))
            for index, properties in entity.indexes:
                lines.append(f'    <fetchIndex name="{index}">')
                for p in properties:
                    lines.append(f'      <fetchIndexElement property="{p}" type="Binary" order="ascending"/>')
                lines.append("    </fetchIndex>")
            if entity.unique:
                lines.append("    <uniquenessConstraints>")
                for group in entity.unique:
                    names = "".join(f'<constraint value="{p}"/>' for p in group)
                    lines.append(f"      <uniquenessConstraint>{names}</uniquenessConstraint>")
                lines.append("    </uniquenessConstraints>")
            lines.append("  </entity>")
        return "\n".join(lines + ["</model>", ""])
