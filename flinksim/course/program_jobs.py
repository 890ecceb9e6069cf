"""The programs that lessons show: short scripts with parameters, their runs and their links.

Not in Flink.
"""

from __future__ import annotations

import base64
import hashlib
import json
import linecache
import re
import zlib
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from io import StringIO
from string import Template
from typing import Any

from flinksim.datastream.pipeline_executor import redirect_jobs
from flinksim.graph.capture_executor import CapturingExecutor
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation

MAX_PROGRAM_LINES = 15
"""Maximum number of lines of a program that a lesson shows, without empty ones."""


_MAX_LITERAL_LENGTH, _NEXT_LINE = 140, "\n    "


class Program:
    """A script with parameters, which a lesson shows and runs, also with the data of a learner.

    The script has ``$name`` for the parameter *name*. A text is inserted as code, and another value as a
    literal.

    >>> print(Program("delay = $unit($delay_ms)", unit="ms", delay_ms=2_000).text)
    delay = ms(2_000)
    """

    def __init__(self, script: str, /, **defaults: Any) -> None:
        self._script, self._defaults = Template(script), defaults

    @property
    def text(self) -> str:
        """The script with the default values, which the lesson shows."""
        return self.write()

    def write(self, **values: Any) -> str:
        """Write the script with these values, and the defaults of other parameters.

        Raises:
            KeyError: If a parameter has no value.
        """
        code = {
            name: value if isinstance(value, str) else format_literal(value)
            for name, value in {**self._defaults, **values}.items()
        }
        return self._script.substitute(code)

    def build(
        self,
        settings: RunSettings | None = None,
        objects: Mapping[str, Any] | None = None,
        **values: Any,
    ) -> Simulation:
        """Build the simulation of the script with these values; see :func:`build_program_job`."""
        return build_program_job(self.write(**values), settings, objects)


def format_literal(value: Any) -> str:
    """Format a value as code, in lines that are short enough to be shown.

    >>> format_literal({"left": [(100, "red", 1_000)], "right": ()})
    '{"left": [(100, "red", 1_000)], "right": ()}'
    """
    text = _format_value(value)
    if len(text) <= _MAX_LITERAL_LENGTH or not isinstance(value, Mapping):
        return _wrap(text)
    items = (_wrap(_format_value({key: one})[1:-1]) for key, one in value.items())
    return f"{{{f',{_NEXT_LINE}'.join(items)}}}"


def _wrap(text: str) -> str:
    """Break a long literal between the tuples and lists in it."""
    lines = [""]
    for part in re.split(r"(?<=[)\]],) ", text):
        if lines[-1] and len(lines[-1]) + len(part) > _MAX_LITERAL_LENGTH:
            lines.append(part)
        else:
            lines[-1] += f" {part}" if lines[-1] else part
    return _NEXT_LINE.join(lines)


def _format_value(value: Any) -> str:
    if type(value) is int:
        return f"{value:_}"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        items = (f"{_format_value(key)}: {_format_value(one)}" for key, one in value.items())
        return f"{{{', '.join(items)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_format_value, value))}]"
    if isinstance(value, Iterable) and not isinstance(value, range):
        parts = list(map(_format_value, value))
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    return repr(value)


def build_program_job(
    text: str, settings: RunSettings | None = None, objects: Mapping[str, Any] | None = None
) -> Simulation:
    """Build the simulation of a script that ends with ``env.execute()``.

    Args:
        text: The script. The stepper shows it, with the line of each step.
        settings: How to run it.
        objects: Names that the script uses and does not define, such as the function of a learner.
    """
    name = f"lessons/{hashlib.sha256(text.encode()).hexdigest()[:12]}/program.py"
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    executor = CapturingExecutor()
    with redirect_jobs(executor), redirect_stdout(StringIO()):
        exec(
            compile(text, name, "exec"),
            {"__name__": "__main__", "__file__": name, **(objects or {})},
        )
    return Simulation(executor.pipelines[-1], settings or RunSettings())


GENERATED_ROWS = 40
"""Number of rows that the playground generates for each table of a query; a link has no data."""


def pack_program(text: str, *, is_query: bool = False) -> str:
    """Pack a program for a link: the address of the playground's page, then ``#play=`` and this text."""
    settings = {"s": {"sample": GENERATED_ROWS}} if is_query else {}
    content = json.dumps({"p": text, **settings}, ensure_ascii=False, separators=(",", ":"))
    # a negative number of window bits leaves the header out, as "deflate-raw" does in a browser
    compressor = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS)
    packed = compressor.compress(content.encode()) + compressor.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")
