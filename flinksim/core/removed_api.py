"""What became of the calls of older Flink versions, for those who bring a program or a book.

A class asks the glossary (:mod:`flinksim.core.flink_catalog.glossary`) when it is asked for what it does not have.
Not in Flink.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def what_became_of(owner: str, name: str) -> str:
    """What to tell who asks *owner* for *name*, in PEP 8 form or Java's; nothing if it is not known."""
    if name.startswith("_"):  # Python itself asks for these
        return ""
    from flinksim.core.flink_catalog.glossary import (
        asked_of,
        sentence_of,
    )  # only who errs needs the glossary

    known = asked_of(owner)
    old = known.get(name) or known.get(_WORD.sub("_", name).lower())
    return "" if old is None else sentence_of(old)


class HasOldNames:
    """A class that tells what became of the methods that it has no more."""

    def __getattr__(self, name: str) -> object:
        owner = type(self).__name__
        message = f"'{owner}' object has no attribute '{name}'"
        became = what_became_of(owner, name)
        raise AttributeError(f"{message}. {became}" if became else message, name=name, obj=self)
