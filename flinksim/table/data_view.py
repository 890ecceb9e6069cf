"""PyFlink: ``ListView`` and ``MapView``, the large parts of accumulators."""

from __future__ import annotations

from typing import Any

__all__ = ["DataView", "ListView", "MapView"]


class DataView:
    """Base of the large parts of accumulators."""


class ListView(list[Any], DataView):
    """A list in an accumulator."""

    def get(self) -> list[Any]:
        """Return the values."""
        return self

    def add(self, value: Any) -> None:
        """Append a value."""
        self.append(value)

    def add_all(self, values: list[Any]) -> None:
        """Append values."""
        self.extend(values)


class MapView(dict[Any, Any], DataView):
    """A map in an accumulator."""

    def put(self, key: Any, value: Any) -> None:
        """Set a value."""
        self[key] = value

    def put_all(self, values: dict[Any, Any]) -> None:
        """Set values."""
        self.update(values)

    def contains(self, key: Any) -> bool:
        """Tell whether a key has a value."""
        return key in self

    def remove(self, key: Any) -> None:
        """Remove a key."""
        self.pop(key, None)

    def is_empty(self) -> bool:
        """Tell whether there are no values."""
        return not self
