"""Random programs with one known illness each: does the diagnosis find it?

::

    python -m tests.analysis.diagnosis.sick_programs --seed 1 --programs 5

Each function declares and runs a program of its own; sizes, names, delays, keys and data are random. The
illness follows from what the program says, not from the limits of the rule.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import flinksim as fs
from flinksim.analysis.diagnosis.diagnose import RULES
from flinksim.common import Configuration, Duration, SimpleStringSchema, Time, Types
from flinksim.common import WatermarkStrategy as Strategy
from flinksim.connectors import TransactionalSink
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import CheckpointingMode, StreamExecutionEnvironment
from flinksim.datastream.connectors.kafka import KafkaOffsetsInitializer, KafkaSource
from flinksim.datastream.functions import FlatMapFunction, KeyedProcessFunction, MapFunction
from flinksim.datastream.state import MapStateDescriptor, ValueStateDescriptor
from flinksim.datastream.window import (
    CountTrigger,
    EventTimeSessionWindows,
    GlobalWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)
from flinksim.external_data.bind_jobs import BoundJobs
from flinksim.external_data.binding import BindingSettings, SourceBinding
from flinksim.simulation.simulation import Simulation

ROW = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
TOPICS = ("orders", "clicks", "payments", "readings", "trips")
PEOPLE = ("ann", "bob", "cleo", "dan", "eve", "finn", "gus")


class SickProgram:
    """What the programs share: a source with splits, and random names, keys and sizes."""

    def __init__(self, random: Random, parallelism: int = 0, **options: Any) -> None:
        configuration = Configuration()
        for name, value in options.items():
            configuration.set_string(name.replace("__", ".").replace("_", "-"), str(value))
        self.random = random
        self.env = StreamExecutionEnvironment.get_execution_environment(configuration)
        self.parallelism = parallelism or random.choice([1, 1, 2, 3])
        self.env.set_parallelism(self.parallelism)
        self.topic = random.choice(TOPICS)
        self.keys = random.sample(PEOPLE, random.randint(3, len(PEOPLE)))
        self.gap = random.choice([100, 250, 500])
        self.base = random.choice([0, 1_700_000_000_000])
        self.count = random.randint(40, 60)

    def list_rows(self, count: int = 0, gap: int = 0, keys: Any = None) -> list[Any]:
        """Return rows in order of time, one every *gap* ms."""
        gap = gap or self.gap
        choices = keys or self.keys
        return [
            (self.random.choice(choices), self.base + gap * n, self.random.randint(1, 9))
            for n in range(count or self.count)
        ]

    def schedule(self, rows: Any, gap: int = 0) -> list[Any]:
        """Return a script with a row every *gap* ms."""
        return [item for row in rows for item in (record(row), pause(gap or self.gap))]

    def list_splits(self, splits: int = 0, **options: Any) -> dict[str, list[Any]]:
        """Return healthy splits by name, as many as subtasks unless told otherwise."""
        return {
            f"{self.topic}-{n}": self.schedule(self.list_rows(**options))
            for n in range(splits or self.parallelism)
        }

    def read(self, splits: Any = None, delay: int = 0, idleness: int = 0) -> Any:
        """Read splits, with event time from the second field."""
        strategy = Strategy.for_bounded_out_of_orderness(Duration.of_millis(delay))
        if idleness:
            strategy = strategy.with_idleness(Duration.of_millis(idleness))
        return self.read_with(strategy.with_timestamp_assigner(lambda row, _: row[1]), splits)

    def read_with(self, strategy: Any, splits: Any = None) -> Any:
        """Read splits with a watermark strategy."""
        source = ScriptedSource(splits or self.list_splits())
        return self.env.from_source(source, strategy, self.topic, ROW)

    def sum_windows(self, stream: Any, size: int = 0) -> Any:
        """Sum per key and tumbling window."""
        return self.group(stream).window(tumble(size or 8 * self.gap)).reduce(add_rows)

    def group(self, stream: Any) -> Any:
        """Partition by key."""
        return stream.key_by(get_key)

    def run(self, stream: Any = None, **settings: Any) -> Simulation:
        """Print the results of *stream* and run the program."""
        return run_simulation(self.start(stream, **settings))

    def start(self, stream: Any = None, **settings: Any) -> Simulation:
        """Print the results of *stream* and deploy the program."""
        if stream is not None:
            stream.print()
        return fs.simulate(self.env, settings=fs.RunSettings(**settings))


def get_key(row: Any) -> Any:
    """Return the key of a row."""
    return row[0]


def add_rows(one: Any, other: Any) -> Any:
    """Add the amounts of two rows."""
    return one[0], max(one[1], other[1]), one[2] + other[2]


def tumble(size: int) -> Any:
    """Return tumbling windows of event time."""
    return TumblingEventTimeWindows.of(Time.milliseconds(size))


def run_simulation(simulation: Simulation, until: Any = None) -> Simulation:
    """Run to the end, or to a condition, without output; a failed job is a result too."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(fs.JobExecutionError):
        simulation.run() if until is None else simulation.step(until)
    return simulation


