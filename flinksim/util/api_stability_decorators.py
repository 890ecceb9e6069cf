"""PyFlink: ``pyflink.util.api_stability_decorators``; the decorators have no effect here."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["Deprecated", "Experimental", "Internal", "Public", "PublicEvolving"]

T = TypeVar("T")


class _StabilityDecorator:
    def __call__(self, target: T) -> T:
        return target


class Deprecated(_StabilityDecorator):
    """Will be removed."""

    def __init__(self, since: str = "", detail: str | None = None) -> None:
        self.since = since
        self.detail = detail


class Experimental(_StabilityDecorator):
    """May change at any time."""


class Internal(_StabilityDecorator):
    """Not for users."""


class Public(_StabilityDecorator):
    """Stable."""


class PublicEvolving(_StabilityDecorator):
    """For users; may change in a minor version."""
