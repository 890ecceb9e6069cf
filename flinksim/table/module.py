"""PyFlink: ``pyflink.table.module``, sets of built-in functions."""

from __future__ import annotations

__all__ = ["HiveModule", "Module", "ModuleEntry"]


class Module:
    """A set of functions. flinksim has those of Flink, the module ``core``."""


class HiveModule(Module):
    """The functions of Hive; those that Flink does not have are unknown here."""

    def __init__(self, hive_version: str | None = None) -> None:
        self.hive_version = hive_version


class ModuleEntry:
    """A loaded module, and whether it is used."""

    def __init__(self, name: str, used: bool) -> None:
        self._name = name
        self._used = used

    def name(self) -> str:
        """Return the name."""
        return self._name

    def used(self) -> bool:
        """Tell whether functions are looked up in the module."""
        return self._used
