"""What all cases of a torture run share."""

import dataclasses
import functools
import os
import random
import re


@dataclasses.dataclass(frozen=True)
class World:
    program: str
    root: str
    folder: str
    seed: int
    short: bool
    is_full: bool = False

    def count(self, usual, short, full=None):
        """How many of something: in the usual run, in the short one, and where all is wanted."""
        if self.is_full:
            return full or usual
        return short if self.short else usual

    def random(self, *names):
        """Numbers that depend on the seed and the names alone."""
        return random.Random("/".join(map(str, (self.seed, *names))))

    def fixture(self, *names):
        return os.path.join(self.root, "LegacyFixtures", *names)


@functools.cache
def diagnostics(root):
    """Every id that the page of diagnostics describes."""
    with open(os.path.join(root, "Documentation", "Diagnostics.md")) as page:
        return frozenset(re.findall(r"^### `([a-z0-9.-]+)`", page.read(), re.M))


@functools.cache
def fault_points(root):
    """Every named point that the program's sources have."""
    points = set()
    for folder, _, names in os.walk(os.path.join(root, "Sources")):
        for name in names:
            if name.endswith(".swift"):
                with open(os.path.join(folder, name)) as source:
                    points.update(re.findall(r'FilePoint = "([a-z.-]+)"', source.read()))
    return tuple(sorted(points))
