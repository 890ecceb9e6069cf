"""Hints for methods of older Flink versions, for programs and books that still use them.

A class looks up the glossary (:mod:`flinksim.core.flink_catalog.glossary`) when a missing attribute
is accessed. Not in Flink.
"""

from __future__ import annotations

import re

_WORD_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def explain_removed_name(owner: str, name: str) -> str:
    """Explain what replaced a removed method; return an empty text if nothing is known.

    Args:
        owner: name of the class.
        name: name of the method, in PEP 8 form or in Java's.
    """
    if name.startswith("_"):  # Python probes for such names
        return ""
    from flinksim.core.flink_catalog.glossary import (
        describe_removal,
        find_removed_methods,
    )  # only needed for an error

    known = find_removed_methods(owner)
    old = known.get(name) or known.get(_WORD_BOUNDARY.sub("_", name).lower())
    return "" if old is None else describe_removal(old)


class RemovedMethodsMixin:
    """Mixin whose ``AttributeError`` explains what replaced a removed method."""

    def __getattr__(self, name: str) -> object:
        owner = type(self).__name__
        message = f"'{owner}' object has no attribute '{name}'"
        became = explain_removed_name(owner, name)
        raise AttributeError(f"{message}. {became}" if became else message, name=name, obj=self)
