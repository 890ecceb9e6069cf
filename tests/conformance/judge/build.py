"""Builds a described program on flinksim and runs it; ``java/Program.java`` builds it on Flink.

A program is JSON::

    {"id": "...", "parallelism": 1, "interval": 200, "mode": "batch",
     "objectReuse": false, "chaining": true, "options": {"pipeline.max-parallelism": "64"},
     "sources": [{"splits": 2, "strategy": {"kind": "bounded", "bound": 500, "assigner": true,
                                           "idle": 300}}],
     "items": [{"at": 10, "source": 0, "split": 0, "do": "record",
                "value": ["a", 1000, 1, ""]}, ...],
     "program": [{"op": "source", "source": 0, "as": "s"},
                 {"op": "key_by", "on": "s", "as": "k"}, ...]}

* ``items`` come at times that differ; ``do`` is record (with a ``timestamp`` if the source knows
  one), watermark, idle, active or end, and each split ends with ``end``.
* ``program`` holds the calls in their order. ``on`` and ``with`` name the streams that they are
  made on, ``as`` their result; ``parallelism`` and ``chain`` ("new", "off") change an operator.
* A job that an item "stop" ends with a savepoint (with ``drain`` for good) is followed by ``then``: a
  program that has the same items, and ``skip`` of them are behind it. With ``uids`` each operator has
  what it is called as its uid, unless it has a ``uid``; with ``allow`` state may stay behind.
* A strategy is monotonous, bounded, punctuated (a watermark after each record) or none.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable
from typing import Any

import flinksim as fs
from flinksim.common import Configuration, Duration, Time, Types, WatermarkStrategy
from flinksim.connectors import scripted_source as scripted
from flinksim.datastream import (
    AsyncDataStream,
    RuntimeExecutionMode,
    StreamExecutionEnvironment,
    async_retry_predicates,
)
from flinksim.datastream import window as w
from flinksim.datastream.api_flavor import API_FLAVOR_OPTION
from flinksim.datastream.functions import AsyncRetryStrategy
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.simulation.savepoint_inspector import Snapshot
from flinksim.trace.events import CheckpointKind
from tests.conformance.judge import functions as f
from tests.conformance.judge.checkpointed import CommitSink, Remembering

ENOUGH = 3_000
MOST_STEPS = 100_000
MOST_EVENTS = 1_000_000
Program = dict[str, Any]
Statement = dict[str, Any]


def run_on_flinksim(program: Program) -> tuple[list[str], fs.Simulation]:
    """The lines that the program tells, as Flink's answer has them, and the run that has ended.

    Raises: JobExecutionError if the job has failed; BudgetSpent or RuntimeError if it has no end.
    """
    lines, sim = run_to_its_end(program)
    sim.cluster.raise_failure()
    return lines, sim


def run_to_its_end(program: Program) -> tuple[list[str], fs.Simulation]:
    """The same, for a job that may fail."""
    lines: list[str] = []
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sim = _run(program, lines, None)
        if "then" in program:
            sim = _run(program["then"], lines, sim.snapshot())
    if sim.status not in ("FINISHED", "FAILED"):
        raise RuntimeError(f"endless: {MOST_STEPS} steps and more")
    return lines, sim


def _run(program: Program, lines: list[str], savepoint: Snapshot | None) -> fs.Simulation:
    builder = _Builder(program, lines)
    settings = fs.RunSettings(
        allow_non_restored_state=program.get("allow", False),
        budget=fs.Budget(events=MOST_EVENTS),  # timers that go on to the end of time in one go
    )
    sim = fs.simulate(builder.env, settings=settings, from_snapshot=savepoint)
    builder.clock = sim.cluster.clock
    _take_checkpoints(program, sim)
    with contextlib.suppress(JobExecutionError):
        sim.run(until=MOST_STEPS)
    return sim


def environment_of(program: Program, lines: list[str]) -> StreamExecutionEnvironment:
    """The program, built with flinksim's Java dialect; its reports go to *lines*."""
    return _Builder(program, lines).env


