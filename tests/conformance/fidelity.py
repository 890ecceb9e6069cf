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
    "Parts of the Table API and SQL": (
        "`MATCH_RECOGNIZE`, count windows and functions in "
        "Java are rejected. Rows of a table in another system come from a file (`--source`). "
        "In batch mode a query runs as a stream, and prints each of its updates as a row"
    ),
    "Connectors to other systems": (
        "No connector opens a connection. Its messages come from a file or a sample, and go to a "
        "file. Kafka's behaviour follows the source text of flink-connector-kafka: "
        "`KafkaSourceEnumerator` (partitions, discovery, no end), `KafkaRecordEmitter` (timestamps), "
        "`KafkaSourceReader` (offsets are committed after checkpoints), `ReaderHandledOffsetsInitializer` "
        "and `ExactlyOnceKafkaWriter`. No broker was compared. `flinksim record kafka` is tested "
        "with the mock cluster of librdkafka"
    ),
    "Offsets of a recording": (
        "All messages of a recording arrive after the start of the job. So `latest()` reads them all"
    ),
    "Bulk formats": (
        "Avro, ORC and Parquet need libraries (`flinksim[files]`). CSV, JSON and text are available"
    ),
    "State backends on disk": "RocksDB and ForSt order timers of the same timestamp differently",
    "PyFlink's bundles": (
        "Results appear in bundles (`results_come_in_bundles`), but a Python function "
        "receives each element immediately"
    ),
    "PyFlink's caches": (
        "A worker's state is Java's. Only the order in which a `MapState` iterates follows "
        "the worker's caches, and they never hide a time to live. With "
        "`python.state.cache-size: 0` PyFlink forgets what is put into broadcast state; here "
        "it is kept"
    ),
    "Stages in batch mode": (
        "An operator starts when its input does, and not when all operators before it have "
        "ended. So the output of several sinks is interleaved differently. The scheduler "
        "always chooses one subtask"
    ),
    "Checkpoints": (
        "An incremental checkpoint reports what it would write, and is stored completely. "
        "Sources assign splits once, by number, so a restart has the same ones. A "
        "`StreamingFileSink` finishes no part. The choice of a state backend or changelog "
        "only decides whether checkpoints are incremental"
    ),
    "Compaction of files": "`enable_compact` of `FileSink` is stored and has no effect",
    "Other parts of a cluster": (
        "TaskManagers do not register and become idle over time. A failure is noticed "
        "immediately, unless a run loses a heartbeat. Slots are assigned where they were"
    ),
    "Default parallelism": (
        "It is 1 on every machine, where Flink's local environment uses the number of cores"
    ),
    "Programs in Java": (
        "`add_jars`, `add_classpaths`, `pipeline.jars` and connectors in jars have no effect, "
        "and `create_input` takes only PyFlink's `AvroInputFormat`. `flinksim plan --from` reads the plan "
        "of a Java job"
    ),
    "The environment of workers": (
        "`set_python_requirements`, `set_python_executable`, `register_cached_file` and the "
        "memory options of workers have no effect. Functions run in this process, and read "
        "files themselves"
    ),
    "Settings of serializers and of a cluster": (
        "Settings for generic types, Kryo, closure cleaning and task cancellation have no "
        "effect. The same holds for resources of a `SlotSharingGroup`, and for every option "
        "that flinksim does not know"
    ),
    "Stored results": (
        "A blocking result is read while it is written. Its call stacks are those of "
        "`SortMergeResultPartition`, and those of a hybrid result are those of a pipelined "
        "one. Flink's adaptive batch scheduler rejects pipelined results; flinksim does not "
        "report this"
    ),
    "The network outside": "An `AsyncFunction` runs on virtual time and cannot open connections",
}
"""What Flink has and flinksim does not."""

