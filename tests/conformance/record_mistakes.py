"""Records what real Flink says to the mistakes of ``mistakes/``.

    FLINKSIM_PYFLINK=<python of an environment with apache-flink 2.3.0> \\
        python -m tests.conformance.record_mistakes [name ...]

writes ``facts/mistakes.json``: for each program the class of the exception, the innermost reason in its
text and how many lines a user has to read to find it; or what the program printed if nobody
complained. Programs that are recorded are left out unless they are named.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.conformance.record import Session

MISTAKES = Path(__file__).parent / "mistakes"
FACTS = Path(__file__).parent / "facts" / "mistakes.json"
_PYTHON_ERROR = re.compile(r"^\s*((?:\w+\.)*\w*(?:Error|Exception|Warning)(?::.*)?)$", re.MULTILINE)
_ADDRESS = re.compile(r"0x[0-9a-f]+")
_JAVA_ERROR = re.compile(r"^: (.+)$", re.MULTILINE)
_JAVA_CAUSE = re.compile(r"^\s*Caused by: (.+)$", re.MULTILINE)


def mistakes() -> list[Path]:
    """The programs, by name."""
    return sorted(MISTAKES.glob("*.py"))


def innermost(text: str) -> str:
    """The line of a long text that says what was wrong: Python's last word, else Java's."""
    python = [line.strip() for line in _PYTHON_ERROR.findall(text)]
    java = [line.strip() for line in _JAVA_CAUSE.findall(text)]
    for lines in (python, java, _JAVA_ERROR.findall(text)):
        if lines:
            return lines[-1][:400]
    return text.strip().splitlines()[0][:400] if text.strip() else ""


def described(report: dict[str, Any]) -> dict[str, Any]:
    """A report as it is kept."""
    if report["raised"] is None:
        return {
            "raised": None,
            "printed": [_ADDRESS.sub("0x…", it) for it in report["printed"][:4]],
        }
    text = report["raised"]["text"]
    return {
        "raised": report["raised"]["class"],
        "says": innermost(text),
        "lines": max(1, len(text.strip().splitlines())),
    }


def main(names: list[str]) -> None:
    events: dict[str, Any] = {"flink": "2.3.0", "about": "what Flink says to mistakes", "cases": {}}
    if FACTS.exists():
        events = json.loads(FACTS.read_text(encoding="utf-8"))
    wanted = [
        p for p in mistakes() if (p.stem in names or (not names and p.stem not in events["cases"]))
    ]
    session = Session(Path(os.environ["FLINKSIM_PYFLINK"]), runs=100)
    for path in wanted:
        try:
            report = session.run(SimpleNamespace(path=path))  # type: ignore[arg-type]
        except Exception as error:  # the session is gone; the next program gets a new one
            print(f"{path.stem}: {error}", flush=True)
            continue
        events["cases"][path.stem] = described(report)
        print(path.stem, events["cases"][path.stem], flush=True)
        events["cases"] = dict(sorted(events["cases"].items()))
        FACTS.write_text(json.dumps(events, indent=1) + "\n", encoding="utf-8")
    session.close()


if __name__ == "__main__":
    main(sys.argv[1:])
