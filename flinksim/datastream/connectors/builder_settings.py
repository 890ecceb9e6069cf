"""The settings of a connector's builder, most of which have no effect without the external system.

Not in Flink.
"""

from __future__ import annotations

from typing import Any, Self

from flinksim.core.pyflink_errors import JavaRuntimeError


class BuilderSettings:
    """Base of builders: keeps each setting by its name."""

    def __init__(self) -> None:
        self._settings: dict[str, Any] = {}

    def _set(self, name: str, value: Any) -> Self:
        self._settings[name] = value
        return self

    def _require(self, name: str, message: str) -> Any:
        """Return a setting.

        Raises:
            RuntimeError: With *message*, that of Java, if it is missing.
        """
        if self._settings.get(name) is None:
            raise JavaRuntimeError(message)
        return self._settings[name]


def as_list(names: str | list[str]) -> list[str]:
    """Return *names* as a list, also a single one."""
    return names if isinstance(names, list) else [names]
