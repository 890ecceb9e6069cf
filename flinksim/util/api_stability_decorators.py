"""PyFlink: ``pyflink.util.api_stability_decorators``; the decorators have no effect here."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["Deprecated", "Experimental", "Internal", "Public", "PublicEvolving"]

Marked = TypeVar("Marked")


class _Stability:
    def __call__(self, marked: Marked) -> Marked:
        return marked


class Deprecated(_Stability):
    """Will be removed."""

    def __init__(self, since: str = "", detail: str | None = None) -> None:
        self.since = since
        self.detail = detail


class Experimental(_Stability):
    """May change at any time."""


class Internal(_Stability):
    """Not for users."""


class Public(_Stability):
    """Stable."""


class PublicEvolving(_Stability):
    """For users; may change in a minor version."""