# --- failures and checkpoints ----------------------------------------------------------------------


def fail_on(poison: Any) -> Callable[[Any], Any]:
    """Return a map function that fails on one row."""

    def parse(row: Any) -> Any:
        if row == poison:
            raise ValueError(f"cannot parse {row}")
        return row

    return parse


def fail_once(random: Random) -> Simulation:
    """A record cannot be parsed."""
    program = SickProgram(random)
    rows = program.list_rows()
    stream = program.read({program.topic: program.schedule(rows)}, program.gap)
    return program.run(program.sum_windows(stream.map(fail_on(random.choice(rows)), ROW)))


def fail_again_and_again(random: Random) -> Simulation:
    """The restart strategy reads the same bad record again."""
    attempts = random.randint(3, 6)
    program = SickProgram(
        random, restart_strategy__type="fixed-delay",
        restart_strategy__fixed_delay__attempts=attempts,
        restart_strategy__fixed_delay__delay=f"{random.choice([1, 2, 5])} s",
    )  # fmt: skip
    if random.random() < 0.7:
        program.env.enable_checkpointing(random.choice([500, 1_000, 3_000]))
    rows = program.list_rows()
    stream = program.read({program.topic: program.schedule(rows)}, program.gap)
    return program.run(program.sum_windows(stream.map(fail_on(random.choice(rows)), ROW)))


def _crash(program: SickProgram, stream: Any, task: str, time_ms: int) -> Simulation:
    simulation = program.start(stream)
    run_simulation(simulation, f"clock >= {time_ms} ms")
    simulation.crash(task)
    return run_simulation(simulation)


def restart_from_nothing(random: Random) -> Simulation:
    """The job restarts, but nothing was checkpointed."""
    program = SickProgram(random, restart_strategy__type="fixed-delay")
    if random.random() < 0.4:
        program.env.enable_checkpointing(10 * program.gap * program.count)
    stream = program.sum_windows(program.read()).name("sums")
    return _crash(program, stream, "sums", program.gap * random.randint(5, 30))


def write_twice(random: Random) -> Simulation:
    """Running sums are printed again after a crash."""
    program = SickProgram(random)
    program.env.enable_checkpointing(random.choice([8, 12, 16]) * program.gap)
    stream = program.group(program.read()).reduce(add_rows).name("sums")
    return _crash(program, stream, "sums", program.gap * random.choice([22, 29, 37]))


def commit_never(random: Random) -> Simulation:
    """A sink commits with checkpoints, and there are none."""
    program = SickProgram(random)
    program.sum_windows(program.read()).sink_to(TransactionalSink())
    return program.run()


def expire_checkpoints(random: Random) -> Simulation:
    """Checkpoints take longer than their timeout."""
    program = SickProgram(random, execution__checkpointing__tolerable_failed_checkpoints=100)
    program.env.enable_checkpointing(random.choice([1_000, 2_000]))
    program.env.get_checkpoint_config().set_checkpoint_timeout(random.choice([300, 600]))
    stream = program.group(program.read()).reduce(add_rows)
    return program.run(
        stream, snapshots=fs.SnapshotSettings(async_bytes_per_s=random.choice([5, 20]))
    )


