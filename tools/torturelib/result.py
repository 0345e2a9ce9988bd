"""What a case of a torture run came to."""

import collections
import dataclasses


@dataclasses.dataclass
class Result:
    """`kind` is how it ended, in a word or two; `counts` are added up over all cases."""

    kind: str
    problems: list = dataclasses.field(default_factory=list)
    counts: collections.Counter = dataclasses.field(default_factory=collections.Counter)
