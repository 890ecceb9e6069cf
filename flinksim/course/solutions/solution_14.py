"""Solution of lesson 14, Timers and process functions: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cached_property
from io import StringIO
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Types
from flinksim.course.function_answers import FunctionAnswer
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_14 import (
    LESSON,
    LIMIT_MS,
    RecipeFunction,
    Trip,
    TripEvents,
    Trips,
    build_single_trip_env,
    build_trips_job,
    list_alerts,
)
from flinksim.course.solution_model import InvalidAnswer, Misconception, Solution, Verdict
from flinksim.course.trace_search import iterate_events
from flinksim.datastream.functions import KeyedProcessFunction, RuntimeContext
from flinksim.datastream.state import ValueStateDescriptor
from flinksim.trace import events as e

TEXTS = LESSON.texts
NOTHING_LEFT = fs.at_end("not a timer is left and not a state is left")


class AlertFunction(KeyedProcessFunction):
    """Emits an alert for each trip that has not stopped 5 s after its start."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self.start = runtime_context.get_state(ValueStateDescriptor("start", Types.LONG()))
        self.stop = runtime_context.get_state(ValueStateDescriptor("stop", Types.LONG()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        (self.start if value[2] == "start" else self.stop).update(value[1])
        # The stop may arrive first. It is kept until no earlier start can arrive.
        ctx.timer_service().register_event_time_timer(value[1] + LIMIT_MS * (value[2] == "start"))
        return []

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        start, stop = self.start.value(), self.stop.value()
        if start is None:
            self.stop.clear()
        elif timestamp == start + LIMIT_MS:
            if stop is None or stop > timestamp:
                yield ctx.get_current_key()
            self.start.clear()
            if stop is not None and stop <= timestamp:
                self.stop.clear()


class _NeverCancellingAlerts(AlertFunction):
    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        if self.start.value() is not None:
            yield ctx.get_current_key()
        self.start.clear()
        self.stop.clear()


class _NeverClearingAlerts(AlertFunction):
    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        start, stop = self.start.value(), self.stop.value()
        if (
            start is not None
            and timestamp == start + LIMIT_MS
            and (stop is None or stop > timestamp)
        ):
            yield ctx.get_current_key()


class _ProcessingTimeAlerts(AlertFunction):
    def process_element(self, value: Any, ctx: Any) -> Any:
        (self.start if value[2] == "start" else self.stop).update(value[1])
        ctx.timer_service().register_processing_time_timer(
            ctx.timer_service().current_processing_time() + LIMIT_MS
        )
        return []

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        if self.start.value() is not None and self.stop.value() is None:
            yield ctx.get_current_key()
        self.start.clear()
        self.stop.clear()


class _AttributeStateAlerts(AlertFunction):
    """A wrong function: it has its state in an attribute, although one object serves many keys."""

    def open(self, runtime_context: RuntimeContext) -> None:
        super().open(runtime_context)
        self.last_times: tuple[int | None, int | None] = None, None

    def process_element(self, value: Any, ctx: Any) -> Any:
        start, stop = self.last_times
        self.last_times = (value[1], stop) if value[2] == "start" else (start, value[1])
        ctx.timer_service().register_event_time_timer(value[1] + LIMIT_MS)
        return []

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        start, stop = self.last_times
        if start is not None and (stop is None or stop > start + LIMIT_MS):
            yield ctx.get_current_key()


class _DictAlerts(AlertFunction):
    """A wrong function: it keeps the times in dicts, which no checkpoint contains."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self.starts: dict[str, int] = {}
        self.stops: dict[str, int] = {}

    def process_element(self, value: Any, ctx: Any) -> Any:
        (self.starts if value[2] == "start" else self.stops)[value[0]] = value[1]
        ctx.timer_service().register_event_time_timer(value[1] + LIMIT_MS * (value[2] == "start"))
        return []

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        key = ctx.get_current_key()
        if self.starts.get(key) == timestamp - LIMIT_MS and (
            self.stops.get(key, timestamp + 1) > timestamp
        ):
            yield key


class _StrictAlerts(AlertFunction):
    """A wrong function: it reports a trip that stops exactly at the limit."""

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        if self.start.value() == timestamp - LIMIT_MS and self.stop.value() == timestamp:
            yield ctx.get_current_key()
        yield from super().on_timer(timestamp, ctx)


class _AlwaysCancellingAlerts(AlertFunction):
    """A wrong function: a stop deletes the timer, even if it is too late."""

    def process_element(self, value: Any, ctx: Any) -> Any:
        super().process_element(value, ctx)
        start = self.start.value()
        if start is not None and self.stop.value() is not None:
            ctx.timer_service().delete_event_time_timer(start + LIMIT_MS)
            self.start.clear()
            self.stop.clear()
        return []


class _AlertsAtStop(AlertFunction):
    def process_element(self, value: Any, ctx: Any) -> Any:
        super().process_element(value, ctx)
        start, stop = self.start.value(), self.stop.value()
        if start is not None and stop is not None and stop > start + LIMIT_MS:
            yield ctx.get_current_key()

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        self.start.clear()
        self.stop.clear()
        return []


class _SpuriousStopAlerts(AlertFunction):
    """A wrong function: it keeps the stop of a trip that never started (a known leak)."""

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        start, stop = self.start.value(), self.stop.value()
        if start is not None and timestamp == start + LIMIT_MS:
            if stop is None or stop > timestamp:
                yield ctx.get_current_key()
            self.start.clear()
            self.stop.clear()


APART_MS, CHECKPOINT_MS = 100, 100
"""Time between two events, and between two checkpoints, of the run with a crash."""

INTERLEAVINGS: tuple[Any, ...] = (None, fs.RoundRobin(), *(fs.Seeded(seed) for seed in range(1, 5)))


class SolvedTripEvents(TripEvents):
    """The exercise's data with its answers."""

    def __init__(self, trips: Trips) -> None:
        super().__init__(trips)
        self.runs: dict[Any, list[tuple[list[str], fs.Simulation]]] = {}
        self.answers: dict[type, FunctionAnswer] = {}
        self.right_without_crash: set[Any] = set()
        """Outcomes of functions that are right until there is a crash, or another job."""

    @property
    def late(self) -> list[str]:
        """The keys of the trips that have not stopped in time, which need an alert."""
        return sorted(
            key
            for key, start, stop in self.trips
            if start is not None and (stop is None or stop > start + LIMIT_MS)
        )

    def list_wrong_trips(self, answer: Answer) -> list[Trip]:
        """List the trips for which a function has an alert too many, or lacks one."""
        outcomes = answer["function"].outcomes
        if outcomes in self.right_without_crash:
            return []
        trips = {trip[0]: trip for trip in (*self.trips, *self.unseen.trips)}
        return [
            trips[key]
            for (late, _), (alerts, _) in zip(self.runs[outcomes], outcomes, strict=True)
            for key in {*late} ^ {*alerts}
            if key in trips
        ]

    @property
    def turned(self) -> SolvedTripEvents:
        """Trips with the same keys and starts: those that stop in time do not stop, and vice versa."""
        return SolvedTripEvents(
            tuple(
                (key, start, start + 1_000 if key in self.late else None)
                for key, start, _ in self.trips
                if start is not None
            )
        )

    def run_with_crash(self, function: type) -> fs.Simulation:
        """Run the trips with a crash after the last checkpoint before the first alert."""
        whole = run_quietly(self._build_with_checkpoints(AlertFunction))
        alert = next(step for step, _ in iterate_events(whole.trace, e.ResultWritten))
        done = [step for step, _ in iterate_events(whole.trace, e.CheckpointCompleted)]
        run = self._build_with_checkpoints(function)
        with redirect_stdout(StringIO()):
            run.run(until=max(step for step in done if step < alert) + 1)
        run.crash("alerts")
        return run_quietly(run)

    def _build_with_checkpoints(self, function: type) -> fs.Simulation:
        return build_trips_job(
            self.trips, function(), apart_ms=APART_MS, checkpoint_ms=CHECKPOINT_MS
        )

    @cached_property
    def unseen(self) -> SolvedTripEvents:
        """Trips that the learner does not see: a stop without a start, ties, a stop after its alert."""
        random = Random(repr(self.trips))
        keys = [f"{name}-{random.randrange(100)}" for name in "abcde"]
        start = random.randrange(500, 6_000, 100)
        return SolvedTripEvents(
            (
                (keys[0], start, start + LIMIT_MS),
                (keys[1], start, None),
                (keys[2], None, random.randrange(500, 9_000, 100)),
                (keys[3], start, start + LIMIT_MS + 1),
                (keys[4], start + 700, start + 30_000),
            )
        )


def parse_function(data: SolvedTripEvents, value: Any) -> FunctionAnswer:
    """Parse an answer that is a class of KeyedProcessFunction, by running it.

    Answers are compared by the alerts they emit and the state and timers they leave. The class runs under
    some schedules of all trips. If these are right, it runs under every schedule of each single trip. If
    it is right there, too, it runs with a crash, and with other trips of the same keys.
    """
    if not (isinstance(value, type) and issubclass(value, KeyedProcessFunction)):
        raise InvalidAnswer(TEXTS.format("no process function", value=f"{value!r:.60}"))
    if value in data.answers:
        return data.answers[value]
    try:
        runs = _run_schedules(data, value)
        if _is_right_in_all(runs):
            runs += _run_schedules(data.unseen, value)
        if _is_right_in_all(runs):
            for trip in data.trips:
                late = [key for key in data.late if key == trip[0]]
                runs += [(late, run) for run in _iterate_schedules(trip, value)]
        is_right_so_far = _is_right_in_all(runs)
        if is_right_so_far:
            runs.append((data.late, data.run_with_crash(value)))
            other = data.turned
            runs.append((other.late, run_quietly(build_trips_job(other.trips, value()))))
    except Exception as error:  # a learner's function may raise anything
        raise InvalidAnswer(TEXTS.format("job fails", error=f"{error!s:.200}")) from None
    outcomes = tuple(_compute_outcome(run) for _, run in runs)
    data.runs[outcomes] = runs
    if is_right_so_far:
        data.right_without_crash.add(outcomes)
    data.answers[value] = FunctionAnswer(value, outcomes)
    return data.answers[value]


def _run_schedules(data: SolvedTripEvents, function: type) -> list[tuple[list[str], fs.Simulation]]:
    """Run all trips under some schedules; return the expected alerts and the run of each."""
    return [
        (data.late, run_quietly(build_trips_job(data.trips, function(), schedule)))
        for schedule in INTERLEAVINGS
    ]


def _is_right_in_all(runs: list[tuple[list[str], fs.Simulation]]) -> bool:
    return all(_compute_outcome(run) == (tuple(late), True) for late, run in runs)


def _compute_outcome(run: fs.Simulation) -> tuple[tuple[str, ...], bool]:
    return tuple(sorted(list_alerts(run))), NOTHING_LEFT.evaluate(run.trace)


def _iterate_schedules(trip: Trip, function: type) -> Iterator[fs.Simulation]:
    """Run one trip with *function* under every schedule; yield a run for each different outcome.

    Raises:
        ValueError: If there are more schedules than can be tried.
    """
    for claim in (fs.same_result(), NOTHING_LEFT):
        verdict = fs.explore(build_single_trip_env(trip, function()), claim)
        if verdict.verdict != "sometimes" and not verdict.is_exhausted:
            raise ValueError(f"one trip has more than {verdict.runs} schedules that differ")
        pair = verdict.diverging_pair
        for trace in (verdict.example,) if pair is None else (pair.satisfying, pair.violating):
            decisions = fs.Scripted(trace.decisions, flush_immediately=True)
            yield run_quietly(fs.simulate(build_single_trip_env(trip, function()), decisions))


def judge_answer(data: SolvedTripEvents, answer: Answer) -> Verdict:
    """Check that under every schedule the alerts are right and no timer or state is left."""
    outcomes = answer["function"].outcomes
    runs = data.runs[outcomes]
    last = len(runs) - 1 if outcomes in data.right_without_crash else len(runs) + 1
    for number, ((late, run), (alerts, clean)) in enumerate(zip(runs, outcomes, strict=True)):
        end = len(run.trace) - 1
        if list(alerts) != late:
            form = {last - 1: "after a restore", last: "another job"}.get(number, "wrong alerts")
            return Verdict(False, TEXTS.format(form, alerts=list(alerts), late=late), end, run)
        if not clean:
            return Verdict(False, TEXTS.format("left over"), end, run)
        early = [
            f
            for s, f in iterate_events(run.trace, e.ResultWritten)
            if run.trace.headers[s].time_ms > 3_000
        ]
        if early:
            return Verdict(False, TEXTS.format("processing time"), end, run)
    return Verdict(True, TEXTS.format("right", late=data.late), None, data.runs[outcomes][0][1])


def _build_hard_coded_class(keys: list[str]) -> type:
    """Make a cheating function: it knows the keys of the learner's own late trips."""

    class HardCoded(AlertFunction):
        def on_timer(self, timestamp: int, ctx: Any) -> Any:
            if self.start.value() is not None and ctx.get_current_key() in keys:
                yield ctx.get_current_key()
            self.start.clear()
            if (stop := self.stop.value()) is not None and stop <= timestamp:
                self.stop.clear()

    return HardCoded


MISCONCEPTIONS = {
    "who stops at the limit is too late": Misconception(
        lambda d: {"function": _StrictAlerts},
        covers=lambda d, a: any(
            start is not None and stop == start + LIMIT_MS
            for _, start, stop in d.list_wrong_trips(a)
        ),
    ),
    "onTimer runs whatever happened since": Misconception(
        lambda d: {"function": _NeverCancellingAlerts},
        covers=lambda d, a: any(
            stop is not None and start is not None and stop < start + LIMIT_MS
            for _, start, stop in d.list_wrong_trips(a)
        ),
    ),
    "state goes with the timer": Misconception(
        lambda d: {"function": _NeverClearingAlerts},
        covers=lambda d, a: (
            not d.list_wrong_trips(a) and not all(clean for _, clean in a["function"].outcomes)
        ),
    ),
    "an attribute is state": Misconception(
        lambda d: {"function": _DictAlerts},
        covers=lambda d, a: a["function"].outcomes in d.right_without_crash,
    ),
    "time is the clock on the wall": Misconception(
        lambda d: {"function": _ProcessingTimeAlerts},
        covers=lambda d, a: (
            not d.list_wrong_trips(a) and all(clean for _, clean in a["function"].outcomes)
        ),
    ),
    "a start comes before its stop": Misconception(
        lambda d: {"function": RecipeFunction},
        covers=lambda d, a: (
            len({alerts for alerts, _ in a["function"].outcomes[: len(INTERLEAVINGS)]}) > 1
        ),
    ),
    "a function belongs to one key": Misconception(lambda d: {"function": _AttributeStateAlerts}),
    "who stops too late says so itself": Misconception(
        lambda d: {"function": _AlertsAtStop},
        covers=lambda d, a: any(
            stop is None and start is not None for _, start, stop in d.list_wrong_trips(a)
        ),
    ),
    "a stop always cancels the alert": Misconception(
        lambda d: {"function": _AlwaysCancellingAlerts},
        covers=lambda d, a: any(
            stop is not None and start is not None and stop > start + LIMIT_MS
            for _, start, stop in d.list_wrong_trips(a)
        ),
    ),
}


def _find_when_timer_fires(run: fs.Simulation) -> tuple[str, int | None]:
    step = next(s for s, f in iterate_events(run.trace, e.TimerFired) if f.key == "tram")
    return ("jump" if run.trace.headers[step].time_ms < 7_000 else "clock"), step


def _count_duplicate_timer_firings(run: fs.Simulation) -> tuple[str, int | None]:
    class Twice(AlertFunction):
        def process_element(self, value: Any, ctx: Any) -> Any:
            for _ in range(2):
                ctx.timer_service().register_event_time_timer(value[1] + LIMIT_MS)
            return []

        def on_timer(self, timestamp: int, ctx: Any) -> Any:
            yield "fired"

    other = run_quietly(build_trips_job((("bus", 1_000, None),), Twice()))
    return str(
        len([f for _, f in iterate_events(other.trace, e.TimerFired) if f.key == "bus"])
    ), None


def _find_alert_of_reordered_trip(run: fs.Simulation) -> tuple[str, int | None]:
    return ("alert" if "taxi" in list_alerts(run) else "none"), None


SOLUTION = Solution(
    lesson=LESSON,
    describe_example=lambda d: TEXTS.format("example", trips=d.trips, late=d.late),
    complete_data=lambda d: SolvedTripEvents(d.trips),
    parsers={"function": parse_function},
    judge_answer=judge_answer,
    solve=lambda d: {"function": AlertFunction},
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {"function": AlertFunction()},
        {"function": "Alerts"},
        {"function": KeyedProcessFunction},
        {"function": _SpuriousStopAlerts},
        {"function": _build_hard_coded_class(d.late)},
    ],
    spellings=lambda d, a: [{"function": type("Mine", (AlertFunction,), {})}],
    truths={
        "when": _find_when_timer_fires,
        "twice": _count_duplicate_timer_firings,
        "taxi": _find_alert_of_reordered_trip,
    },
)
