"""Typed configuration options."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from flinksim.core.validation import validate_arguments

T = TypeVar("T")

__all__ = ["ConfigOption", "ConfigOptions"]


class ConfigOption(Generic[T]):
    """A key with a type and an optional default.

    Flink: ``org.apache.flink.configuration.ConfigOption``.
    """

    def __init__(self, key: str, value_type: type, default: T | None = None) -> None:
        self._key = key
        self._value_type = value_type
        self._default = default

    def key(self) -> str:
        """Return the key."""
        return self._key

    def default_value(self) -> T | None:
        """Return the default, ``None`` if there is none."""
        return self._default

    def __repr__(self) -> str:
        return f"Key: '{self._key}' , default: {self._default}"


class ConfigOptions:
    """Builds options: ``ConfigOptions.key("a.b").int_type().default_value(3)``.

    Flink: ``org.apache.flink.configuration.ConfigOptions``.
    """

    @staticmethod
    @validate_arguments
    def key(key: str) -> ConfigOptions.OptionBuilder:
        """Start to build an option."""
        return ConfigOptions.OptionBuilder(key)

    class OptionBuilder:
        """Builder of an option without a type."""

        def __init__(self, key: str) -> None:
            self._key = key

        def boolean_type(self) -> ConfigOptions.TypedConfigOptionBuilder[bool]:
            return ConfigOptions.TypedConfigOptionBuilder(self._key, bool)

        def int_type(self) -> ConfigOptions.TypedConfigOptionBuilder[int]:
            return ConfigOptions.TypedConfigOptionBuilder(self._key, int)

        def long_type(self) -> ConfigOptions.TypedConfigOptionBuilder[int]:
            return ConfigOptions.TypedConfigOptionBuilder(self._key, int)

        def float_type(self) -> ConfigOptions.TypedConfigOptionBuilder[float]:
            return ConfigOptions.TypedConfigOptionBuilder(self._key, float)

        def double_type(self) -> ConfigOptions.TypedConfigOptionBuilder[float]:
            return ConfigOptions.TypedConfigOptionBuilder(self._key, float)

        def string_type(self) -> ConfigOptions.TypedConfigOptionBuilder[str]:
            return ConfigOptions.TypedConfigOptionBuilder(self._key, str)

    class TypedConfigOptionBuilder(Generic[T]):
        """Builder of an option without a default."""

        def __init__(self, key: str, value_type: type) -> None:
            self._key = key
            self._value_type = value_type

        def default_value(self, value: T) -> ConfigOption[T]:
            return ConfigOption(self._key, self._value_type, value)

        def no_default_value(self) -> ConfigOption[Any]:
            return ConfigOption(self._key, self._value_type)
