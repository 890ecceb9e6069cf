"""Stub of ``py4j.java_gateway``: classes without instances, and imports without effect."""

from __future__ import annotations

from typing import Any

__all__ = ["JavaClass", "JavaObject", "java_import"]


class JavaObject:
    """A Java object; there are no instances."""


class JavaClass:
    """A Java class; there are no instances."""


def java_import(jvm_view: Any, import_str: str) -> None:
    """Import Java classes: no effect, because an access to a class says that there is no Java."""
