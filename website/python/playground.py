"""The Python code of the playground: runs a program in a worker and sends its run to the page.

It works in any Python. The worker passes a function that sends messages. A message has a kind, plain
values and optional bytes.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import linecache
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import (
    AbstractContextManager,
    ExitStack,
    contextmanager,
    redirect_stderr,
    redirect_stdout,
)
from pathlib import Path
from time import monotonic
from types import CodeType
from typing import Any

from flinksim.cli.binding_options import ProgramBindings, connect_files
from flinksim.common.configuration import Configuration
from flinksim.core.binding_errors import UnboundSourceError
from flinksim.datastream.external_configuration import use_external_configuration
from flinksim.pyflink_compat.import_alias import alias_pyflink
from flinksim.runtime.budget import Budget, BudgetSpent
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.interleaving import ArrivalOrder, Interleaving, RoundRobin, Seeded
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.simulation.page.backend import (
    PageBackend,
    create_page_backend,
    create_simulation_backend,
)
from flinksim.simulation.page.precomputed_answers import precompute_causes
from flinksim.simulation.program_source import extract_program_source
from flinksim.simulation.simulation import Simulation, parse_stop_condition
from flinksim.table.planner.planner_errors import SqlError
from flinksim.trace.storage.codec import decode
from flinksim.trace.storage.encoder import TraceEncoder
from flinksim.viz.widgets.export.html_page import to_html

FILE = "program.py"
SQL_FILE = "query.sql"
_SQL_START = re.compile(
    r"(?:\s|--[^\n]*\n|/\*.*?\*/)*(?:(?:CREATE|SELECT|INSERT|SET|EXECUTE|EXPLAIN|SHOW|USE|DROP|ALTER"
    r"|DESCRIBE|VALUES|RESET|BEGIN)\b|WITH\s+\w+\s+AS\s*\()",
    re.IGNORECASE | re.DOTALL,
)
"""How a script of Flink SQL begins, after comments."""
_LINE_IN_MESSAGE = re.compile(r"(?:query\.sql, |\b[Aa]t |\bFrom )line (\d+)")
SEND_INTERVAL_S = 0.4
"""Minimum interval between two chunks of a trace, in seconds."""

MAX_EVENTS = 400_000
MAX_OUTPUT_CHARS = 200_000
"""In characters."""
_MISSING_PACKAGE = (
    "This page has Python's standard library, flinksim and sqlglot only. Remove the import, or run the program on "
    "your computer: flinksim run program.py"
)

JUMPS_BETWEEN_POLLS = 64
MONITORING_TOOL_ID = (
    4  # not one of the ids that sys.monitoring reserves for debuggers and profilers
)

WARM_UP_PROGRAM = """
from flinksim.common import Time, WatermarkStrategy
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(lambda value, _: value[1])
timed = env.from_collection([("ab"[n % 2], n) for n in range(200)]).assign_timestamps_and_watermarks(strategy)
windows = timed.key_by(lambda value: value[0]).window(TumblingEventTimeWindows.of(Time.milliseconds(50)))
windows.reduce(lambda first, second: first).print()
env.execute("the first of all")
"""

Send = Callable[[str, dict[str, Any], bytes], None]

_backend: PageBackend | None = None
"""The backend that answers the page about the last run."""


class TraceSender:
    """Sends the trace of one job in chunks, so that the page has it if the worker is stopped."""

    def __init__(self, cluster: MiniCluster, send: Send) -> None:
        self._cluster, self._send = cluster, send
        self._encoder = TraceEncoder(cluster.trace)
        self._next = 0.0
        self._complete_steps = (0, 0)
        self._has_sent_within_step = False
        self.step_begun = monotonic()
        send("begin", extract_program_source(cluster.job_graph), self._encoder.prelude())
        self()

    def __call__(self) -> None:
        """Send a chunk after a step, if one is due."""
        now = self.step_begun = monotonic()
        trace = self._cluster.trace
        self._complete_steps = (len(trace.headers), len(trace.events))
        if now >= self._next:
            self._next = now + SEND_INTERVAL_S
            self._send_chunk(self._encoder.encode_next_chunk())

    def send_complete_steps(self) -> None:
        """Send the complete steps once if the current step takes long."""
        if (
            self._encoder.events < self._complete_steps[1]
            and monotonic() - self.step_begun > SEND_INTERVAL_S
        ):
            self._send_chunk(self._encoder.encode_chunk_to(*self._complete_steps))

    def end(self, stop_reason: str) -> None:
        """Send the last chunk.

        Args:
            stop_reason: Why the run was stopped, or an empty string.
        """
        if stop_reason:
            self._cluster.trace.info["cut"] = stop_reason
        self._send_chunk(self._encoder.encode_last_chunk())

    def _send_chunk(self, chunk: bytes) -> None:
        cluster = self._cluster
        progress = {"steps": cluster.steps_taken, "time_ms": cluster.clock.now_ms,
                "facts": len(cluster.trace.events)}  # fmt: skip
        self._send("chunk", progress, chunk)


class ProgramOutput(io.TextIOBase):
    """Sends the printed output line by line, up to :data:`MAX_OUTPUT_CHARS` characters."""

    def __init__(self, send: Send) -> None:
        self._send, self._remaining_chars, self._buffer, self._last_flush_s = (
            send,
            MAX_OUTPUT_CHARS,
            "",
            monotonic(),
        )

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self._remaining_chars > 0:
            self._buffer += text[: self._remaining_chars]
            self._remaining_chars -= len(text)
            if self._remaining_chars <= 0:
                self._buffer += (
                    f"\n[more than {MAX_OUTPUT_CHARS:,} characters: the rest is not shown]\n"
                )
            if monotonic() - self._last_flush_s > SEND_INTERVAL_S:
                self.flush()
        return len(text)

    def flush(self) -> None:
        if self._buffer:
            self._send("output", {"text": self._buffer}, b"")
        self._buffer, self._last_flush_s = "", monotonic()


def check(text: str) -> str:
    """Check the syntax of a program without running it.

    Returns:
        The problem and its line as JSON.
    """
    try:
        if _is_sql(text):
            from flinksim.table.planner.sql_parser import parse_statements

            parse_statements(text)
        else:
            compile(text, FILE, "exec")
    except SqlError as error:
        return json.dumps({"problem": str(error), "line": _find_line_in_message(error)})
    except SyntaxError as error:
        return json.dumps({"problem": error.msg, "line": error.lineno or 1})
    except ValueError as error:  # a null character in the program
        return json.dumps({"problem": str(error), "line": 1})
    return json.dumps({"problem": "", "line": 0})


def run(text: str, settings_json: str, send: Send) -> None:
    """Run a program and send the messages ``begin``, ``chunk``, ``output`` and ``end``.

    Args:
        text: The program.
        settings_json: The settings of the page as JSON.
        send: Sends a message.
    """
    try:
        settings_data = json.loads(settings_json)
        int(settings_data.get("sample", 0))
        order, stop = _parse_interleaving(settings_data), _parse_stop_condition(settings_data)
    except ValueError as error:
        return send("end", {"status": "refused", "problem": str(error), "line": 0}, b"")
    senders: list[TraceSender] = []
    output = ProgramOutput(send)

    def begin(cluster: MiniCluster) -> Callable[[], None]:
        if senders:
            senders[-1].end("")
        senders.append(TraceSender(cluster, send))
        return senders[-1]

    file = SQL_FILE if _is_sql(text) else FILE
    lines = text.splitlines(keepends=True)
    linecache.cache[file] = (len(text), None, lines, file)
    problem, error_line, clusters = "", 0, []
    namespace: dict[str, Any] = {"__name__": "__main__", "__file__": FILE}
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(output))
        stack.enter_context(redirect_stderr(output))
        if _is_pyflink_program(text):
            stack.enter_context(alias_pyflink())
        stack.enter_context(_prepare_environment(settings_data))
        bindings = stack.enter_context(_bind_files(settings_data))
        settings = RunSettings(order, budget=Budget(events=MAX_EVENTS), watchers=(begin,))
        runs = stack.enter_context(run_settings(settings, stop=stop))
        clusters = runs.clusters
        try:
            if file == SQL_FILE:
                from flinksim.table.sql_script import run_script_text

                run_script_text(text, Path(SQL_FILE))
            else:
                code = compile(text, FILE, "exec")
                stack.enter_context(
                    _poll_in_loops(code, lambda: senders and senders[-1].send_complete_steps())
                )
                exec(code, namespace)
            bindings.report()
        except SystemExit:
            pass
        except UnboundSourceError as error:
            problem = _explain_unbound(error)
        except SqlError as error:
            problem, error_line = str(error), _find_line_in_message(error)
        except (JobExecutionError, BudgetSpent) as error:
            problem = str(error)
            error_line = _find_program_line(error) or _find_line_in_message(error)
        except BaseException as error:
            problem, error_line = _format_error(error), _find_program_line(error)
            if isinstance(error, ModuleNotFoundError):
                problem += f"\n{_MISSING_PACKAGE}"
    output.flush()
    sims: list[Simulation] = []
    if not clusters:  # it may have created a simulation itself
        sims = [one for one in namespace.values() if isinstance(one, Simulation)][-1:]
        clusters = [one.cluster for one in sims]
        for cluster in clusters:
            begin(cluster)
    exceeded = clusters[-1].budget_error if clusters else None
    if senders:
        senders[-1].end(f"the run was {exceeded}" if exceeded else "")
    if not clusters and not problem:
        problem = "There is no job: " + (
            "the script has no query and no INSERT."
            if file == SQL_FILE
            else "the program ends without env.execute(); add it at its end."
        )
    status = clusters[-1].status if clusters else "no job"
    digest = clusters[-1].trace.digest() if clusters else ""
    steps = clusters[-1].steps_taken if clusters else 0
    end = {
        "status": status,
        "problem": problem,
        "line": error_line,
        "digest": digest,
        "steps": steps,
    }
    global _backend
    _backend = None
    if sims:
        _backend = create_simulation_backend(sims[-1], sims[-1].trace)
    elif clusters:
        cluster = clusters[-1]
        _backend = create_page_backend(
            cluster.trace, runs.pipelines[-1], settings, is_live=cluster.has_live_sources
        )
    traits = _backend.build_traits() if _backend else {}
    send("end", {**end, "jobs": len(clusters), "traits": traits}, b"")


def ask(name: str, message_json: str, send: Send) -> None:
    """Answer a message of the page about the last run.

    Args:
        name: ``"asked"`` for a re-run, ``"asks"`` for a query.
        message_json: The message as JSON.
        send: Sends the reply.
    """
    assert _backend is not None  # the page sends no messages before
    send(*_backend.reply(name, json.loads(message_json)))


def warm_up() -> None:
    """Run a small program, since the first run takes a browser three times as long as the next."""
    run(WARM_UP_PROGRAM, "{}", lambda *message: None)
    global _backend
    _backend = None


def page(trace: bytes, program_json: str) -> str:
    """Return the run as a page that opens offline, with precomputed causes."""
    run = decode(bytes(trace))
    return to_html(
        run, program=json.loads(program_json), precomputed_answers=precompute_causes(run)
    )


def build_interleavings() -> dict[str, Callable[[int], Interleaving]]:
    """Return the schedules by the names that the page uses."""
    return {
        "arrival": lambda seed: ArrivalOrder(),
        "round-robin": lambda seed: RoundRobin(),
        "seeded": Seeded,
    }


def _is_sql(text: str) -> bool:
    """Return whether the text is a script of Flink SQL, and not a program with an error."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return _SQL_START.match(text) is not None
    return False


