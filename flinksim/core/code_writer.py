"""Writer of generated Python source, whose functions can be stepped through and appear in tracebacks.

Not in Flink, whose code generator (Janino) serves SQL only.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class CodeWriter:
    """Collects the lines of a module, and the objects that they use by name."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.names: dict[str, Any] = {}
        self._depth = 0

    @property
    def text(self) -> str:
        """The source so far."""
        return "\n".join(self.lines) + "\n"

    def write(self, text: str) -> None:
        """Write lines, indented relative to the enclosing block."""
        for line in text.strip("\n").splitlines():
            self.lines.append(f"{'    ' * self._depth}{line}".rstrip())

    @contextmanager
    def indent(self, header: str) -> Iterator[None]:
        """Write the header of a block, and indent what is written inside."""
        self.write(header)
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    def bind(self, name: str, value: Any) -> str:
        """Return a name, *name* or one derived from it, by which the source can use *value*."""
        unique, number = name, 1
        while unique in self.names and self.names[unique] is not value:
            number += 1
            unique = f"{name}{number}"
        self.names[unique] = value
        return unique

    def compile_function(self, function: str, file_name: str) -> Callable[..., Any]:
        """Compile the source and return one of its functions.

        Debuggers and tracebacks find the source under *file_name*.
        """
        text = self.text
        linecache.cache[file_name] = (len(text), None, text.splitlines(keepends=True), file_name)
        exec(compile(text, file_name, "exec"), self.names)
        compiled: Callable[..., Any] = self.names[function]
        return compiled