def checkpoint_too_often(random: Random) -> Simulation:
    """A checkpoint takes longer than the interval."""
    program = SickProgram(random)
    program.env.enable_checkpointing(random.choice([50, 100, 200]))
    if random.random() < 0.5:
        program.env.get_checkpoint_config().set_max_concurrent_checkpoints(random.choice([2, 5]))
    stream = program.group(program.read()).reduce(add_rows)
    return program.run(
        stream, snapshots=fs.SnapshotSettings(async_bytes_per_s=random.choice([50, 150]))
    )


def ask_for_unaligned_in_vain(random: Random) -> Simulation:
    """Unaligned checkpoints are enabled in a mode that does not have them."""
    program = SickProgram(random)
    interval = random.choice([200, 1_000])
    config = program.env.get_checkpoint_config()
    if random.random() < 0.5:
        program.env.enable_checkpointing(interval, CheckpointingMode.AT_LEAST_ONCE)
    else:
        program.env.enable_checkpointing(interval)
        config.set_checkpointing_mode(CheckpointingMode.AT_LEAST_ONCE)
    config.enable_unaligned_checkpoints()
    return program.run(program.group(program.read()).reduce(add_rows))


# --- load ------------------------------------------------------------------------------------------


def wait_for_slow_task(random: Random) -> Simulation:
    """One function is slower than the input."""
    program = SickProgram(random, 1, taskmanager__memory__segment_size="64b")
    program.env.set_buffer_timeout(0)
    rows = program.list_rows(random.randint(150, 250))
    source = ScriptedSource({program.topic: program.schedule(rows, 1)})
    stream = program.env.from_source(source, Strategy.no_watermarks(), program.topic, ROW)
    slow = fs.cost(lambda row: row, ms=random.choice([20, 50, 120]))
    return program.run(stream.rebalance().map(lambda row: row, ROW).rebalance().map(slow, ROW))


def read_with_too_many_subtasks(random: Random) -> Simulation:
    """The parallelism is above the number of splits."""
    program = SickProgram(random, random.randint(3, 5))
    splits = program.list_splits(random.randint(1, program.parallelism - 1))
    return program.run(program.sum_windows(program.read(splits)))


def overlook_partitions(random: Random) -> Simulation:
    """A partition is added to the topic, and the source does not look for new ones."""
    program = SickProgram(random, 1)
    topic, late = program.topic, random.randint(2_000, 9_000)
    rows = [(0, n, 500 * n, f"a{n}") for n in range(30)]
    rows += [(1, n, late + 500 * n, f"b{n}") for n in range(random.randint(3, 20))]
    lines = [
        json.dumps({"topic": topic, "partition": p, "offset": n, "ts": ts, "payload": text})
        for p, n, ts, text in rows
    ]
    builder = KafkaSource.builder().set_bootstrap_servers("b").set_topics(topic).set_group_id("g")
    builder.set_property("partition.discovery.interval.ms", random.choice(["-1", "0"]))
    builder.set_starting_offsets(KafkaOffsetsInitializer.earliest())
    source = builder.set_value_only_deserializer(SimpleStringSchema()).build()
    program.env.from_source(source, Strategy.for_monotonous_timestamps(), topic).print()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "topic.jsonl"
        file.write_text("\n".join(lines))
        jobs = BoundJobs(BindingSettings((SourceBinding(topic, f"{file} appears=1"),)))
        simulation = Simulation(jobs.bind(program.env.pipeline("job"), True), fs.RunSettings())
        return run_simulation(simulation)


def use_fewer_keys_than_subtasks(random: Random) -> Simulation:
    """There are fewer keys than subtasks."""
    program = SickProgram(random, random.randint(3, 5))
    program.keys = random.sample(PEOPLE, random.randint(1, program.parallelism - 1))
    return program.run(program.sum_windows(program.read()))


def overload_one_subtask(random: Random) -> Simulation:
    """Most records have one key, so that one subtask gets nearly all."""
    program = SickProgram(random, random.randint(2, 4))
    program.keys += [program.keys[0]] * random.randint(60, 100)
    return program.run(program.sum_windows(program.read()))