def _find_line_in_message(error: BaseException) -> int:
    """Find the line of a script that an error names; 0 if it names none."""
    found = _LINE_IN_MESSAGE.search(str(error))
    return int(found[1]) if found else 0


def _is_pyflink_program(text: str) -> bool:
    """Return whether the program imports pyflink, and so needs PyFlink's semantics."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    imported = [
        one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names
    ]
    imported += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return any(name.partition(".")[0] == "pyflink" for name in imported)


def _parse_interleaving(settings: dict[str, Any]) -> Interleaving:
    name = settings.get("order", "arrival")
    known = build_interleavings()
    if name not in known:
        raise ValueError(f"the order of tasks is {name!r}; expected one of {', '.join(known)}")
    return known[name](int(settings.get("seed", 0)))


def _parse_stop_condition(settings: dict[str, Any]) -> Any:
    condition = str(settings.get("until", "")).strip()
    return parse_stop_condition(condition) if condition else None


def _bind_files(settings: dict[str, Any]) -> AbstractContextManager[ProgramBindings]:
    """Bind the files of the page, as ``flinksim run`` does; ``flinksim.toml`` may name them, too."""
    lines = [line.strip() for line in str(settings.get("sources", "")).splitlines()]
    options = argparse.Namespace(
        program=FILE,
        source=[line for line in lines if line],
        sink=[],
        sample=int(settings.get("sample", 0)),
        like="",
    )
    return connect_files(options, lambda: None)


def _explain_unbound(error: UnboundSourceError) -> str:
    """Describe what the program reads, and how to give it in the page."""
    systems = [line for line in str(error).splitlines() if line.startswith("  '")]
    return "\n".join(
        [
            "The program reads from systems that are not here:",
            *systems,
            "Open Data. Paste a recording, add it as a file, and bind it with a line such as "
            "orders=data.jsonl. Or let flinksim generate records.",
        ]
    )


@contextmanager
def _prepare_environment(settings: dict[str, Any]) -> Iterator[None]:
    configuration = Configuration()
    if settings.get("parallelism"):
        configuration.set_integer("parallelism.default", int(settings["parallelism"]))
    modules, path, folder = set(sys.modules), sys.path[:], str(Path.cwd())
    sys.path.insert(0, folder)  # a file that was dropped on the page may be a module
    try:
        if configuration.to_dict():
            with use_external_configuration(configuration):
                yield
        else:
            yield
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - modules:  # the next run imports it again
            file = getattr(sys.modules[name], "__file__", None) or ""
            # flinksim itself stays imported, also in a checkout
            if file.startswith(folder) and name.partition(".")[0] != "flinksim":
                del sys.modules[name]


@contextmanager
def _poll_in_loops(code: CodeType, poll: Callable[[], Any]) -> Iterator[None]:
    """Call *poll* now and then during a loop of the program itself."""
    monitoring = getattr(sys, "monitoring", None)  # since Python 3.12
    if monitoring is None:
        yield
        return
    turns = 0

    def jumped(*_: Any) -> None:
        nonlocal turns
        turns += 1
        if turns % JUMPS_BETWEEN_POLLS == 0:
            poll()

    monitoring.use_tool_id(MONITORING_TOOL_ID, "flinksim playground")
    try:
        monitoring.register_callback(MONITORING_TOOL_ID, monitoring.events.JUMP, jumped)
        for one in _iterate_code(code):
            monitoring.set_local_events(MONITORING_TOOL_ID, one, monitoring.events.JUMP)
        yield
    finally:
        monitoring.free_tool_id(MONITORING_TOOL_ID)


def _iterate_code(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _iterate_code(constant)


def _find_program_line(error: BaseException) -> int:
    """Find the line of the program from which an error comes; 0 if there is none."""
    if isinstance(error, SyntaxError) and error.filename == FILE:
        return error.lineno or 1
    one: BaseException | None = error
    found = 0
    while one is not None:
        frames = traceback.extract_tb(one.__traceback__)
        found = next((f.lineno or 0 for f in reversed(frames) if f.filename == FILE), found)
        one = one.__cause__ or one.__context__
    return found


def _format_error(error: BaseException) -> str:
    """Format the traceback from the program's first line to its last."""
    if isinstance(error, SyntaxError):
        return "".join(traceback.format_exception_only(error))
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == FILE]
    head = ["Traceback (most recent call last):\n", *traceback.format_list(own)] if own else []
    return "".join([*head, *traceback.format_exception_only(error)])
