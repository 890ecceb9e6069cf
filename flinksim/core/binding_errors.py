"""Errors about files that stand in for external systems.

Not in Flink.
"""

from __future__ import annotations


class BindingError(ValueError):
    """A binding that cannot be applied; the message says which, and what there is."""


class UnboundSourceError(RuntimeError):
    """A source of an external system is to be read, and no file is bound to it."""
