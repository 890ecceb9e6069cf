"""The text of a recorded value, as Java prints it."""

from __future__ import annotations

from flinksim.trace.values import Value


def to_java_text(value: Value) -> str:
    """Return the text of *value*: tuples as ``(a,1)``, ``None`` as ``null``.

    >>> to_java_text(("a", 1, None, True))
    '(a,1,null,true)'
    """
    if isinstance(value, tuple):
        return f"({','.join(map(to_java_text, value))})"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
