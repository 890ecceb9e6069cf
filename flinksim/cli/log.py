"""``flinksim log``: show the columns of an event file, and how to read it as an event log."""

from __future__ import annotations

import argparse
import shlex
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from flinksim.cli.messages import complain

if TYPE_CHECKING:
    from flinksim.replay.logs.log import OpenedLog

_SHOWN = 3
_WIDEST = 60


def add_to(log: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    log.epilog = (
        "Behind FILE, in quotes, what its columns are where the proposal is wrong: "
        "'FILE split=partition order=offset arrival=ts event_time=value.at unit=s'."
    )
    log.add_argument("log", metavar="FILE", help="a file, folder, pattern or address (s3://...)")
    log.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if find_spec("pyarrow") is None:
        return complain(
            "pyarrow is not installed here; run: python -m pip install 'flinksim[spark]'"
        )
    from flinksim.replay.logs.log import OpenedLog
    from flinksim.replay.logs.override import OtherLog

    try:
        override = OtherLog.parsed(options.log)
        print(told(OpenedLog.of(override.what, override.said)))
    except (OSError, ValueError) as error:
        return complain(str(error))
    return 0


def told(log: OpenedLog) -> str:
    """Format the columns of a log, the proposed mapping, and the code and option that apply it."""
    rows, mapping = log.rows, log.mapping
    files = f" in {len(rows.files)} files" if len(rows.files) > 1 else ""
    lines = [f"{rows.name}: {rows.kind}{files}", ""]
    width = max(len(name) for name in log.head.column_names)
    for field in log.head.schema:
        values = ", ".join(map(_short, log.head.column(field.name).slice(0, _SHOWN).to_pylist()))
        lines.append(f"  {field.name:{width}}  {field.type!s:14.30}  {values}"[: width + 80])
    event_time = mapping.event_time or "none: the watermark strategy assigns timestamps"
    lines += [
        "",
        f"  split       {' + '.join(mapping.split) or 'none: all is one split'}",
        f"  order       {mapping.order or 'as the rows stand'}",
        f"  arrival     {mapping.arrival}{_unit(log, mapping.arrival)}",
        f"  event time  {event_time}{_unit(log, mapping.event_time)}",
        f"  record      ({', '.join(mapping.columns)})",
    ]
    if log.left_out:
        lines.append(f"  left out    {', '.join(log.left_out)}")
    option = f"{rows.name} {mapping.as_option()}"
    lines += [
        "",
        "To copy:",
        f"  Log.of({rows.name!r}, {mapping.as_arguments()})",
        f"  flinksim replay program.py --log {shlex.quote(option)}",
    ]
    return "\n".join(lines)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _WIDEST else f"{text[:_WIDEST]}..."


def _unit(log: OpenedLog, name: str | None) -> str:
    if name is None or log.head.schema.field(name).type not in ("int64", "double"):
        return ""
    return f" (in {log.mapping.unit})"
