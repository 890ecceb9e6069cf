"""What was compared with real Flink, what differs and what is not modelled: ``docs/reference/fidelity.md``.

    python -m tests.conformance.fidelity

runs everything that compares with Flink and writes the page only if all of it agrees, so "N of N" is a
result and no promise. ``test_fidelity.py`` keeps the page current.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

from flinksim.pyflink_compat.documented_differences import DIFFERENCES
from tests.conformance.fact_files import FACTS
from tests.conformance.recorded_programs import all_programs
from tests.conformance.surface import compare, public_api, share_present

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/reference/fidelity.md"
COMPARISONS = ("tests/conformance", "tests/test_user_mistakes.py", "tests/pyflink_programs")

NOT_MODELLED = {
    "The Table API and SQL": "a compiler and a runtime of their own; `pyflink.table` has the names of "
    "data types alone",
    "Connectors to other systems": "Kafka, Pulsar, Kinesis, databases and the like talk to what is "
    "outside; a recording read by `EventLogSource` stands in for them",
    "Bulk formats": "Avro, ORC and Parquet need libraries; CSV, JSON and text are here",
    "State backends on disk": "RocksDB and ForSt keep another order among timers of one timestamp",
    "PyFlink's bundles": "results come in bundles (`results_come_in_bundles`), but a Python function "
    "sees each element at once",
    "PyFlink's caches": "state of a worker is what Java has, at once; only the order in which a "
    "`MapState` iterates follows the worker's caches, and a time to live is never hidden by them",
    "Stages in batch mode": "an operator starts when its input does, not when all before it have "
    "ended, so what several sinks print is mixed otherwise; and what the scheduler chooses is one "
    "subtask, whatever the amount of data",
    "Checkpoints": "an incremental checkpoint says what it would write, and is kept whole; sources "
    "give their splits out once, by number, so a restart has the same; a `StreamingFileSink` finishes "
    "no part. State backends and the changelog say whether checkpoints are incremental, nothing else",
    "Compaction of files": "`FileSink`'s `enable_compact` is kept and does nothing",
    "Other parts of a cluster": "TaskManagers that register and go idle: what fails is known at once, "
    "unless a run is told that a heartbeat is lost, and slots are given anew where they were",
    "Default parallelism": "1 on every machine, where Flink's local environment takes the number of "
    "cores",
    "Programs in Java": "`add_jars`, `add_classpaths`, `pipeline.jars` and connectors given as jars "
    "are kept and do nothing, `create_input` is refused; `flinksim plan --from` reads a job's plan",
    "What a worker is set up with": "`set_python_requirements`, `set_python_executable`, "
    "`register_cached_file` and the memory options of workers are kept and do nothing: functions run "
    "in this process, and read files themselves",
    "Settings of serialisers and of a cluster": "what `ExecutionConfig` says of generic types, Kryo, "
    "closure cleaning and task cancellation, the resources of a `SlotSharingGroup`, and every option "
    "that flinksim does not know, are kept and do nothing",
    "Results that are stored": "a blocking result is read while it is written; its call stacks are "
    "those of `SortMergeResultPartition`. Those of a hybrid one are those of a pipelined one, and that "
    "the adaptive batch scheduler refuses pipelined ones is not told",
    "The network outside": "an `AsyncFunction` runs on virtual time and cannot open connections",
}
"""What there is in Flink and not here."""

NOT_FOLLOWED = {
    "The text of an error": "behind the class's name it is ours",
    "A sink that cannot write": "a `FileSink` without a folder to write to fails before the first "
    "element; in Flink it does so when it has been given some, and until then others go on",
    "State of a declared type": "PyFlink refuses a value that its type cannot hold, when the bundle "
    "ends; here state keeps what it is given (not so where objects are pickled)",
    "Untyped keys": (
        "`execute_and_collect` on a keyed stream whose key has no type gives the key's bytes "
        "in PyFlink, here the value"
    ),
    "`partition_custom` in batch mode": (
        "a partitioner is told the parallelism that was chosen, not the planned one"
    ),
    "Texts": (
        "`str()` of a window assigner is Java's, with its offset; that of an `OutputTag` names it"
    ),
    "Arguments": (
        "a job that PyFlink never ends on a wrong argument which it lets through, fails here"
    ),
    "What is asked twice": "a key selector or assigner right behind a function whose objects the type "
    "makes others (a row without names, a list) is called once more, for the object before that",
    "The place of a sink": (
        "what sinks of several branches, of several subtasks or behind the network print is "
        "mixed in another order; the order of each is kept"
    ),
    "Counters": "a counter, meter or distribution of a Python function starts anew with each bundle",
    "The time that Python takes": "of two ways to one operator the one with fewer Python functions is "
    "the faster, so its values come first",
    "Watermark alignment": "no source of PyFlink's has timestamps "
    "(`sources_forget_timestamp_assigners`), so there is nothing to align and nothing to record; here "
    "sources have them, and wait as in Java",
    "Timers and windows in batch mode": "PyFlink fires the timers of a key in the middle of the next "
    "keys' elements (not with bundles of one element), loses results of session windows, and hangs in "
    "tumbling and sliding ones; here both follow Java",
    "Globals of the program": "PyFlink's functions work on a copy of the module's globals; here what a "
    "function changes there is changed",
    "Keys that are equal in Python": "`1`, `True` and `1.0` of no declared type share their state in "
    "PyFlink's worker, and a `dict` may be a key; here the first are three keys, and the last is "
    "refused",
    "Continuous triggers before 1970": "PyFlink's begin with a multiple of the interval that is one "
    "interval earlier, as Python's remainder has it; here with Java's",
    "Thread mode": "`python.execution-mode: thread` stamps the results of windows with the last "
    "timestamp seen, and hangs on a timer at the end of time",
    "What fails in PyFlink alone": "`partition_custom` before `execute_and_collect`, two of those on "
    "one chain, `MapState.put_all` with keys that are not pairs, `bytes` of no type that are printed, "
    "a tuple shorter than its type (it is filled with what "
    "lay in memory), a `CHAR` that a worker reads, an empty number in a CSV file, "
    "`filter` right behind a CSV file; and of what `from_collection` is given: a `LIST`, a `BIG_INT` "
    "or a `PRIMITIVE_ARRAY` of floats by itself, rows in lists or maps, an explicit "
    "`PICKLED_BYTE_ARRAY`, and moments before 1902 or after 2037 (in a row they wrap around, here too)",
}
"""How PyFlink departs from the Java runtime, and flinksim follows Java whatever the dialect."""

ABOUT = {
    "assigners": "which windows an assigner gives, how sessions merge",
    "credit_flow": "buffers, credits and backlog of a channel, after each operation",
    "credit_flow_blocked": "the same, with unaligned barriers where an aligned one has blocked",
    "barriers": "what the barrier handlers of a task do at each barrier, cancellation, end and timeout",
    "checkpoints": "jobs that take checkpoints and fail, or stop and go on at another parallelism or "
    "changed: what is committed, restored, counted, refused",
    "checkpoint_order": "what each task and the JobMaster do for a checkpoint, one after another",
    "cumulative_windows": "what Flink's own assigner of them gives, and `CUMULATE` in Flink SQL",
    "life_cycle": "what happens to the operators of a chain from setup to close, in which order",
    "long_times": "windows and event timers at both ends of 64 bits, where numbers wrap around",
    "processing_time": "the production clock: what is late by a millisecond, and what is not",
    "key_groups": "hash codes, key groups and ranges",
    "mailbox": "the order of mails and default actions; the buffer debloater",
    "mistakes": "what one is told about a mistake (`docs/reference/mistakes.md`)",
    "partitioners": "which channel a record takes, who is connected with whom",
    "plans": "stream graphs, chains and job graphs as Flink prints them",
    "plans_random": "the same of random programs, with what each task is told",
    "python_job_graphs": "job graphs of the recorded programs: what PyFlink fuses, names, ids",
    "pyflink_surface": "names, parameters and defaults (`docs/reference/pyflink-api.md`)",
    "timers": "when timers fire, and in which order",
    "values": "keys of declared types, fields of aggregations, what windows share, the order of map "
    "states and joins, partition windows, source functions",
    "valve": "watermarks and idleness of several channels",
    "watermark_generators": "watermarks of strategies, splits and operators",
    "info_logs": "the order of INFO logs: per task exactly, across tasks what Flink orders, learned "
    "from five recordings of each program (`python -m tests.conformance.judge.logs`)",
    "judged_programs": "random programs that ran on both: results and their timestamps "
    "(`python -m tests.conformance.judge.differential`)",
    "judged_cases": "small programs in which flinksim once told something else than Flink "
    "(the same command with `--cases`)",
    "stacks": "call stacks of Flink's methods, by place and operator; those of a trace are held "
    "against them (`python -m tests.conformance.judge.stacks`)",
    "watermark_metrics": "`currentInputWatermark` and `currentOutputWatermark` of operators and tasks "
    "while jobs run (`python -m tests.conformance.judge.gauges`)",
    "windows": "what window operators put out, and when",
}


def fact_files() -> dict[str, int]:
    """The files of recorded facts, and how many cases each has."""
    counts = {}
    for path in sorted(FACTS.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        cases = content.get("cases")
        counts[path.stem] = len(compare()) if cases is None else len(cases)
    return counts


def declared_differences() -> dict[str, list[str]]:
    """Every ``Differs:`` paragraph of a docstring in the package, by module."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "flinksim").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                continue
            name = "" if isinstance(node, ast.Module) else f"`{node.name}`: "
            for text in _differs(ast.get_docstring(node) or ""):
                found.setdefault(module, []).append(name + text)
    return found