def fill_bundles(random: Random) -> Simulation:
    """Watermarks wait until Python bundles end, which are large; the input is several bundles long."""
    program = SickProgram(
        random, flinksim__dialect="pyflink",
        python__fn_execution__bundle__size=random.choice([1_000, 10_000]),
        python__fn_execution__bundle__time=random.choice([2_000, 3_000, 5_000]),
    )  # fmt: skip

    class Assigner(fs.common.watermark_strategy.TimestampAssigner):
        def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
            return int(value[1])

    strategy = Strategy.for_monotonous_timestamps().with_timestamp_assigner(Assigner())
    program.gap = random.choice([250, 500])
    rows = program.list_rows()
    stream = program.read_with(Strategy.no_watermarks(), {program.topic: program.schedule(rows)})
    stream = stream.map(lambda row: row, ROW).assign_timestamps_and_watermarks(strategy)
    return program.run(program.sum_windows(stream))


def filter_everything(random: Random) -> Simulation:
    """A filter compares with the wrong value."""
    program = SickProgram(random)
    limit = random.randint(10, 100)
    return program.run(program.sum_windows(program.read().filter(lambda row: row[2] > limit)))


def read_nothing(random: Random) -> Simulation:
    """The topic is empty."""
    program = SickProgram(random)
    splits = {
        f"{program.topic}-{n}": [pause(random.randint(0, 9_000))]
        for n in range(program.parallelism)
    }
    return program.run(program.sum_windows(program.read(splits)))


# --- event time ------------------------------------------------------------------------------------


def omit_watermarks(random: Random) -> Simulation:
    """The strategy is no_watermarks(), although windows use event time."""
    program = SickProgram(random)
    strategy = Strategy.no_watermarks().with_timestamp_assigner(lambda row, _: row[1])
    return program.run(program.sum_windows(program.read_with(strategy)))


def delay_too_long(random: Random) -> Simulation:
    """The delay is much longer than the windows."""
    program = SickProgram(random)
    size = 3 * program.gap
    delay = random.randint(3, 8) * size
    return program.run(program.sum_windows(program.read(delay=delay), size))


def _add_split(program: SickProgram, items: list[Any]) -> dict[str, list[Any]]:
    splits = program.list_splits(program.parallelism + program.random.randint(0, 1))
    return {**splits, f"{program.topic}-{len(splits)}": items}


def wait_for_empty_split(random: Random) -> Simulation:
    """One partition never has a record."""
    program = SickProgram(random)
    splits = _add_split(program, [pause(program.gap * program.count + 5_000)])
    return program.run(program.sum_windows(program.read(splits)))


def wait_for_quiet_split(random: Random) -> Simulation:
    """One partition has no record for a long time in the middle."""
    program = SickProgram(random)
    rows = program.list_rows()
    first = random.randint(5, 10)
    last = random.randint(len(rows) - 8, len(rows) - 3)
    items = [
        *program.schedule(rows[:first]), pause(program.gap * (last - first)),
        *program.schedule(rows[last:]),
    ]  # fmt: skip
    return program.run(program.sum_windows(program.read(_add_split(program, items))))


