"""Call stacks of real Flink 2.3.0: recorded for the programs of :mod:`stack_programs`, or any other.

    python -m tests.conformance.judge.stacks [--jars FOLDER]                 # writes facts/stacks.json
    python -m tests.conformance.judge.stacks --compare program.json ...      # records and compares

A frame is "Class.method" with Flink's simple class names, "$" before a nested one; "@Class" behind it names
the class of the object where that is another one than the declaring class. Frames of lambdas, executors,
reflection, the JDK and ``org.apache.flink.util`` are left out; a user function stands with the type of Flink
that declares its method (``MapFunction.map``). Outermost frame first.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from tests.conformance.fact_files import FACTS
from tests.conformance.judge.real_flink import RealFlink
from tests.conformance.judge.stack_programs import PROGRAMS

SCHEMA = {
    "frames": "names of frames; stacks refer to them by position",
    "types": "for each class of a frame its supertypes in Flink, by simple name",
    "stacks": "[place, operator, frames]: the place is the last frame without its receiver, the operator the "
    "class of the innermost operator on the stack (\"\" if there is none), frames are outermost first",
    "programs": "name -> program, in the form of tests.conformance.judge.build",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jars", metavar="FOLDER", help="the folder of Flink's jars")
    options = parser.parse_args()
    stacks: set[str] = set()
    types: dict[str, list[str]] = {}
    with RealFlink(options.jars, stacks=True) as flink:
        for program in PROGRAMS:
            answer = flink.run(program)
            problem = answer.get("exception", "")
            print(f"{program['id']}: {len(answer.get('stacks', ()))} stacks, {answer['ms']} ms {problem}")
            stacks.update(answer.get("stacks", ()))
            types.update(answer.get("types", {}))
    write(sorted(stacks), types)
    return 0


def write(stacks: list[str], types: dict[str, list[str]]) -> None:
    """The file of facts, one stack on each line."""
    frames: dict[str, int] = {}
    rows = []
    for stack in stacks:
        place, operator, names = stack.split("\t")
        numbers = [frames.setdefault(name, len(frames)) for name in names.split(" > ")]
        rows.append([place, operator, numbers])
    head = {"flink": "2.3.0", "about": "Call stacks of real jobs", "schema": SCHEMA}
    text = json.dumps(head, indent=1)[:-2]
    text += ',\n "frames": ' + json.dumps(list(frames), separators=(",", ":"))
    text += ',\n "types": ' + json.dumps(types, separators=(",", ":"), sort_keys=True)
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    text += f',\n "stacks": [\n{lines}\n]}}\n'
    (FACTS / "stacks.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
