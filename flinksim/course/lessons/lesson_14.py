"""Lesson 14, Timers and process functions: when onTimer runs, how often, and what it leaves.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Configuration, Duration, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import build_program_job
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import KeyedProcessFunction, RuntimeContext
from flinksim.datastream.state import ValueStateDescriptor
from flinksim.trace import events as e

LIMIT_MS = 5_000
EVENT_TYPE = Types.TUPLE([Types.STRING(), Types.LONG(), Types.STRING()])
Trip = tuple[str, int | None, int | None]
Trips = tuple[Trip, ...]
TRIPS: Trips = (("bus", 1_000, 3_000), ("tram", 2_000, None), ("taxi", 4_000, 11_000))


class RecipeFunction(KeyedProcessFunction):
    """The usual recipe: a start registers a timer, and a stop in time deletes it.

    It assumes that the start of a trip arrives before its stop.
    """

    def open(self, runtime_context: RuntimeContext) -> None:
        self.start = runtime_context.get_state(ValueStateDescriptor("start", Types.LONG()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        timers, start = ctx.timer_service(), self.start.value()
        if value[2] == "start":
            self.start.update(value[1])
            timers.register_event_time_timer(value[1] + LIMIT_MS)
        elif start is not None and value[1] <= start + LIMIT_MS:
            timers.delete_event_time_timer(start + LIMIT_MS)
            self.start.clear()
        return []

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        yield ctx.get_current_key()
        self.start.clear()


def build_trips_job(
    trips: Trips,
    function: Any = None,
    interleaving: Any = None,
    apart_ms: int = 0,
    checkpoint_ms: int = 0,
) -> fs.Simulation:
    """Build a job with starts and stops from two sources, so that the schedule decides their order."""
    env = StreamExecutionEnvironment.get_execution_environment()
    if checkpoint_ms:
        env.enable_checkpointing(checkpoint_ms)
    last = [at(1_000 + apart_ms * 9), record(("end", 60_000, "stop"))]
    declare_trips_job(env, trips, function or RecipeFunction(), apart_ms, last)
    return fs.simulate(env, interleaving, job_name="trips that do not end")


def declare_trips_job(
    env: StreamExecutionEnvironment, trips: Trips, function: Any, apart_ms: int, last: list[Any]
) -> None:
    """Declare the job; *apart_ms* is the time between two events of a source, *last* its last items."""
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    starts = sorted((time, key, "start") for key, time, _ in trips if time is not None)
    stops = sorted((time, key, "stop") for key, _, time in trips if time is not None)
    splits = {"starts": starts, "stops": stops}
    script = {
        name: [
            item
            for n, (time, key, kind) in enumerate(rows)
            for item in (at(apart_ms * n), record((key, time, kind)))
        ]
        + last
        for name, rows in splits.items()
    }
    (
        env.from_source(
            ScriptedSource(script),
            strategy.with_timestamp_assigner(lambda event, _: event[1]),
            "events",
            EVENT_TYPE,
        )
        .set_parallelism(2)
        .key_by(lambda event: event[0])
        .process(function, Types.STRING())
        .name("alerts")
        .print()
    )


def build_single_trip_env(trip: Trip, function: Any) -> StreamExecutionEnvironment:
    """Build a job with one trip and one machine, small enough to try every schedule."""
    configuration = Configuration()
    configuration.set_string("taskmanager.numberOfTaskSlots", "2")
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    declare_trips_job(env, (trip,), function, 0, [])
    return env


def find_failing_run(function: type = RecipeFunction) -> fs.Simulation | None:
    """Find a schedule of a trip from 1 s to 3 s under which *function* emits an alert."""
    trip = ("bus", 1_000, 3_000)
    verdict = fs.explore(build_single_trip_env(trip, function()), fs.same_result())
    pair = verdict.diverging_pair
    for trace in () if pair is None else (pair.satisfying, pair.violating):
        decisions = fs.Scripted(trace.decisions, flush_immediately=True)
        run = run_quietly(fs.simulate(build_single_trip_env(trip, function()), decisions))
        if list_alerts(run):
            return run
    return None


def list_alerts(run: fs.Simulation) -> list[str]:
    """List the keys of the alerts."""
    return [str(event.value) for event in run.trace.get_events(e.ResultWritten)]


class TripEvents:
    """The exercise's data: starts and stops of trips; the learner writes the process function."""

    def __init__(self, trips: Trips) -> None:
        self.trips = trips


def draw_data(random: Random) -> TripEvents:
    """Draw four trips: one stops in time, one just in time, one too late, and one never."""
    keys = random.sample(("bus", "tram", "taxi", "bike", "ferry", "train"), 4)
    ends = (
        random.randrange(500, 4_000, 100),
        LIMIT_MS,
        LIMIT_MS + random.randrange(100, 3_000, 100),
        None,
    )
    trips = []
    for key, end in zip(keys, ends, strict=True):
        start = random.randrange(500, 6_000, 100)
        trips.append((key, start, None if end is None else start + end))
    return TripEvents(tuple(trips))


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.course.lessons.lesson_14 import RecipeFunction

starts = [("bus", 1_000, "start"), ("tram", 2_000, "start"), ("taxi", 4_000, "start")]
stops = [("bus", 3_000, "stop"), ("taxi", 11_000, "stop")]
last = [at(1_000), record(("end", 60_000, "stop"))]
script = {s: [x for row in rows for x in (at(0), record(row))] + last for s, rows in (("starts", starts), ("stops", stops))}
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
env = StreamExecutionEnvironment.get_execution_environment()
events = Types.TUPLE([Types.STRING(), Types.LONG(), Types.STRING()])
source = env.from_source(ScriptedSource(script), strategy.with_timestamp_assigner(lambda event, _: event[1]), "events", events)
keyed = source.set_parallelism(2).key_by(lambda event: event[0])
keyed.process(RecipeFunction(), Types.STRING()).name("alerts").print()
env.execute("trips that do not end")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="14",
    texts=load_texts(__file__),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    options={
        "when": ("clock", "jump", "never"),
        "twice": ("2", "1", "0"),
        "taxi": ("alert", "none", "two"),
    },
    exercise=Exercise(fields=("function",), learner_fields=("trips",), draw_data=draw_data),
    tools={"trips_job": build_trips_job, "failing_run": find_failing_run, "alerts": list_alerts},
)
