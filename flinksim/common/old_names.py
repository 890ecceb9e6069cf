"""What became of the calls of older Flink versions, for those who bring a program or a book.

One file, ``flinksim/data/old_names.json``, says by class what each was, when it changed, and what does
that today. A class asks here when it is asked for what it does not have. Not in Flink.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TypedDict

_FILE = Path(__file__).parents[1] / "data" / "old_names.json"
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class OldName(TypedDict):
    """One entry of the file."""

    name: str
    was: str
    changed: str
    now: str


@cache
def old_names() -> dict[str, list[OldName]]:
    """By the class, or module, that had them."""
    names: dict[str, list[OldName]] = json.loads(_FILE.read_text(encoding="utf-8"))
    return names


def what_became_of(owner: str, name: str) -> str:
    """What to tell who asks *owner* for *name*, in PEP 8 form or Java's; nothing if it is not known."""
    if name.startswith("_"):  # Python itself asks for these
        return ""
    wanted = {name, _WORD.sub("_", name).lower()}
    for old in old_names().get(owner, ()):
        if old["name"] in wanted:
            return f"It {old['was']} ({old['changed']}). What does that in Flink 2.3: {old['now']}."
    return ""


class HasOldNames:
    """A class that tells what became of the methods that it has no more."""

    def __getattr__(self, name: str) -> object:
        owner = type(self).__name__
        message = f"'{owner}' object has no attribute '{name}'"
        became = what_became_of(owner, name)
        raise AttributeError(f"{message}. {became}" if became else message, name=name, obj=self)