def _take_checkpoints(program: Program, sim: fs.Simulation) -> None:
    """Have a checkpoint taken at each time at which the program says so."""
    job = sim.cluster.job_master

    def take(kind: CheckpointKind) -> Callable[[int], None]:
        return lambda _: job.run_async(
            f"trigger a {kind}", lambda: job.checkpoint_coordinator.trigger(kind)
        )

    for item in program["items"][program.get("skip", 0) :]:
        if item["do"] == "checkpoint":
            sim.cluster.clock.schedule(item["at"], take("checkpoint"))
        elif item["do"] == "stop":
            drain = item.get("drain")
            kind: CheckpointKind = "terminate savepoint" if drain else "suspend savepoint"
            sim.cluster.clock.schedule(item["at"], take(kind))


class _Builder:
    clock: Any = None
    """That of the run, once there is one."""

    def __init__(self, program: Program, lines: list[str]) -> None:
        self.program = program
        self.lines = lines
        self.streams: dict[str, Any] = {}
        options = {**program.get("options", {}), API_FLAVOR_OPTION: "java"}
        self.env = StreamExecutionEnvironment.get_execution_environment(
            Configuration.from_dict(options)
        )
        self.env.set_parallelism(program.get("parallelism", 1))
        self.env.set_buffer_timeout(0)
        self.env.get_config().set_auto_watermark_interval(program.get("interval", 200))
        if program.get("mode") == "batch":
            self.env.set_runtime_mode(RuntimeExecutionMode.BATCH)
        if program.get("objectReuse"):
            self.env.get_config().enable_object_reuse()
        if not program.get("chaining", True):
            self.env.disable_operator_chaining()
        for statement in program["program"]:
            made = self.call(statement)
            if statement["op"] != "report":
                _modify(made, statement)
            if program.get("uids") and statement["op"] not in ("key_by", "report"):
                made.uid(statement.get("uid", statement.get("as", statement.get("name"))))
            if "as" in statement:
                self.streams[statement["as"]] = made

    def _teller(self) -> Callable[[str], None]:
        lines = self.lines

        def tell(
            line: str,
        ) -> None:  # a function: a method's object would be copied for each subtask
            if len(lines) >= ENOUGH:
                raise RuntimeError(f"endless: {ENOUGH} lines and more")
            lines.append(line)

        return tell

    def _teller_with_time(self) -> Callable[[str], None]:
        """For what knows no time itself."""
        tell = self._teller()
        return lambda text: tell(f"{self.clock.now_ms} {text}")

    def source(self, number: int) -> Any:
        splits: dict[str, list[Any]] = {
            f"{number}/{split}": [] for split in range(self.program["sources"][number]["splits"])
        }
        for item in self.program["items"]:
            if item.get("source") == number:
                to = splits[f"{number}/{item['split']}"]
                to.append(scripted.at(item["at"]))
                match item["do"]:
                    case "record":
                        to.append(scripted.record(tuple(item["value"]), item.get("timestamp")))
                    case "watermark":
                        to.append(scripted.watermark(item["timestamp"]))
                    case "idle":
                        to.append(scripted.idle())
                    case "active":
                        to.append(scripted.active())
                    case "end":
                        pass  # the time stands at the end: the split ends then
        strategy = _strategy(self.program["sources"][number].get("strategy"))
        return self.env.from_source(
            scripted.ScriptedSource(splits), strategy, f"source {number}", f.TYPE
        )

    def legacy(self, s: Statement) -> Any:
        values = [tuple(value) for value in s["values"]]
        if not s.get("timed"):
            return self.env.from_collection(values, f.TYPE)
        items = [
            item
            for v in values
            for item in (scripted.record(v, v[1]), scripted.watermark(v[1] - 1))
        ]
        return self.env.add_source(scripted.ScriptedSource(items), "legacy", f.TYPE)

    def call(self, s: Statement) -> Any:
        on = self.streams.get(s.get("on", ""))
        other = self.streams.get(s.get("with", ""))
        match s["op"]:
            case "source":
                return self.source(s["source"])
            case "legacy":
                return self.legacy(s)
            case "map":
                return on.map(f.Map(s), f.TYPE)
            case "filter":
                return on.filter(f.Filter(s))
            case "flat_map":
                return on.flat_map(f.FlatMap(s), f.TYPE)
            case "assign":
                return on.assign_timestamps_and_watermarks(_strategy(s["strategy"]))
            case "key_by":
                if "n" in s:
                    return on.key_by(lambda v, n=s["n"]: v[2] % n, Types.LONG())
                return on.key_by(lambda v: v[0], Types.STRING())
            case "rebalance" | "rescale" | "broadcast" | "forward" as how:
                return getattr(on, how)()
            case "global":
                return on.global_()
            case "custom":
                return on.partition_custom(f.Partition(), lambda v: v[2] % 1000)
            case "union":
                return on.union(other)
            case "side":
                return on.get_side_output(f.tag(s["tag"]))
            case "reduce":
                return on.reduce(f.Reduce())
            case "sum" | "min" | "max" | "min_by" | "max_by" as how:
                return getattr(on, how)(2)
            case "process":
                return on.process(f.Process(s), f.TYPE)
            case "split":
                return on.process(f.PlainProcess(), f.TYPE)
            case "window":
                return _windowed(on.window(_assigner(s["assigner"])), s, f.Pane, f.Apply)
            case "count_window":
                return _windowed(on.count_window(s["size"], s.get("slide", 0)), s, f.Pane, f.Apply)
            case "window_all":
                return _windowed(on.window_all(_assigner(s["assigner"])), s, f.AllPane, f.AllApply)
            case "count_window_all":
                windows = on.count_window_all(s["size"], s.get("slide", 0))
                return _windowed(windows, s, f.AllPane, f.AllApply)
            case "co_map":
                return on.connect(other).map(f.CoMap(), f.TYPE)
            case "co_flat_map":
                return on.connect(other).flat_map(f.CoFlatMap(), f.TYPE)
            case "co_process":
                return on.connect(other).process(f.CoProcess(s), f.TYPE)
            case "broadcast_process":
                keyed = hasattr(on, "count_window")
                function = f.KeyedBroadcast(s) if keyed else f.Broadcast()
                return on.connect(other.broadcast(f.RULES)).process(function, f.TYPE)
            case "interval_join":
                joined = on.interval_join(other).between(
                    Time.milliseconds(s["lower"]), Time.milliseconds(s["upper"])
                )
                if s.get("lowerExclusive"):
                    joined = joined.lower_bound_exclusive()
                if s.get("upperExclusive"):
                    joined = joined.upper_bound_exclusive()
                if s.get("late"):
                    joined = joined.side_output_left_late_data(f.tag("left"))
                    joined = joined.side_output_right_late_data(f.tag("right"))
                return joined.process(f.Joined(), f.TYPE)
            case "join" | "co_group" as how:
                joined = on.join(other) if how == "join" else on.co_group(other)
                for side in (joined.where, joined.equal_to):
                    side(lambda v: v[0], Types.STRING())
                function = f.Join() if how == "join" else f.CoGroup()
                return joined.window(_assigner(s["assigner"])).apply(function, f.TYPE)
            case "async":
                return _asynchronous(on, s)
            case "remember":
                return on.process(Remembering(s, self._teller_with_time()), f.TYPE)
            case "commit":
                return on.sink_to(CommitSink(s["name"], self._teller_with_time()))
            case "report":
                return on.process(f.Report(s["name"], self._teller()), Types.STRING()).print()
        raise ValueError(f"unknown call {s}")


