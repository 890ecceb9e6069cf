"""Stub of ``py4j.java_gateway``: classes without instances."""

from __future__ import annotations

__all__ = ["JavaClass", "JavaObject"]


class JavaObject:
    """A Java object; there are no instances."""


class JavaClass:
    """A Java class; there are no instances."""
