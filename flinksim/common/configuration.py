"""Configuration options by key, and Flink's format of their values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flinksim.core.java.hash_code import sort_by_java_hash
from flinksim.core.pyflink_errors import JavaTypeMismatchError, Py4JTypeMismatchError
from flinksim.core.safe_repr import format_repr
from flinksim.core.validation import validate_arguments

__all__ = ["Configuration", "format_duration_ms", "parse_duration_ms", "parse_memory_bytes"]

_DURATION_UNITS_MS = {
    "": 1, "ms": 1, "milli": 1, "millis": 1, "millisecond": 1, "milliseconds": 1,
    "s": 1_000, "sec": 1_000, "secs": 1_000, "second": 1_000, "seconds": 1_000,
    "min": 60_000, "m": 60_000, "minute": 60_000, "minutes": 60_000,
    "h": 3_600_000, "hour": 3_600_000, "hours": 3_600_000,
    "d": 86_400_000, "day": 86_400_000, "days": 86_400_000,
}  # fmt: skip
_MEMORY_UNITS = {
    "": 1, "b": 1, "bytes": 1,
    "k": 1 << 10, "kb": 1 << 10, "kibibytes": 1 << 10,
    "m": 1 << 20, "mb": 1 << 20, "mebibytes": 1 << 20,
    "g": 1 << 30, "gb": 1 << 30, "gibibytes": 1 << 30,
    "t": 1 << 40, "tb": 1 << 40, "tebibytes": 1 << 40,
}  # fmt: skip
_NUMBER_AND_UNIT = re.compile(r"\s*(\d+)\s*([A-Za-z]*)\s*")


class Configuration:
    """Options by key; values are stored as set and converted by the getter.

    A typed getter raises ``ValueError`` if the value cannot be converted.

    Flink: ``org.apache.flink.configuration.Configuration``.

    >>> Configuration().set_string("a.b", "3").get_integer("a.b", 0)
    3
    """

    @validate_arguments
    def __init__(self, other: Configuration | None = None, j_configuration: Any = None) -> None:
        self._values: dict[str, Any] = {} if other is None else dict(other._values)
        if j_configuration is not None:
            # PyFlink's tests wrap the Java configuration of an environment to change it.
            wrapped = getattr(j_configuration, "configuration", None)
            if not isinstance(wrapped, Configuration):
                raise TypeError(
                    "Configuration(j_configuration): expected the result of "
                    "env._j_stream_execution_environment.getConfiguration(), "
                    f"found {format_repr(j_configuration, 60)}"
                )
            self._values = wrapped._values

    @classmethod
    @validate_arguments
    def from_dict(cls, map: Mapping[str, Any]) -> Configuration:
        """Return a configuration with the options of *map*."""
        configuration = cls()
        configuration._values.update(map)
        return configuration

    @validate_arguments
    def get_string(self, key: str, default_value: str) -> str:
        """Return the value of *key* as text."""
        value = self._values.get(key)
        return default_value if value is None else _to_text(value)

    def set_string(self, key: str, value: str) -> Configuration:
        """Set *key* and return this configuration."""
        return self._set(key, value, str, "set_string")

    @validate_arguments
    def get_integer(self, key: str, default_value: int) -> int:
        """Return the value of *key* as a whole number."""
        value = self._values.get(key)
        if value is None:
            return default_value
        try:
            return int(value)
        except (OverflowError, TypeError, ValueError):
            raise ValueError(f"option {key!r}: expected a whole number, found {value!r}") from None

    def set_integer(self, key: str, value: int) -> Configuration:
        """Set *key* and return this configuration."""
        return self._set(key, value, int, "set_integer")

    @validate_arguments
    def get_boolean(self, key: str, default_value: bool) -> bool:
        """Return the value of *key* as true or false."""
        value = self._values.get(key)
        if value is None:
            return default_value
        text = str(value).lower()
        if text not in ("true", "false"):
            raise ValueError(f"option {key!r}: expected true or false, found {value!r}")
        return text == "true"

    def set_boolean(self, key: str, value: bool) -> Configuration:
        """Set *key* and return this configuration."""
        return self._set(key, value, bool, "set_boolean")

    @validate_arguments
    def get_float(self, key: str, default_value: float) -> float:
        """Return the value of *key* as a number."""
        value = self._values.get(key)
        if value is None:
            return float(default_value)
        try:
            return float(value)
        except (OverflowError, TypeError, ValueError):
            raise ValueError(f"option {key!r}: expected a number, found {value!r}") from None

    def set_float(self, key: str, value: float) -> Configuration:
        """Set *key* and return this configuration."""
        return self._set(key, value, (float, int), "set_float")

    @validate_arguments
    def get_bytearray(self, key: str, default_value: bytearray) -> bytearray:
        """Return the value of *key* as bytes."""
        value = self._values.get(key)
        return default_value if value is None else bytearray(value)

    @validate_arguments
    def set_bytearray(self, key: str, value: bytearray) -> Configuration:
        """Set *key* and return this configuration."""
        return self._set(key, bytearray(value), bytearray, "set_bytearray")

    @validate_arguments
    def get_duration_ms(self, key: str, default_value: int) -> int:
        """Return the value of *key*, such as ``"5 s"``, in milliseconds. Not in PyFlink."""
        value = self._values.get(key)
        return default_value if value is None else parse_duration_ms(value, f"option {key!r}")

    @validate_arguments
    def get_memory_bytes(self, key: str, default_value: int) -> int:
        """Return the value of *key*, such as ``"32kb"``, in bytes. Not in PyFlink."""
        value = self._values.get(key)
        return default_value if value is None else parse_memory_bytes(value, f"option {key!r}")

    def key_set(self) -> set[str]:
        """Return all keys."""
        return set(self._values)

    @validate_arguments
    def add_all_to_dict(self, target_dict: dict[str, Any]) -> None:
        """Copy all options into *target_dict*."""
        target_dict.update(self._values)

    @validate_arguments
    def add_all(self, other: Configuration, prefix: str | None = None) -> Configuration:
        """Copy all options of *other*, with *prefix* before each key."""
        for key, value in other._values.items():
            self._values[(prefix or "") + key] = value
        return self

    @validate_arguments
    def contains_key(self, key: str) -> bool:
        """Return whether *key* is set."""
        return key in self._values

    def to_dict(self) -> dict[str, str]:
        """Return all options as text."""
        return {key: _to_text(value) for key, value in self._values.items()}

    @validate_arguments
    def remove_config(self, key: str) -> bool:
        """Remove *key*; return whether it was set."""
        return self._values.pop(key, None) is not None

    @staticmethod
    @validate_arguments
    def parse_list_value(value: str) -> list[str]:
        """Parse the items of a list option: ``[a, b]``, ``a;b``, or lines ``- a``."""
        if not value:
            return []
        text = value.strip()
        if text.startswith("[") and text.endswith("]"):
            items = text[1:-1].split(",")
            return [item.strip().strip("'\"") for item in items if item.strip()]
        if text.startswith("- "):
            return [line.strip().removeprefix("- ").strip("'\"") for line in text.splitlines()]
        return text.split(";")

    def _set(
        self, key: str, value: Any, expected: type | tuple[type, ...], method: str
    ) -> Configuration:
        if not key:
            raise ValueError(f"Configuration.{method}: the key is empty")
        if not isinstance(value, expected) or (isinstance(value, bool) and expected is int):
            names = expected.__name__ if isinstance(expected, type) else "number"
            error_class = JavaTypeMismatchError if value is None else Py4JTypeMismatchError
            raise error_class(
                f"Configuration.{method}({key!r}): expected a value of type {names}, "
                f"found {value!r}"
            )
        self._values[key] = value
        return self

    def __deepcopy__(self, memodict: Any = None) -> Configuration:
        return Configuration(self)

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.to_dict().items())))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Configuration):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    def __str__(self) -> str:
        texts = sort_by_java_hash(self.to_dict(), 16)
        return "{" + ", ".join(f"{key}={value}" for key, value in texts.items()) + "}"

    def __repr__(self) -> str:
        return f"Configuration({self.to_dict()})"


def _to_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_duration_ms(value: Any, context: str) -> int:
    """Parse a duration in Flink's format (``"200 ms"``, ``"5 s"``) to milliseconds.

    >>> parse_duration_ms("5 s", "option")
    5000

    Args:
        value: the text, or a number of milliseconds.
        context: start of the error message.

    Raises:
        ValueError: for anything else.
    """
    return _parse_quantity(
        value, _DURATION_UNITS_MS, context, "a duration such as '5 s' or '200 ms'"
    )


def format_duration_ms(duration_ms: int) -> str:
    """Format milliseconds exactly for display: ``"30 s"``, ``"5 h 15 min 1 ms"``.

    :func:`parse_duration_ms` can parse the result if it has one unit.
    """
    rest, parts = abs(duration_ms), []
    for unit in ("d", "h", "min", "s", "ms"):
        count, rest = divmod(rest, _DURATION_UNITS_MS[unit])
        if count:
            parts.append(f"{count} {unit}")
    return ("-" if duration_ms < 0 else "") + (" ".join(parts) or "0 ms")


def parse_memory_bytes(value: Any, context: str) -> int:
    """Parse a size in Flink's format (``"32kb"``, ``"64 mb"``) to bytes.

    Args:
        value: the text, or a number of bytes.
        context: start of the error message.

    Raises:
        ValueError: for anything else.
    """
    return _parse_quantity(value, _MEMORY_UNITS, context, "a size such as '32kb' or '64 mb'")


def _parse_quantity(value: Any, units: Mapping[str, int], context: str, expected: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    match = _NUMBER_AND_UNIT.fullmatch(str(value))
    if match is None or match[2].lower() not in units:
        raise ValueError(f"{context}: expected {expected}, found {value!r}")
    return int(match[1]) * units[match[2].lower()]
