"""``py4j.java_gateway``: classes that nothing here is an instance of."""

from __future__ import annotations

__all__ = ["JavaClass", "JavaObject"]


class JavaObject:
    """A Java object; there are none."""


class JavaClass:
    """A Java class; there are none."""