NOT_FOLLOWED = {
    "The text of an error": "The class is Flink's, the text is flinksim's",
    "A sink that cannot write": (
        "A `FileSink` without a folder fails before the first element. In Flink it fails "
        "after some elements, and other operators continue until then"
    ),
    "State of a declared type": (
        "PyFlink rejects a value that its type cannot hold when the bundle ends. Here state "
        "keeps the value, unless objects are pickled"
    ),
    "Untyped keys": (
        "`execute_and_collect` on a keyed stream without a key type returns the bytes of the "
        "key in PyFlink, and the value here"
    ),
    "`partition_custom` in batch mode": (
        "A partitioner receives the chosen parallelism, not the planned one"
    ),
    "Texts": (
        "`str()` of a window assigner is Java's, with its offset. That of an `OutputTag` "
        "contains its name"
    ),
    "Arguments": (
        "Some wrong arguments that PyFlink accepts lead to a job that never ends. Here the "
        "job fails"
    ),
    "Repeated calls": (
        "A key selector or assigner after a function whose type changes the objects (a row "
        "without names, a list) is called once more, for the object before the change"
    ),
    "The place of a sink": (
        "The output of sinks of several branches, of several subtasks or after the network is "
        "interleaved differently. The order of each sink is kept"
    ),
    "Counters": "A counter, meter or distribution of a Python function restarts with each bundle",
    "The time that Python takes": (
        "Of two paths to one operator, the one with fewer Python functions is faster, so its "
        "values arrive first"
    ),
    "Watermark alignment": (
        "No source of PyFlink has timestamps (`sources_forget_timestamp_assigners`), so there "
        "is nothing to align and nothing to record. Here sources have timestamps, and wait as "
        "in Java"
    ),
    "Timers and windows in batch mode": (
        "PyFlink fires the timers of a key during the elements of the next keys (except with "
        "bundles of one element), loses results of session windows, and never ends with "
        "tumbling and sliding ones. Here timers fire before the next key's elements, and windows "
        "follow Java"
    ),
    "Globals of the program": (
        "PyFlink's functions work on a copy of the module's globals. Here they change the "
        "globals themselves"
    ),
    "Keys that are equal in Python": (
        "Without a declared type `1`, `True` and `1.0` share their state in PyFlink's worker, "
        "and a `dict` may be a key. Here the first are three keys, and the last is rejected"
    ),
    "Continuous triggers before 1970": (
        "PyFlink's start one interval earlier, because Python's remainder is never negative. "
        "Here they start as in Java"
    ),
    "Thread mode": (
        "`python.execution-mode: thread` gives results of windows the last timestamp that it "
        "saw, and never ends with a timer at the end of time"
    ),
    "Order of two branches of a task": (
        "In Flink each output has a thread that flushes it (`RecordWriter.OutputFlusher`). An "
        "operator that reads both branches may get either first. Here it is the first branch"
    ),
    "Order of broadcast state": (
        "PyFlink iterates in an order of its worker. Here it is the order of Java's hash table"
    ),
    "What fails only in PyFlink": (
        "`partition_custom` before `execute_and_collect`; two of those in one chain; "
        "`MapState.put_all` with keys that are not pairs; printing `bytes` without a type; a "
        "tuple shorter than its type (filled with random memory); a `CHAR` that a worker "
        "reads; an empty number in a CSV file; `filter` directly after a CSV file. With "
        "`from_collection`: a `LIST`, a `BIG_INT` or a `PRIMITIVE_ARRAY` of floats alone, "
        "rows in lists or maps, an explicit `PICKLED_BYTE_ARRAY`, and times before 1902 or "
        "after 2037 (in a row they wrap around, here too)"
    ),
}
"""Differences of PyFlink from Java that flinksim does not reproduce."""

