"""What is public is what the snapshot says: nobody changes it without seeing that.

``python -m tests.test_promise --write`` writes it anew; ``docs/reference/compatibility.md`` says what may change.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import flinksim as fs
from flinksim.trace.events import EVENT_KINDS
from flinksim.trace.storage.file_format import VERSION

SNAPSHOT = Path(__file__).with_name("public_surface.txt")


def surface() -> str:
    """Every public name, a line each; the facts of a trace are held by ``docs/reference/event-types.md``."""
    lines = [f"trace file format {VERSION}"]
    for name in sorted(fs.__all__):
        value = getattr(fs, name)
        lines += _lines(f"flinksim.{name}", value)
    return "\n".join(lines) + "\n"


def _lines(name: str, value: Any) -> Iterator[str]:
    if inspect.isclass(value):
        if value in EVENT_KINDS:
            yield f"{name}: an event type"
            return
        yield f"{name}{_signature(value)}"
        for member in sorted(dir(value)):
            if member.startswith("_") or _is_inherited_from_outside(value, member):
                continue
            found = inspect.getattr_static(value, member)
            found = found.__func__ if isinstance(found, staticmethod | classmethod) else found
            yield f"{name}.{member}{_signature(found) if inspect.isfunction(found) else ''}"
    else:
        yield f"{name}{_signature(value) if callable(value) else ''}"


def _is_inherited_from_outside(value: type, member: str) -> bool:
    owner = next(one for one in value.__mro__ if member in vars(one))
    return not owner.__module__.startswith("flinksim")


def _signature(value: Any) -> str:
    """Names and defaults: what a call may say. Annotations may become more exact."""
    try:
        given = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return ""
    bare = [one.replace(annotation=one.empty) for one in given]
    return re.sub(r" at 0x[0-9a-f]+", "", str(inspect.Signature(bare)))


def test_nothing_that_was_promised_is_gone_or_other() -> None:
    now, promised = surface().splitlines(), SNAPSHOT.read_text(encoding="utf-8").splitlines()
    gone = [line for line in promised if line not in set(now)]
    assert gone == [], (
        "see docs/reference/compatibility.md, then python -m tests.test_promise --write"
    )


def test_a_name_or_a_parameter_that_goes_is_noticed() -> None:
    told = surface()
    assert "\nflinksim.Simulation.step(self, until=None)\n" in told
    assert "\nflinksim.Budget.steps\n" in told
    assert re.search(r"^flinksim\.simulate\(env, interleaving=None, \*, job_name=None", told, re.M)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    if parser.parse_args().write:
        SNAPSHOT.write_text(surface(), encoding="utf-8")
    else:
        sys.stdout.write(surface())


if __name__ == "__main__":
    main()