def _asynchronous(on: Any, s: Statement) -> Any:
    order = "ordered" if s.get("ordered") else "unordered"
    retry = s.get("retry")
    wait = getattr(AsyncDataStream, f"{order}_wait{'_with_retry' if retry else ''}")
    strategy = ()
    if retry:
        strategy = (
            AsyncRetryStrategy.fixed_delay(
                retry["attempts"],
                retry["pause"],
                async_retry_predicates.empty_result_predicate,
                None,
            ),
        )
    timeout, capacity = Duration.of_millis(s["timeout"]), s.get("capacity", 100)
    return wait(on, f.Async(s), timeout, *strategy, capacity, f.TYPE)


def _modify(made: Any, s: Statement) -> None:
    if "parallelism" in s:
        made.set_parallelism(s["parallelism"])
    if s.get("chain") == "new":
        made.start_new_chain()
    if s.get("chain") == "off":
        made.disable_chaining()


def _strategy(s: Statement | None) -> WatermarkStrategy:
    kind = "none" if s is None else s["kind"]
    assert s is not None or kind == "none"
    if s is None or kind == "none":
        made = WatermarkStrategy.no_watermarks()
    elif kind == "monotonous":
        made = WatermarkStrategy.for_monotonous_timestamps()
    elif kind == "bounded":
        made = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(s["bound"]))
    else:
        made = WatermarkStrategy.for_generator(lambda context: f.Punctuated())
    if s is not None and "idle" in s:
        made = made.with_idleness(Duration.of_millis(s["idle"]))
    if s is not None and s.get("assigner"):  # with_idleness of the Python API forgets an assigner
        made = made.with_timestamp_assigner(f.Assigner())
    return made


