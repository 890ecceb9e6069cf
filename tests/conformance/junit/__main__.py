"""Run Flink's own JUnit classes on flinksim.

    python -m tests.conformance.junit --clone FLINK [--revision release-2.3.0] [CLASS ...]
    python -m tests.conformance.junit --methods PATTERN CLASS    # what is translated already

See docs/dev/junit.md.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from tests.conformance.junit.assertions import UNCOMPARED_MESSAGES
from tests.conformance.junit.class_list import CLASSES, DECLARED_FAILURES, SUPPORT_CLASSES
from tests.conformance.junit.class_runner import ClassResult, run_class
from tests.conformance.junit.flink_adapters import ADAPTERS


def translate_from(clone: Path, revision: str, names: list[str]) -> None:
    from tests.conformance.junit.source_files import FlinkSources, translate_classes

    sources = FlinkSources(clone, revision)
    for name, problem in translate_classes(sources, [*names, *SUPPORT_CLASSES]).items():
        print(f"{name}: {problem}", file=sys.stderr)


def print_result(result: ClassResult) -> None:
    print(
        f"{result.name}: {result.methods} methods, {len(result.passed)} pass, "
        f"{len(result.failed)} fail, {len(result.not_expressible)} not expressible",
        flush=True,
    )
    for method, reason in result.failed.items():
        declared = DECLARED_FAILURES.get(f"{result.name}.{method}")
        print(f"    {'declared' if declared else 'FAIL'} {method}: {declared or reason}")
    for method, reason in result.not_expressible.items():
        print(f"    not expressible {method}: {reason}")
    for method, reason in result.in_part.items():
        print(f"    in part {method}: {reason}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Run Flink's JUnit classes on flinksim.")
    parser.add_argument("classes", nargs="*", default=list(CLASSES), metavar="CLASS")
    parser.add_argument("--clone", type=Path, help="a clone of Flink, to translate from")
    parser.add_argument("--revision", default="HEAD", help="the revision of the clone")
    parser.add_argument("--methods", default="", metavar="PATTERN", help="only these methods")
    arguments = parser.parse_args()
    if arguments.clone is not None:
        translate_from(arguments.clone, arguments.revision, arguments.classes)
    assert ADAPTERS
    tally: Counter[str] = Counter()
    undeclared = 0
    for name in arguments.classes:
        try:
            result = run_class(name, arguments.methods)
        except FileNotFoundError as error:
            print(error)
            undeclared += 1
            continue
        print_result(result)
        tally["classes"] += 1
        tally["methods"] += result.methods
        tally["pass"] += len(result.passed)
        tally["of them in part"] += len(result.in_part)
        tally["fail"] += len(result.failed)
        tally["not expressible"] += len(result.not_expressible)
        undeclared += sum(f"{name}.{method}" not in DECLARED_FAILURES for method in result.failed)
    print(", ".join(f"{number} {what}" for what, number in tally.items()))
    print(f"{UNCOMPARED_MESSAGES.value} texts of exceptions not compared: flinksim has its own")
    return 1 if undeclared else 0


if __name__ == "__main__":
    sys.exit(main())