def wait_for_slow_split(random: Random) -> Simulation:
    """The event time of one partition advances more slowly than that of the others."""
    program = SickProgram(random)
    rows = program.list_rows(gap=program.gap // random.choice([3, 5]))
    items = program.schedule(rows)
    return program.run(program.sum_windows(program.read(_add_split(program, items))))


def end_one_split_early(random: Random) -> Simulation:
    """One partition ends long before the others."""
    program = SickProgram(random)
    rows = program.list_rows(random.randint(3, program.count // 4))
    return program.run(
        program.sum_windows(program.read(_add_split(program, program.schedule(rows))))
    )


def go_idle(random: Random) -> Simulation:
    """All partitions are idle, and the last windows wait."""
    program = SickProgram(random)
    idleness = random.choice([1_000, 3_000])
    splits = {
        name: [*items, pause(60_000)]
        for name, items in program.list_splits(program.parallelism * random.randint(1, 2)).items()
    }
    simulation = program.start(program.sum_windows(program.read(splits, idleness=idleness)))
    end = program.gap * program.count + idleness + random.randint(2_000, 30_000)
    return run_simulation(simulation, f"clock >= {end} ms")


def return_after_idleness(random: Random) -> Simulation:
    """A partition is silent for longer than its idle timeout, and returns with its old records."""
    program = SickProgram(random)
    rows, first = program.list_rows(), random.randint(4, 9)
    items = [
        *program.schedule(rows[:first]), pause(program.gap * random.randint(16, 22)),
        *program.schedule(rows[first:]),
    ]  # fmt: skip
    stream = program.read(_add_split(program, items), idleness=5 * program.gap)
    return program.run(program.sum_windows(stream, random.randint(3, 6) * program.gap))


def use_seconds(random: Random) -> Simulation:
    """Timestamps are in seconds."""
    program = SickProgram(random)
    program.gap, program.base = random.choice([1_000, 5_000]), 1_600_000_000_000
    program.base += random.randrange(10**10)
    strategy = Strategy.for_bounded_out_of_orderness(Duration.of_seconds(random.randint(0, 5)))
    strategy = strategy.with_timestamp_assigner(lambda row, _: row[1] // 1_000)
    return program.run(program.sum_windows(program.read_with(strategy)))


def use_local_time(random: Random) -> Simulation:
    """Timestamps are local time of a place east of Greenwich, taken for UTC."""
    program = SickProgram(random)
    program.base = 1_600_000_000_000 + random.randrange(10**11)
    start, hours = program.base, random.choice([1, 2, 5.5, 8, 9, 10])
    offset = int(hours * 3_600_000)
    strategy = Strategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    strategy = strategy.with_timestamp_assigner(lambda row, _: row[1] + offset)
    source = ScriptedSource(program.list_splits(), start_ms=start)
    stream = program.env.from_source(source, strategy, program.topic, ROW)
    return program.run(program.sum_windows(stream))


def trust_a_wrong_clock(random: Random) -> Simulation:
    """One record has a timestamp far in the future."""
    program = SickProgram(random)
    rows = program.list_rows()
    place = random.randint(5, len(rows) // 2)
    key, time, amount = rows[place]
    rows[place] = key, time + random.choice([1, 24, 24 * 365]) * 3_600_000, amount
    splits = {program.topic: program.schedule(rows)}
    return program.run(program.sum_windows(program.read(splits, program.gap)))


def _shuffle_time(program: SickProgram, disorder: int) -> list[Any]:
    """Return rows of which some are *disorder* ms older than their predecessors."""
    rows = program.list_rows()
    for n in range(10, len(rows), program.random.choice([5, 7, 9])):
        rows[n] = rows[n][0], max(program.base, rows[n][1] - disorder), rows[n][2]
    return rows


def allow_too_little_disorder(random: Random) -> Simulation:
    """The disorder is larger than the delay."""
    program = SickProgram(random)
    size = random.randint(3, 8) * program.gap
    rows = _shuffle_time(program, size + random.randint(1, 10) * program.gap)
    splits = {program.topic: program.schedule(rows)}
    stream = program.group(program.read(splits, program.gap)).window(tumble(size))
    if random.random() < 0.5:
        stream = stream.side_output_late_data(fs.datastream.OutputTag("late", ROW))
    return program.run(stream.reduce(add_rows))


def drop_silently(random: Random) -> Simulation:
    """Late records are dropped, and there is no side output."""
    program = SickProgram(random)
    rows = _shuffle_time(program, 12 * program.gap)
    splits = {program.topic: program.schedule(rows)}
    return program.run(program.sum_windows(program.read(splits, program.gap), 6 * program.gap))


def miss_some_windows(random: Random) -> Simulation:
    """Records are too late for some sliding windows, but not for all."""
    program = SickProgram(random)
    slide = random.randint(3, 6) * program.gap
    assigner = SlidingEventTimeWindows.of(
        Time.milliseconds(slide * random.randint(3, 6)), Time.milliseconds(slide)
    )
    rows = _shuffle_time(program, 2 * slide)
    stream = program.read({program.topic: program.schedule(rows)})
    return program.run(program.group(stream).window(assigner).reduce(add_rows))


# --- windows, keys, state and timers ---------------------------------------------------------------


def replace_trigger(random: Random) -> Simulation:
    """A count trigger replaces the one of the windows."""
    program = SickProgram(random)
    trigger = CountTrigger.of(random.choice([20, 100, 1_000]))
    windows = program.group(program.read()).window(tumble(6 * program.gap)).trigger(trigger)
    return program.run(windows.reduce(add_rows))


def choose_large_window(random: Random) -> Simulation:
    """The windows are days, the input is seconds."""
    program = SickProgram(random)
    size = random.choice([1, 24, 168]) * 3_600_000
    return program.run(program.sum_windows(program.read(), size))


def forget_trigger(random: Random) -> Simulation:
    """Global windows have no trigger."""
    program = SickProgram(random)
    return program.run(
        program.group(program.read()).window(GlobalWindows.create()).reduce(add_rows)
    )


def extend_session(random: Random) -> Simulation:
    """The records of each key are closer than the gap."""
    program = SickProgram(random)
    program.keys = program.keys[:3]
    gap = Time.milliseconds(random.randint(4, 7) * len(program.keys) * program.gap // 2)
    windows = program.group(program.read()).window(EventTimeSessionWindows.with_gap(gap))
    return program.run(windows.reduce(add_rows))


def fire_for_each_late_record(random: Random) -> Simulation:
    """A long allowed lateness, and most records are late."""
    program = SickProgram(random)
    rows = program.list_rows(random.randint(10, 15))
    rows += [
        (key, time - 9 * program.gap, amount)
        for key, time, amount in program.list_rows(random.randint(60, 90), 10)
    ]
    rows = [(key, program.base + max(0, time - program.base), n) for key, time, n in rows]
    stream = program.read({program.topic: program.schedule(rows)})
    windows = program.group(stream).window(tumble(6 * program.gap))
    return program.run(windows.allowed_lateness(3_600_000).reduce(add_rows))


def number_keys(random: Random) -> Simulation:
    """Each record has a key of its own, such as an order number."""
    program = SickProgram(random)
    prefix = random.choice(["order", "request", "session"])
    stream = program.read().key_by(lambda row: f"{prefix}-{row[1]}-{row[2]}-{row[0]}")
    return program.run(stream.window(tumble(6 * program.gap)).reduce(add_rows))


def prefer_one_key(random: Random) -> Simulation:
    """Most records have one key."""
    program = SickProgram(random)
    program.keys += [program.keys[0]] * random.randint(20, 60)
    return program.run(program.sum_windows(program.read()))


class RememberEverything(KeyedProcessFunction):
    """Keeps each row, in a map or per key, and clears nothing."""

    def __init__(self, uses_map: bool) -> None:
        self.uses_map = uses_map

    def open(self, runtime_context: Any) -> None:
        """Get the states."""
        self.rows = runtime_context.get_map_state(
            MapStateDescriptor("rows", Types.LONG(), Types.INT())
        )
        self.last = runtime_context.get_state(ValueStateDescriptor("last", Types.LONG()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        """Remember a row."""
        if self.uses_map:
            self.rows.put(value[1], value[2])
        else:
            self.last.update(value[1])
        yield value


def remember_everything(random: Random) -> Simulation:
    """State is written for each record and never cleared."""
    program = SickProgram(random)
    uses_map = random.random() < 0.5
    rows = program.list_rows(random.randint(80, 120))
    stream = program.read({program.topic: program.schedule(rows)})
    keyed = program.group(stream) if uses_map else stream.key_by(lambda row: f"{row[0]}{row[1]}")
    return program.run(keyed.process(RememberEverything(uses_map), ROW))


class RegisterTimers(KeyedProcessFunction):
    """Registers a timer for each record, at a distance from its timestamp."""

    def __init__(self, distance: int, is_processing_time: bool = False) -> None:
        self.distance = distance
        self.is_processing_time = is_processing_time

    def process_element(self, value: Any, ctx: Any) -> Any:
        """Register a timer."""
        timers = ctx.timer_service()
        if self.is_processing_time:
            timers.register_processing_time_timer(timers.current_processing_time() + self.distance)
        else:
            timers.register_event_time_timer(value[1] + self.distance)
        yield from ()

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        """Report that a key was quiet."""
        yield ctx.get_current_key(), timestamp, 0


class CountInField(MapFunction):
    """Numbers the records with a field of its own."""

    def __init__(self) -> None:
        self.count = 0

    def map(self, value: Any) -> Any:
        """Count in the field."""
        self.count += 1
        return value[0], value[1], self.count


class RememberKeysInField(FlatMapFunction):
    """Passes the first record of each key, which it remembers in a set or a dict."""

    def __init__(self, uses_dict: bool) -> None:
        self.seen: Any = {} if uses_dict else set()

    def flat_map(self, value: Any) -> Any:
        """Pass a record whose key is new."""
        if value[0] not in self.seen:
            self._remember(value[0])
            yield value

    def _remember(self, key: str) -> None:
        if isinstance(self.seen, dict):
            self.seen[key] = True
        else:
            self.seen.add(key)


class SumInOpen(KeyedProcessFunction):
    """Keeps a sum per key in a field that it creates when it opens."""

    def open(self, runtime_context: Any) -> None:
        """Create the field."""
        self.last = None

    def process_element(self, value: Any, ctx: Any) -> Any:
        """Emit the difference to the last record, of whatever key."""
        if self.last is not None:
            yield value[0], value[1], value[2] - self.last
        self.last = value[2]


def keep_state_in_python(random: Random) -> Simulation:
    """A function keeps what it needs for the next record in a Python variable."""
    program = SickProgram(random)
    rows = program.read()
    total = 0
    history: list[Any] = []

    def add_to_total(row: Any) -> Any:
        nonlocal total
        total += row[2]
        return row[0], row[1], total

    def compare_with_history(row: Any) -> Any:
        history.append(row[2])
        return row[0], row[1], max(history)

    streams: list[Callable[[], Any]] = [
        lambda: rows.map(CountInField(), ROW),
        lambda: rows.flat_map(RememberKeysInField(random.random() < 0.5), ROW),
        lambda: program.group(rows).process(SumInOpen(), ROW),
        lambda: rows.map(add_to_total, ROW),
        lambda: rows.map(compare_with_history, ROW),
    ]
    return program.run(random.choice(streams)())


def leak_timers(random: Random) -> Simulation:
    """Each record registers a timer for "quiet for a while", and none is deleted."""
    program = SickProgram(random)
    function = RegisterTimers(random.randint(15, 25) * program.gap, random.random() < 0.3)
    return program.run(program.group(program.read()).process(function, ROW))


def register_distant_timers(random: Random) -> Simulation:
    """Timers lie far beyond the input."""
    program = SickProgram(random)
    function = RegisterTimers(random.choice([1, 24]) * 3_600_000)
    return program.run(program.group(program.read()).process(function, ROW))


def register_past_timers(random: Random) -> Simulation:
    """Timers are registered for a time before the watermark."""
    program = SickProgram(random)
    function = RegisterTimers(-random.randint(3, 10) * program.gap)
    return program.run(program.group(program.read()).process(function, ROW))


def select_unstable_key(random: Random) -> Simulation:
    """The key selector returns another key each time that it is called."""
    program = SickProgram(random, 1)
    numbers = Random(random.random())
    salt = random.choice([4, 16, 100])
    words = [(random.choice(program.keys[:3]), 0, 1) for _ in range(program.count)]
    stamps = range(program.base, program.base + program.gap * program.count, program.gap)
    items = [
        item
        for word, stamp in zip(words, stamps, strict=True)
        for item in (record(word, stamp), pause(program.gap))
    ]
    stream = program.read_with(Strategy.for_monotonous_timestamps(), {program.topic: items})
    keyed = stream.key_by(lambda row: f"{row[0]}-{numbers.randrange(salt)}")
    if random.random() < 0.5:
        return program.run(keyed.window(tumble(6 * program.gap)).reduce(add_rows))
    return program.run(keyed.process(RememberEverything(False), ROW))


def change_shared_element(random: Random) -> Simulation:
    """A sliding window with max() changes the element that other windows hold too."""
    program = SickProgram(random)
    slide = random.randint(2, 4) * program.gap
    assigner = SlidingEventTimeWindows.of(
        Time.milliseconds(slide * random.randint(2, 4)), Time.milliseconds(slide)
    )
    windows = program.group(program.read()).window(assigner)
    return program.run(windows.max(2) if random.random() < 0.5 else windows.min(2))


SICK_PROGRAMS: dict[str, Callable[[Random], Simulation]] = {
    "task failure": fail_once,
    "restart loop": fail_again_and_again,
    "restart without checkpoint": restart_from_nothing,
    "results repeated after a restart": write_twice,
    "transactions without checkpoints": commit_never,
    "failing checkpoints": expire_checkpoints,
    "slow checkpoints": checkpoint_too_often,
    "unaligned with at-least-once": ask_for_unaligned_in_vain,
    "backpressure": wait_for_slow_task,
    "subtasks without split": read_with_too_many_subtasks,
    "undiscovered splits": overlook_partitions,
    "subtasks without records": use_fewer_keys_than_subtasks,
    "uneven load": overload_one_subtask,
    "output waits for bundles": fill_bundles,
    "filter removes everything": filter_everything,
    "no input": read_nothing,
    "no watermarks": omit_watermarks,
    "watermark far behind": delay_too_long,
    "empty split": wait_for_empty_split,
    "quiet split": wait_for_quiet_split,
    "slow split": wait_for_slow_split,
    "split ended early": end_one_split_early,
    "all inputs idle": go_idle,
    "late after idleness": return_after_idleness,
    "timestamps in seconds": use_seconds,
    "timestamps in local time": use_local_time,
    "timestamp in the future": trust_a_wrong_clock,
    "disorder beyond the delay": allow_too_little_disorder,
    "late records without side output": drop_silently,
    "records missing from some windows": miss_some_windows,
    "trigger replaced the default": replace_trigger,
    "window larger than the data": choose_large_window,
    "global window without trigger": forget_trigger,
    "session that never closes": extend_session,
    "many repeated firings": fire_for_each_late_record,
    "keys never repeat": number_keys,
    "hot key": prefer_one_key,
    "state only grows": remember_everything,
    "timers never deleted": leak_timers,
    "timers that only accumulate": register_distant_timers,
    "timers in the past": register_past_timers,
    "unstable key": select_unstable_key,
    "shared mutable element": change_shared_element,
    "state in Python variables": keep_state_in_python,
}

NOT_SHOWN: dict[str, str] = {}
"""Rules that no program can show, each with the reason."""


def diagnose_sick_program(rule: str, seed: int) -> list[str]:
    """Run the sick program of *rule* with *seed* and return the names of the rules that find something."""
    simulation = SICK_PROGRAMS[rule](Random(f"{rule} {seed}"))
    return [one.rule for one in simulation.diagnose()]


def main() -> int:
    """Print per rule how many of its sick programs it found; the exit status is 1 if it missed some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=5)
    parser.add_argument("--rule", choices=list(SICK_PROGRAMS))
    options = parser.parse_args()
    missed = 0
    for rule in (one.name for one in RULES if options.rule in (None, one.name)):
        if rule in NOT_SHOWN:
            print(f"{rule:<36} not shown: {NOT_SHOWN[rule]}")
            continue
        first = options.seed * 100_000
        seeds = range(first, first + options.programs)
        lost = [seed for seed in seeds if rule not in diagnose_sick_program(rule, seed)]
        missed += len(lost)
        found = f"{options.programs - len(lost)} of {options.programs}"
        print(
            f"{rule:<36} {found}{'  missed: ' if lost else ''}{' '.join(map(str, lost))}",
            flush=True,
        )
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