def _windowed(windows: Any, s: Statement, process: Any, apply: Any) -> Any:
    if "trigger" in s:
        windows = windows.trigger(_trigger(s["trigger"]))
    if "evictor" in s:
        windows = windows.evictor(_evictor(s["evictor"]))
    if "lateness" in s:
        windows = windows.allowed_lateness(Time.milliseconds(s["lateness"]))
    if s.get("late"):
        windows = windows.side_output_late_data(f.tag("late"))
    match s["function"]:
        case "sum" | "min" | "max" | "min_by" | "max_by" as how:
            return getattr(windows, how)(2)
        case "reduce":
            return windows.reduce(f.Reduce())
        case "aggregate":
            return windows.aggregate(f.Aggregate(), accumulator_type=f.TYPE, output_type=f.TYPE)
        case "process":
            return windows.process(process(), f.TYPE)
        case "apply":
            return windows.apply(apply(), f.TYPE)
        case "reduce+process":
            return windows.reduce(f.Reduce(), process(), f.TYPE)
        case "aggregate+process":
            return windows.aggregate(f.Aggregate(), process(), f.TYPE, f.TYPE)
    raise ValueError(f"unknown function {s}")


def _assigner(s: Statement) -> Any:
    size, slide, offset, gap = (
        Duration.of_millis(s.get(word, 0)) for word in ("size", "slide", "offset", "gap")
    )
    match s["type"]:
        case "TumblingEventTimeWindows" | "TumblingProcessingTimeWindows" as name:
            return getattr(w, name).of(size, offset)
        case "SlidingEventTimeWindows" | "SlidingProcessingTimeWindows" as name:
            return getattr(w, name).of(size, slide, offset)
        case "EventTimeSessionWindows" | "ProcessingTimeSessionWindows" as name:
            return getattr(w, name).with_gap(gap)
        case "DynamicEventTimeSessionWindows" | "DynamicProcessingTimeSessionWindows" as name:
            return getattr(w, name).with_dynamic_gap(lambda v: 500 + v[2] % 4 * 500)
        case "GlobalWindows":
            return w.GlobalWindows.create()
        case "GlobalWindowsAtEnd":
            return w.GlobalWindows.create_with_end_of_stream_trigger()
    raise ValueError(f"unknown assigner {s}")


def _trigger(s: Statement) -> Any:
    match s["type"]:
        case "EventTimeTrigger" | "ProcessingTimeTrigger" as name:
            return getattr(w, name).create()
        case "CountTrigger":
            return w.CountTrigger.of(s["count"])
        case "PurgingTrigger":
            return w.PurgingTrigger.of(_trigger(s["nested"]))
        case "ContinuousEventTimeTrigger" | "ContinuousProcessingTimeTrigger" as name:
            return getattr(w, name).of(Duration.of_millis(s["interval"]))
        case "DeltaTrigger":
            return w.DeltaTrigger.of(s["threshold"], lambda a, b: float(b[2] - a[2]), f.TYPE)
        case "ProcessingTimeoutTrigger":
            return w.ProcessingTimeoutTrigger.of(
                _trigger(s["nested"]),
                Duration.of_millis(s["timeout"]),
                s.get("reset", False),
                s.get("clear", False),
            )
    raise ValueError(f"unknown trigger {s}")


def _evictor(s: Statement) -> Any:
    after = s.get("after", False)
    match s["type"]:
        case "CountEvictor":
            return w.CountEvictor.of(s["count"], after)
        case "TimeEvictor":
            return w.TimeEvictor.of(Duration.of_millis(s["size"]), after)
        case "DeltaEvictor":
            return w.DeltaEvictor.of(s["threshold"], lambda a, b: float(b[2] - a[2]), after)
    raise ValueError(f"unknown evictor {s}")
