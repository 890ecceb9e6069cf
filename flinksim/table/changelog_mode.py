"""PyFlink: ``ChangelogMode``."""

from __future__ import annotations

__all__ = ["ChangelogMode"]


class ChangelogMode:
    """The kinds of changes of a changelog."""

    def __init__(self, kinds: str) -> None:
        self.kinds = kinds

    @staticmethod
    def insert_only() -> ChangelogMode:
        """Return the mode of a stream that only grows."""
        return ChangelogMode("I")

    @staticmethod
    def upsert() -> ChangelogMode:
        """Return the mode without the rows before an update."""
        return ChangelogMode("I,UA,D")

    @staticmethod
    def all() -> ChangelogMode:
        """Return the mode of all changes."""
        return ChangelogMode("I,UB,UA,D")