ABOUT = {
    "assigners": "the windows of each assigner, and how sessions merge",
    "credit_flow": "buffers, credits and backlog of a channel, after each operation",
    "credit_flow_blocked": "the same, with unaligned barriers where an aligned one has blocked",
    "barriers": "the barrier handlers of a task at each barrier, cancellation, end and timeout",
    "checkpoints": "jobs that take checkpoints and fail, or resume at another parallelism or "
    "changed: what is committed, restored, counted, rejected",
    "checkpoint_order": "the actions of each task and the JobMaster for a checkpoint, in order",
    "cumulative_windows": "the windows of Flink's own assigner, and `CUMULATE` in Flink SQL",
    "life_cycle": "the calls to the operators of a chain from setup to close, in order",
    "long_times": "windows and event timers at both ends of 64 bits, where numbers wrap around",
    "processing_time": "the production clock: which timers run a millisecond later",
    "key_groups": "hash codes, key groups and ranges",
    "mailbox": "the order of mails and default actions; the buffer debloater",
    "mistakes": "the messages for common mistakes (`docs/reference/mistakes.md`)",
    "partitioners": "the channel of each record, and which subtasks are connected",
    "plans": "stream graphs, chains and job graphs as Flink prints them",
    "plans_random": "the same for random programs, with the configuration of each task",
    "python_job_graphs": "job graphs of the recorded programs: what PyFlink fuses, names, ids",
    "pyflink_surface": "names, parameters and defaults (`docs/reference/pyflink-api.md`)",
    "restarts": "failures, restart delays and restart attempts, over virtual time",
    "timers": "when timers fire, and in which order",
    "values": "keys of declared types, fields of aggregations, what windows share, the order of map "
    "states and joins, partition windows, source functions",
    "valve": "watermarks and idleness of several channels",
    "watermark_generators": "watermarks of strategies, splits and operators",
    "info_logs": "the order of INFO logs: per task exactly, across tasks what Flink orders, learned "
    "from five recordings of each program (`python -m tests.conformance.judge.logs`)",
    "judged_programs": "random programs that ran on both: results and their timestamps "
    "(`python -m tests.conformance.judge.differential`)",
    "judged_cases": "small programs in which flinksim once differed from Flink "
    "(the same command with `--cases`)",
    "stacks": "call stacks of Flink's methods, by place and operator, compared with those of a "
    "trace (`python -m tests.conformance.judge.stacks`)",
    "watermark_metrics": "`currentInputWatermark` and `currentOutputWatermark` of operators and tasks "
    "while jobs run (`python -m tests.conformance.judge.gauges`)",
    "windows": "the output of window operators, and its time",
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
        "# Fidelity: how flinksim compares with Flink",
        "",
        "Generated by `python -m tests.conformance.fidelity`, which runs every comparison and "
        "writes the page only if all succeed. The reference is Apache Flink 2.3.0.",
        "",
        "## Compared with real Flink",
        "",
        "| Comparison | Agree | What is compared |",
        "| --- | --- | --- |",
        f"| PyFlink programs, recorded three times each | {len(java)} of {len(java)} | "
        "their output, in order |",
        f"| all programs with `flinksim.dialect: pyflink` | {len(programs)} of {len(programs)} | "
        f"their output, also of the {len(pyflink)} in which PyFlink differs from Java |",
    ]
    for name, count in fact_files().items():
        if name == "pyflink_surface":
            agree = sum(finding.verdict not in ("missing", "different") for finding in findings)
            share = share_present(public_api(findings))
            note = f"{ABOUT[name]}; {share:.1f} % of the public API is available"
            lines.append(f"| {name} | {agree} of {count} | {note} |")
        else:
            about = ABOUT.get(name, "")
            lines.append(f"| {name} | {count} of {count} | {about} |")
    lines += [
        "",
        "Programs by topic: "
        + ", ".join([f"{theme} {count}" for theme, count in _by_theme(java).items()])
        + ".",
        "",
        "## Differences between PyFlink and Java",
        "",
        "A program that imports `flinksim` has the semantics of the Java runtime. A program that "
        "imports `pyflink` (`--as-pyflink`, the pytest plugin, PyFlink's own test cases) has "
        "PyFlink's. The option `flinksim.dialect` selects one of them. With `pyflink`, this changes:",
        "",
    ]
    lines += [f"- *{name}*: {what}" for name, what in DIFFERENCES.items()]
    lines += ["", "These differences are reproduced in neither case:", ""]
    lines += [f"- **{what}**: {how}." for what, how in NOT_FOLLOWED.items()]
    lines += ["", "## Not modelled", ""]
    lines += [f"- **{what}**: {why}." for what, why in NOT_MODELLED.items()]
    lines += ["", "## Known differences, as declared in the code", ""]
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
        print("not everything agrees with Flink; docs/reference/fidelity.md is unchanged")
        return 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
