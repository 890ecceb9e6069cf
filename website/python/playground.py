"""The playground's Python: runs a program beside the page, in a worker, and sends its run as it goes on.

It is the same in any Python; the worker gives it a function that takes messages. A message is a kind, plain
values, and perhaps bytes.
"""

from __future__ import annotations

import ast
import io
import json
import linecache
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from time import monotonic
from types import CodeType
from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.datastream.external_configuration import context_configuration
from flinksim.pyflink_compat.import_alias import as_pyflink
from flinksim.runtime.budget import Budget, BudgetSpent
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.interleaving import ArrivalOrder, Interleaving, RoundRobin, Seeded
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.simulation.page.backend import Behind, behind, behind_simulation
from flinksim.simulation.page.precomputed_answers import causes_beforehand
from flinksim.simulation.program_source import program_lines
from flinksim.simulation.simulation import Simulation, stop_condition
from flinksim.trace.storage.codec import decode
from flinksim.trace.storage.encoder import TraceEncoder
from flinksim.viz.widgets.export.html_page import to_html

FILE = "program.py"
SEND_S = 0.4
"""So often at most a part of the trace is sent while a run goes on."""

MOST_FACTS = 400_000
MOST_OUTPUT = 200_000
"""In characters."""

LOOKS_BETWEEN = 64
TOOL = 4  # none of the numbers that sys.monitoring keeps for debuggers and profilers

FIRST = """
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

_behind: Behind | None = None
"""What replies to the page about the last run."""


class Sender:
    """Sends the trace of one job, chunk by chunk, so that it is there if the worker is ended."""

    def __init__(self, cluster: MiniCluster, send: Send) -> None:
        self._cluster, self._send = cluster, send
        self._encoder = TraceEncoder(cluster.trace)
        self._next = 0.0
        self._whole = (0, 0)
        self._sent_within = False
        self.step_begun = monotonic()
        send("begin", program_lines(cluster.job_graph), self._encoder.prelude())
        self()

    def __call__(self) -> None:
        """A step has been taken."""
        now = self.step_begun = monotonic()
        trace = self._cluster.trace
        self._whole = (len(trace.heads), len(trace.events))
        if now >= self._next:
            self._next = now + SEND_S
            self._tell(self._encoder.next_chunk())

    def within(self) -> None:
        """The step at hand takes long: what was before it is sent, once."""
        if self._encoder.facts < self._whole[1] and monotonic() - self.step_begun > SEND_S:
            self._tell(self._encoder.chunk_up_to(*self._whole))

    def end(self, cut: str) -> None:
        """The run is over, or *cut* says why it goes no further."""
        if cut:
            self._cluster.trace.info["cut"] = cut
        self._tell(self._encoder.last_chunk())

    def _tell(self, chunk: bytes) -> None:
        cluster = self._cluster
        told = {"steps": cluster.steps_taken, "time_ms": cluster.clock.now_ms,
                "facts": len(cluster.trace.events)}  # fmt: skip
        self._send("chunk", told, chunk)


class Output(io.TextIOBase):
    """What the program prints, sent line by line; past :data:`MOST_OUTPUT` characters it is left out."""

    def __init__(self, send: Send) -> None:
        self._send, self._left, self._kept, self._since = send, MOST_OUTPUT, "", monotonic()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self._left > 0:
            self._kept += text[: self._left]
            self._left -= len(text)
            if self._left <= 0:
                self._kept += f"\n[more than {MOST_OUTPUT:,} characters: the rest is not shown]\n"
            if monotonic() - self._since > SEND_S:
                self.flush()
        return len(text)

    def flush(self) -> None:
        if self._kept:
            self._send("output", {"text": self._kept}, b"")
        self._kept, self._since = "", monotonic()


def check(text: str) -> str:
    """What is wrong with the form of a program, as JSON: its problem and the line; nothing runs."""
    try:
        compile(text, FILE, "exec")
    except SyntaxError as error:
        return json.dumps({"problem": error.msg, "line": error.lineno or 1})
    except ValueError as error:  # a null character
        return json.dumps({"problem": str(error), "line": 1})
    return json.dumps({"problem": "", "line": 0})


def run(text: str, settings_json: str, send: Send) -> None:
    """Run a program, and tell of it: ``begin``, ``chunk``, ``output``, and at last ``end``."""
    try:
        told = json.loads(settings_json)
        order, stop = _order(told), _stop(told)
    except ValueError as error:
        return send("end", {"status": "refused", "problem": str(error), "line": 0}, b"")
    senders: list[Sender] = []
    output = Output(send)

    def begin(cluster: MiniCluster) -> Callable[[], None]:
        if senders:
            senders[-1].end("")
        senders.append(Sender(cluster, send))
        return senders[-1]

    lines = text.splitlines(keepends=True)
    linecache.cache[FILE] = (len(text), None, lines, FILE)
    problem, line, clusters = "", 0, []
    space: dict[str, Any] = {"__name__": "__main__", "__file__": FILE}
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(output))
        stack.enter_context(redirect_stderr(output))
        if _imports_pyflink(text):
            stack.enter_context(as_pyflink())
        stack.enter_context(_surroundings(told))
        settings = RunSettings(order, budget=Budget(facts=MOST_FACTS), watchers=(begin,))
        runs = stack.enter_context(run_settings(settings, stop=stop))
        clusters = runs.clusters
        try:
            code = compile(text, FILE, "exec")
            stack.enter_context(_watching_loops(code, lambda: senders and senders[-1].within()))
            exec(code, space)
        except SystemExit:
            pass
        except (JobExecutionError, BudgetSpent) as error:
            problem, line = str(error), _line_of(error)
        except BaseException as error:
            problem, line = _told(error), _line_of(error)
    output.flush()
    sims: list[Simulation] = []
    if not clusters:  # it may have put itself on the bench
        sims = [one for one in space.values() if isinstance(one, Simulation)][-1:]
        clusters = [one.cluster for one in sims]
        for cluster in clusters:
            begin(cluster)
    spent = clusters[-1].spent if clusters else None
    if senders:
        senders[-1].end(f"the run was {spent}" if spent else "")
    if not clusters and not problem:
        problem = "There is no job: the program ends without env.execute(); add it at its end."
    status = clusters[-1].status if clusters else "no job"
    digest = clusters[-1].trace.digest() if clusters else ""
    steps = clusters[-1].steps_taken if clusters else 0
    end = {"status": status, "problem": problem, "line": line, "digest": digest, "steps": steps}
    global _behind
    _behind = None
    if sims:
        _behind = behind_simulation(sims[-1], sims[-1].trace)
    elif clusters:
        cluster = clusters[-1]
        _behind = behind(cluster.trace, runs.pipelines[-1], settings, is_live=cluster.reads_live)
    traits = _behind.traits() if _behind else {}
    send("end", {**end, "jobs": len(clusters), "traits": traits}, b"")


def ask(name: str, message_json: str, send: Send) -> None:
    """Reply to what the page has put into ``asked`` or ``asks``, about the last run."""
    assert _behind is not None  # the page has no forms before
    send(*_behind.reply(name, json.loads(message_json)))


def warm_up() -> None:
    """Run a small program: the first one takes a browser three times as long as the next."""
    run(FIRST, "{}", lambda *message: None)
    global _behind
    _behind = None


def page(trace: bytes, program_json: str) -> str:
    """The run as a page that opens offline, and tells causes without Python."""
    run = decode(bytes(trace))
    return to_html(run, program=json.loads(program_json), answered=causes_beforehand(run))


def orders() -> dict[str, Callable[[int], Interleaving]]:
    """Who goes next, by the name that the page has for it."""
    return {
        "arrival": lambda seed: ArrivalOrder(),
        "round-robin": lambda seed: RoundRobin(),
        "seeded": Seeded,
    }


def _imports_pyflink(text: str) -> bool:
    """Whether the program says ``import pyflink``, and so follows PyFlink where that differs."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    named = [
        one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names
    ]
    named += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return any(name.partition(".")[0] == "pyflink" for name in named)


