"""PyFlink: ``pyflink.util.api_stability_decorators``; here they leave what they mark as it is."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["Deprecated", "Experimental", "Internal", "Public", "PublicEvolving"]

Marked = TypeVar("Marked")


class _Stability:
    def __call__(self, marked: Marked) -> Marked:
        return marked


class Deprecated(_Stability):
    """Will go away."""

    def __init__(self, since: str = "", detail: str | None = None) -> None:
        self.since = since
        self.detail = detail


class Experimental(_Stability):
    """May change at any time."""


class Internal(_Stability):
    """Not for users."""


class Public(_Stability):
    """Stays as it is."""


class PublicEvolving(_Stability):
    """For users, may change with a minor version."""
