"""Hints for methods of older Flink versions, for programs and books that still use them.

A class looks up the glossary (:mod:`flinksim.core.flink_catalog.glossary`) when a missing attribute
is accessed. Not in Flink.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def what_became_of(owner: str, name: str) -> str:
    """Explain what replaced a removed method; return an empty text if nothing is known.

    Args:
        owner: name of the class.
        name: name of the method, in PEP 8 form or in Java's.
    """
    if name.startswith("_"):  # Python probes for such names
        return ""
    from flinksim.core.flink_catalog.glossary import (
        asked_of,
        sentence_of,
    )  # only needed for an error

    known = asked_of(owner)
    old = known.get(name) or known.get(_WORD.sub("_", name).lower())
    return "" if old is None else sentence_of(old)


class HasOldNames:
    """Mixin whose ``AttributeError`` explains what replaced a removed method."""

    def __getattr__(self, name: str) -> object:
        owner = type(self).__name__
        message = f"'{owner}' object has no attribute '{name}'"
        became = what_became_of(owner, name)
        raise AttributeError(f"{message}. {became}" if became else message, name=name, obj=self)