def _order(told: dict[str, Any]) -> Interleaving:
    name = told.get("order", "arrival")
    known = orders()
    if name not in known:
        raise ValueError(f"the order of tasks is {name!r}; expected one of {', '.join(known)}")
    return known[name](int(told.get("seed", 0)))


def _stop(told: dict[str, Any]) -> Any:
    wanted = str(told.get("until", "")).strip()
    return stop_condition(wanted) if wanted else None


@contextmanager
def _surroundings(told: dict[str, Any]) -> Iterator[None]:
    outside = Configuration()
    if told.get("parallelism"):
        outside.set_integer("parallelism.default", int(told["parallelism"]))
    modules, path, folder = set(sys.modules), sys.path[:], str(Path.cwd())
    sys.path.insert(0, folder)  # a file that was dropped may be a module
    try:
        if outside.to_dict():
            with context_configuration(outside):
                yield
        else:
            yield
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - modules:  # the next run reads it again
            file = getattr(sys.modules[name], "__file__", None) or ""
            # flinksim itself stays, also where one works in its checkout
            if file.startswith(folder) and name.partition(".")[0] != "flinksim":
                del sys.modules[name]


@contextmanager
def _watching_loops(code: CodeType, look: Callable[[], Any]) -> Iterator[None]:
    """Calls *look* now and then while a loop of the program itself goes on."""
    monitoring = getattr(sys, "monitoring", None)  # since Python 3.12
    if monitoring is None:
        yield
        return
    turns = 0

    def jumped(*_: Any) -> None:
        nonlocal turns
        turns += 1
        if turns % LOOKS_BETWEEN == 0:
            look()

    monitoring.use_tool_id(TOOL, "flinksim playground")
    try:
        monitoring.register_callback(TOOL, monitoring.events.JUMP, jumped)
        for one in _all_code(code):
            monitoring.set_local_events(TOOL, one, monitoring.events.JUMP)
        yield
    finally:
        monitoring.free_tool_id(TOOL)


def _all_code(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _all_code(constant)


def _line_of(error: BaseException) -> int:
    """The program's line that an error comes from; 0 if none is known."""
    if isinstance(error, SyntaxError) and error.filename == FILE:
        return error.lineno or 1
    one: BaseException | None = error
    found = 0
    while one is not None:
        frames = traceback.extract_tb(one.__traceback__)
        found = next((f.lineno or 0 for f in reversed(frames) if f.filename == FILE), found)
        one = one.__cause__ or one.__context__
    return found


def _told(error: BaseException) -> str:
    """The traceback from the program's first line to its last."""
    if isinstance(error, SyntaxError):
        return "".join(traceback.format_exception_only(error))
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == FILE]
    head = ["Traceback (most recent call last):\n", *traceback.format_list(own)] if own else []
    return "".join([*head, *traceback.format_exception_only(error)])