def _differs(docstring: str) -> list[str]:
    paragraphs = re.findall(
        r"Differs: (.+?)(?=\n\n|\n(?:Flink|Errors?|Raises|Not in Flink)\b|\Z)", docstring, re.DOTALL
    )
    return [" ".join(paragraph.split()) for paragraph in paragraphs]


def page() -> str:
    """``docs/reference/fidelity.md``, on the condition that every comparison succeeds."""
    programs = all_programs()
    java = [program for program in programs if program.dialect == "java"]
    pyflink = [program for program in programs if program.dialect != "java"]
    findings = compare()
    lines = [
        "# How far flinksim is Flink",
        "",
        "Made by `python -m tests.conformance.fidelity`, which runs every comparison and writes "
        "nothing unless all succeed. The judge is Apache Flink 2.3.0.",
        "",
        "## Compared with the real thing",
        "",
        "| | agree | |",
        "| --- | --- | --- |",
        f"| PyFlink programs, recorded three times each | {len(java)} of {len(java)} | "
        "what they print, in the order in which they print it |",
        f"| all programs with `flinksim.dialect: pyflink` | {len(programs)} of {len(programs)} | "
        f"the {len(pyflink)} included in which PyFlink departs from the Java runtime |",
    ]
    for name, count in fact_files().items():
        if name == "pyflink_surface":
            agree = sum(finding.verdict not in ("missing", "different") for finding in findings)
            share = share_present(public_api(findings))
            note = f"{ABOUT[name]}; {share:.1f} % of the public API present, the rest says why not"
            lines.append(f"| {name} | {agree} of {count} | {note} |")
        else:
            about = ABOUT.get(name, "")
            lines.append(f"| {name} | {count} of {count} | {about} |")
    lines += [
        "",
        "The programs by theme: "
        + ", ".join([f"{theme} {count}" for theme, count in _by_theme(java).items()])
        + ".",
        "",
        "## PyFlink is not Java Flink",
        "",
        "Where the two differ, flinksim follows the Java runtime; the option "
        "`flinksim.dialect: pyflink` makes it follow PyFlink. A program that imports the API by the "
        "name `pyflink` (`--as-pyflink`, the pytest plugin, PyFlink's own test cases, or an alias of "
        "your own) has that dialect unless `java` is asked for. It changes this:",
        "",
    ]
    lines += [f"- *{name}*: {what}" for name, what in DIFFERENCES.items()]
    lines += ["", "These are followed in neither dialect:", ""]
    lines += [f"- **{what}**: {how}." for what, how in NOT_FOLLOWED.items()]
    lines += ["", "## Not modelled", ""]
    lines += [f"- **{what}**: {why}." for what, why in NOT_MODELLED.items()]
    lines += ["", "## Known differences, as the code declares them", ""]
    for module, texts in declared_differences().items():
        lines += [f"- `{module}`", *[f"  - {text}" for text in texts]]
    return "\n".join(lines) + "\n"


def _by_theme(programs: list[object]) -> dict[str, int]:
    themes: dict[str, int] = {}
    for program in programs:
        theme = program.theme  # type: ignore[attr-defined]
        themes[theme] = themes.get(theme, 0) + 1
    return dict(sorted(themes.items()))


def main() -> int:
    # The test of this page fails until it is written.
    command = [sys.executable, "-m", "pytest", "-q", *COMPARISONS,
               "--deselect", "tests/conformance/test_fidelity.py"]  # fmt: skip
    if subprocess.run(command, cwd=ROOT, check=False).returncode != 0:
        print("not everything agrees with Flink: docs/reference/fidelity.md is left as it was")
        return 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
