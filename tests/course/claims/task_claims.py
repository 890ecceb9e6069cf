"""Statements about plans, tasks, mailboxes, buffers and checkpoints: each true or false in a run."""

from __future__ import annotations

from typing import Any

import flinksim as fs
from flinksim import simulate
from flinksim.common import WatermarkStrategy
from flinksim.connectors import TransactionalSink
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.core.java.key_groups import compute_default_max_parallelism
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_solution
from flinksim.course.lessons import (
    lesson_00,
    lesson_07,
    lesson_08,
    lesson_09,
    lesson_15,
    lesson_16,
    lesson_17,
    lesson_18,
    lesson_25,
)
from flinksim.course.solutions import solution_08, solution_15, solution_17
from flinksim.course.trace_search import iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.simulation.simulation import Simulation
from flinksim.trace import events as e
from tests.course.claims.runs import (
    CLICK,
    answers,
    draws,
    find_times,
    name_of,
    opening,
    program_of,
    refuses,
    right_option,
)


def _end(run: Simulation) -> int:
    return int(run.trace.headers[len(run.trace) - 1].time_ms)


# ---- 07: plans


def each_vertex_has_its_subtasks() -> bool:
    run = opening("07")
    return all(
        sum(subtask.vertex == vertex.id for subtask in run.plan.subtasks) == vertex.parallelism
        for vertex in run.plan.vertices
    )


def the_tasks_of_lesson_07_are_as_said() -> bool:
    """Two edges of six operators are not chained: three tasks. One without the parallelism or with a group: two.

    A task begins with the operator after the edge.
    """
    same = lesson_07.build_pipeline_job({1: ("rebalance",)})
    group = lesson_07.build_pipeline_job({2: ("slot group",)})
    found = [right_option("07", name) for name in ("tasks", "equal", "group")]
    sizes = [len(lesson_07.list_vertices(sim)) for sim in (opening("07"), same, group)]
    return (
        found == ["3", "2", "2"]
        and sizes == [3, 2, 2]
        and sum(map(len, lesson_07.list_vertices(opening("07")))) == 6
        and [names[0] for names in lesson_07.list_vertices(opening("07"))][1:] == ["clean", "score"]
        and lesson_07.list_vertices(group)[1][0] == "enrich"
    )


def vertices_are_the_unchained_edges_plus_one() -> bool:
    for data in draws("07", 6):
        if len(lesson_07.list_vertices(data.sim)) != len(data.cuts) + 1 or len(data.cuts) != 3:
            return False
    return True


def each_cause_alone_breaks_a_chain() -> bool:
    """Also on a FORWARD edge: a new chain, or another slot sharing group. Without one all are chained."""
    broken = [
        len(lesson_07.list_vertices(lesson_07.build_pipeline_job({1: (cause,)}))) > 1
        for cause in ("rebalance", "new chain", "slot group")
    ]
    (whole,) = lesson_07.list_vertices(lesson_07.build_pipeline_job({}))
    return all(broken) and whole[0].startswith("Source") and "write" in whole[-1]


def an_edge_with_two_false_conditions_needs_two_changes() -> bool:
    for data in draws("07", 6):
        double = next(n for n, causes in data.cuts.items() if len(causes) == 2)
        for cause in data.cuts[double]:
            left = {**data.cuts, double: tuple(c for c in data.cuts[double] if c != cause)}
            if len(lesson_07.list_vertices(lesson_07.build_pipeline_job(left))) != 4:
                return False
    return True


def the_wrong_edges_of_lesson_07_are_refused() -> bool:
    return refuses("07", load_solution("07").misconceptions, 2)


# ---- 08: through a task


def a_channel_has_three_elements_more_than_records() -> bool:
    run = run_quietly(lesson_08.build_maps_job(7, 3, (1,)))
    kinds = [f.element for f in run.trace.get_events(e.ElementWritten) if f.element != "record"]
    return (
        solution_08.count_crossings(run) == 7
        and solution_08.count_buffers(run) == 7 + 3
        and len(kinds) == 3
    )


def a_chain_is_passed_in_one_step() -> bool:
    """Record by record: the sink writes a record before the source reads another; no channel."""
    run = opening("08")
    reads = [s for s, f in iterate_events(run.trace, e.ElementProcessed) if f.element == "record"]
    writes = [s for s, _ in iterate_events(run.trace, e.ResultWritten)]
    found = [right_option("08", name) for name in ("steps", "between", "cut")]
    return (
        found == ["one", "calls", "5"]
        and not run.plan.channels
        and len(run.plan.vertices) == 1
        and len(writes) == len(set(writes)) == 5
        and set(writes) <= set(reads)
    )


def a_broken_chain_serializes_each_record_once() -> bool:
    """Into a buffer that another task reads; with a timeout of 0 each record has its own."""
    for cuts in ((1,), (0, 2)):
        run = run_quietly(lesson_08.build_maps_job(5, 3, cuts))
        if len(run.plan.vertices) != len(cuts) + 1 or len(run.plan.channels) != len(cuts):
            return False
        if solution_08.count_crossings(run) != 5 * len(cuts) or solution_08.count_buffers(
            run
        ) != 8 * len(cuts):
            return False
    return "set_buffer_timeout(0)" in program_of("08")


def calls_and_crossings_are_records_times_edges() -> bool:
    """One edge more than maps: the last one leads to the sink."""
    for data in draws("08", 6):
        right = load_solution("08").solve(data)
        if right["calls"] + right["crossings"] != data.records * (data.maps + 1):
            return False
        if right["crossings"] != data.records * len(data.cuts):
            return False
        if right["buffers"] != (data.records + 3) * len(data.cuts):
            return False
    return True


def object_reuse_omits_the_copies() -> bool:
    """A map that changes its input changes what the map before emitted, only with object reuse."""

    def seen(reuse: bool) -> list[Any]:
        env = StreamExecutionEnvironment.get_execution_environment()
        env.set_parallelism(1)
        if reuse:
            env.get_config().enable_object_reuse()
        kept: list[list[int]] = []

        def keep(value: list[int]) -> list[int]:
            kept.append(value)
            return value

        def change(value: list[int]) -> list[int]:
            value.append(9)
            return value

        env.from_collection([[1], [2]]).map(keep).map(change).print()
        run_quietly(simulate(env))
        return kept

    return seen(False) == [[1], [2]] and seen(True) == [[1, 9], [2, 9]]


# ---- 09: the mailbox


def _only_timers_of_processing_time_are_mails() -> bool:
    by_clock = opening("09").trace
    by_event_time = run_quietly(build_clicks_job(lesson_00.CLICKS)).trace
    return any("timer" in mail.mail.lower() for mail in by_clock.get_events(e.MailTaken)) and all(
        "WindowOperator" not in mail.mail for mail in by_event_time.get_events(e.MailTaken)
    )


def checkpoints_and_periodic_watermarks_are_mails() -> bool:
    checkpoints = {f.mail for f in opening("17").trace.get_events(e.MailEnqueued)}
    watermarks = {f.mail for f in opening("00").trace.get_events(e.MailEnqueued)}
    return (
        any("heckpoint" in mail for mail in checkpoints) and "periodic watermark emit" in watermarks
    )


def event_time_timers_fire_while_a_watermark_is_processed() -> bool:
    run = opening("14")
    advanced = {s for s, _ in iterate_events(run.trace, e.OperatorWatermarkAdvanced)}
    fired = {s for s, _ in iterate_events(run.trace, e.TimerFired)}
    return fired <= advanced and _only_timers_of_processing_time_are_mails()


def a_timer_on_time_fires_one_millisecond_later() -> bool:
    job = lesson_09.build_long_map_job(map_ms=50)
    return lesson_09.find_timer_firing(run_quietly(job))[1] == 401


def the_timer_waits_for_the_map() -> bool:
    """It is due at 400 ms, a map of 400 ms starts at 300 ms: it fires at 700 ms, before the record of 320 ms."""
    run = opening("09")
    (registered,) = run.trace.get_events(e.TimerRegistered)
    found = [right_option("09", name) for name in ("when", "first", "source")]
    return (
        found == ["done", "timer", "continues"]
        and registered.timestamp == 400
        and lesson_09.find_timer_firing(run)[1] == 700
        and lesson_09.list_processing_order(run) == ("a", "b", "timer", "c", "d")
        and lesson_09.OPENING_RECORDS[1:3] == (("b", 300), ("c", 320))
        and not run.trace.get_events(e.CheckpointTriggered)
    )


def a_task_handles_all_mails_before_the_next_record() -> bool:
    """For each learner: the timer is due while the map runs, fires at its end, and then records follow in order."""
    for data in draws("09", 6):
        run = run_quietly(lesson_09.build_long_map_job(data.records, data.wait_ms, data.map_ms))
        start = dict(data.records)["b"]
        order = lesson_09.list_processing_order(run)
        if lesson_09.find_timer_firing(run)[1] != start + data.map_ms:
            return False
        if dict(data.records)["a"] + data.wait_ms <= start:
            return False
        if [one for one in order if one != "timer"] != [key for key, _ in data.records]:
            return False
        if order[2] != "timer":
            return False
    return True


def the_source_goes_on_while_the_map_runs() -> bool:
    """It is another task with a thread of its own: it reads c at 320 ms, and would read more."""
    run = opening("09")
    records = [("a", 100), ("b", 300), *((f"c{n}", 320 + n) for n in range(20))]
    more = run_quietly(lesson_09.build_long_map_job(records))
    reads, others = (
        {f.value[0]: time for time, f in find_times(one, e.SourceRecordRead)} for one in (run, more)
    )
    return reads["c"] == 320 and len(run.plan.vertices) == 2 and others["c19"] == 339


def a_mail_is_enqueued_from_outside_and_taken_later() -> bool:
    run = opening("09")
    put = [t for t, f in find_times(run, e.MailEnqueued) if "imer" in f.mail]
    taken = [t for t, f in find_times(run, e.MailTaken) if "imer" in f.mail]
    return bool(put) and any(a < b for a, b in zip(put, taken, strict=False))


# ---- 15: key groups


def key_groups_are_128_up_to_a_parallelism_of_85() -> bool:
    return [compute_default_max_parallelism(p) for p in (1, 4, 85, 86)] == [128, 128, 128, 256]


def a_group_belongs_to_one_range() -> bool:
    """Each key of the run is where ``group * parallelism // 128`` says."""
    for parallelism in (2, 4, 8):
        run = run_quietly(lesson_15.build_keyed_job([f"key {n}" for n in range(40)], parallelism))
        owners = lesson_15.find_owners(run)
        groups = {
            f.key: f.key_group for f in run.trace.get_events(e.ChannelSelected) if f.key is not None
        }
        if any(owners[key] != groups[key] * parallelism // 128 for key in owners):
            return False
        if len(groups) != 40:
            return False
    return True


def four_keys_are_on_three_subtasks() -> bool:
    """The order of arrival changes nothing; a hot key is on one subtask of eight."""
    owners = lesson_15.find_owners(opening("15"))
    other = lesson_15.find_owners(run_quietly(lesson_15.build_keyed_job(reversed(lesson_15.KEYS))))
    hot = lesson_15.find_owners(run_quietly(lesson_15.build_keyed_job(["red"] * 20, 8)))
    found = [right_option("15", name) for name in ("balance", "order", "hot")]
    return (
        found == ["3", "same", "1"]
        and len(set(owners.values())) == 3
        and owners == other
        and len(hot) == 1
    )


def salts_spread_a_hot_key_but_not_evenly() -> bool:
    """Each salted key is on one subtask; four of them need not be on four; fewer salts are a larger share."""
    uneven = False
    for data in draws("15", 4):
        salted = {key: solution_15._find_owner(key, 4) for key in lesson_15.salt_keys(data.city, 4)}
        uneven = uneven or len(set(salted.values())) < 4
        if (
            data.compute_max_share(data.min_salts) > 0.4
            or data.compute_max_share(data.min_salts - 1) <= 0.4
        ):
            return False
        if len(set(lesson_15.salt_keys(data.city, 3))) != 3:
            return False
    return uneven


def a_key_moves_with_its_group_from_2_to_4() -> bool:
    """Its group stays; the subtask is the group's in ranges, and the modulo is another one."""
    for data in draws("15", 4):
        after = load_solution("15").solve(data)["after"]
        run = run_quietly(lesson_15.build_keyed_job([data.moving], 4))
        (group,) = {
            f.key_group for f in run.trace.get_events(e.ChannelSelected) if f.key == data.moving
        }
        two = run_quietly(lesson_15.build_keyed_job([data.moving], 2))
        (same,) = {
            f.key_group for f in two.trace.get_events(e.ChannelSelected) if f.key == data.moving
        }
        if (
            after != group * 4 // 128
            or group != same
            or after == lesson_15.find_owners(two)[data.moving]
        ):
            return False
    return True


def consecutive_keys_may_share_a_subtask() -> bool:
    owners = [solution_15._find_owner(f"bus{n}", 4) for n in range(12)]
    return any(len(set(owners[n : n + 4])) < 4 for n in range(9)) and len(set(owners)) > 1


def the_subtask_cannot_be_seen_in_the_key() -> bool:
    """Keys that differ by one character are anywhere: four on four subtasks are found by trying."""
    for data in draws("15", 2):
        keys = load_solution("15").solve(data)["keys"]
        if {solution_15._find_owner(key, 4) for key in keys} != {0, 1, 2, 3}:
            return False
        if not all(key.startswith(data.prefix) for key in keys):
            return False
    return True


def a_savepoint_is_restored_with_another_parallelism() -> bool:
    """Each new subtask restores the state of its range of groups, and no key loses any."""
    import tempfile
    from pathlib import Path

    def build(parallelism: int) -> StreamExecutionEnvironment:
        env = StreamExecutionEnvironment.get_execution_environment()
        env.set_parallelism(1)
        env.set_max_parallelism(128)
        rows = [x for n in range(24) for x in (at(100 * n), record((f"key {n % 6}", n, 1)))]
        source = env.from_source(
            ScriptedSource(rows), WatermarkStrategy.no_watermarks(), "in", CLICK
        )
        keyed = source.uid("in").key_by(lambda click: click[0]).sum(2)
        keyed.uid("sum").set_parallelism(parallelism).print().uid("out")
        return env

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "savepoint"
        first = simulate(build(2))
        from contextlib import redirect_stdout
        from io import StringIO

        with redirect_stdout(StringIO()):
            first.run(until="clock >= 1250 ms")
            first.stop(path=str(path)).run()
        (saved,) = path.iterdir()
        second = run_quietly(simulate(build(4), from_snapshot=str(saved)))
    counts = [f.value[2] for f in second.trace.get_events(e.ResultWritten)]
    restored = {f.key: f.operator for f in second.trace.get_events(e.StateRestored)}
    return max(counts) == 4 and len(restored) == 6 and len(set(restored.values())) > 1


def rebalance_goes_round_robin() -> bool:
    run = run_quietly(lesson_16.build_readings_job(parallelism={"enrich": 3}))
    node = next(o.node for v in run.plan.vertices for o in v.operators if o.name == "enrich")
    work = [
        f.operator
        for f in run.trace.get_events(e.ElementProcessed)
        if f.operator.startswith(f"o{node}/") and f.element == "record"
    ]
    counts = [sum(one == f"o{node}/{n}" for one in work) for n in range(3)]
    return max(counts) - min(counts) <= 1


# ---- 16: backpressure


def only_channels_between_task_managers_have_credits() -> bool:
    run = opening("16")
    remote = {channel.id for channel in run.plan.channels if not channel.local}
    with_credit = {event.channel for event in run.trace.get_events(e.CreditChanged)}
    return bool(remote) and with_credit == remote and len(remote) < len(run.plan.channels)


def nobody_sends_more_than_the_credit() -> bool:
    """A sender of a remote channel sends a buffer only with a credit left, which the receiver announced."""
    run = opening("16")
    remote = {channel.id for channel in run.plan.channels if not channel.local}
    sent = [f for f in run.trace.get_events(e.BufferSent) if f.channel in remote]
    return (
        bool(sent)
        and all(f.credit >= 0 for f in sent)
        and bool(run.trace.get_events(e.CreditAnnounced))
    )


def parse_has_no_output_buffer() -> bool:
    run = opening("16")
    (parse,) = (s.id for s in run.plan.subtasks if lesson_16.TASKS[0] in name_of(run, s.vertex))
    reasons = {
        event.reason
        for event in run.trace.get_events(e.DefaultActionSuspended)
        if event.subtask == parse
    }
    return "no output buffer" in reasons


def _states(run: Simulation) -> dict[str, tuple[int, int, int]]:
    """Busy, idle and backpressured ms per second of each task, by its first operator."""
    report = fs.find_bottlenecks(run.trace)
    rows = [line.split() for line in str(report).splitlines()[1:]]
    return {
        row[7]: (int(row[1]), int(row[2]), int(row[3]))
        for row in rows
        if len(row) > 7 and row[1].isdigit()
    }


def the_states_of_lesson_16_are_as_said() -> bool:
    """parse is backpressured, enrich is busy, store is idle."""
    states = _states(opening("16"))
    found = [right_option("16", name) for name in ("before", "behind", "buffers")]
    return (
        found == ["backpressured", "idle", "queues"]
        and states["parse"] == (0, 0, 1_000)
        and states["enrich"] == (1_000, 0, 0)
        and states["store"] == (0, 1_000, 0)
    )


def upstream_is_backpressured_and_downstream_is_idle() -> bool:
    """In all jobs of three learners; the bottleneck is busy for 95 % of the time or more."""
    for data in draws("16", 3):
        for number, run in enumerate(data.runs):
            states = _states(run)
            slow = lesson_16.TASKS.index(data.find_slowest(number))
            for place, name in enumerate(lesson_16.TASKS):
                busy, idle, pressed = states[name]
                if (
                    (place < slow and not pressed)
                    or (place > slow and not idle)
                    or (place == slow and busy < 950)
                ):
                    return False
    return True


def three_subtasks_do_three_times_the_work() -> bool:
    """More subtasks for a waiting task do not help; twice the buffers neither."""
    times = {
        name: _end(run_quietly(lesson_16.build_readings_job(parallelism=more)))
        for name, more in (("one", {}), ("three", {"enrich": 3}), ("waiting", {"parse": 3}))
    }
    larger = _end(run_quietly(lesson_16.build_readings_job(buffer_bytes=64)))
    return (
        times["one"] == times["waiting"] == larger == 800
        and 2.8 < times["one"] / times["three"] <= 3
    )


def more_readings_wait_in_larger_buffers() -> bool:
    """parse is backpressured later, and the readings wait longer."""

    def first_stop(buffer_bytes: int) -> int:
        run = run_quietly(lesson_16.build_readings_job(buffer_bytes=buffer_bytes))
        (parse,) = (s.id for s in run.plan.subtasks if "parse" in name_of(run, s.vertex))
        stops = [
            s
            for s, f in iterate_events(run.trace, e.DefaultActionSuspended)
            if f.subtask == parse and f.reason == "no output buffer"
        ]
        return sum(
            f.element == "record"
            for f in run.trace.events[: run.trace.headers[stops[0]].first_event]
            if isinstance(f, e.ElementReceived)
        )

    return first_stop(64) > first_stop(32)


def two_and_two_subtasks_are_not_enough() -> bool:
    names = (
        "a little of everything",
        "more subtasks for who waits",
        "it recovers without a change",
        "the last task is the bottleneck",
        "the idle task is the bottleneck",
        "the backpressured task is the bottleneck",
    )
    return refuses("16", names, 1)


def the_tasks_of_lesson_16_are_three_in_a_row_on_two_machines() -> bool:
    run = opening("16")
    names = [name_of(run, v.id) for v in run.plan.vertices]
    local = {channel.local for channel in run.plan.channels}
    return (
        [n for n in names if n in lesson_16.TASKS] == list(lesson_16.TASKS)
        and local == {True, False}
        and lesson_16.COSTS_MS == {"enrich": 5}
    )


def the_clock_of_a_run_is_virtual() -> bool:
    """A map of an hour takes no time here."""
    import time

    began = time.monotonic()
    run = run_quietly(lesson_09.build_long_map_job(map_ms=3_600_000))
    return time.monotonic() - began < 30 and lesson_09.find_timer_firing(run)[1] >= 3_600_000


# ---- 17: checkpoints


def the_coordinator_triggers() -> bool:
    """Every 300 ms; then each source sends a barrier."""
    trace = opening("17").trace
    kinds = [type(event) for event in trace.events]
    times = [t for t, _ in find_times(opening("17"), e.CheckpointTriggered)]
    return kinds.index(e.CheckpointTriggered) < kinds.index(e.BarrierEmitted) and times[:3] == [
        300,
        600,
        900,
    ]


def the_fast_channel_is_blocked_until_the_slow_barrier() -> bool:
    """And no other one; its records wait, and those of the slow path are processed."""
    run = opening("17")
    found = [right_option("17", name) for name in ("who", "how long", "unaligned")]
    blocked = [
        (t, f.channel) for t, f in find_times(run, e.ChannelBlocked) if f.channel.endswith(">v4/0")
    ]
    start, end = blocked[0][0], blocked[1][0]
    received = {
        f.channel
        for t, f in find_times(run, e.ElementReceived)
        if start < t < end and f.subtask == "v4/0" and f.element == "record"
    }
    return (
        found == ["fast", "slow", "buffers"]
        and blocked[0][1] != blocked[1][1]
        and received == {blocked[1][1]}
        and (start, end) == (300, 490)
    )


def the_snapshot_has_the_records_before_the_barriers() -> bool:
    """All slow records read before it, no fast one after its own; for each learner, too."""
    for data in draws("17", 4):
        held = solution_17.find_snapshot_sums(data.run)
        read = {"slow": 0, "fast": 0}
        barriers = {
            str(f.subtask): s
            for s, f in iterate_events(data.run.trace, e.BarrierEmitted)
            if f.checkpoint == 1
        }
        for step, event in iterate_events(data.run.trace, e.SourceRecordRead):
            source = "v" + event.operator[1:]
            read[event.split] += step < barriers[source]
        if held != read:
            return False
    return True


def the_alignment_lasts_from_the_first_barrier_to_the_last() -> bool:
    for data in draws("17", 4):
        _, ended = data.alignment_end
        barriers = [
            t
            for t, f in find_times(data.run, e.BarrierReceived)
            if f.subtask == ended.subtask and f.checkpoint == 1
        ]
        if ended.duration_ms != barriers[-1] - barriers[0] or ended.duration_ms <= 0:
            return False
        slow = [
            t
            for t, f in find_times(data.run, e.ElementReceived)
            if f.subtask == ended.subtask and f.element == "record" and f.value[0] == "slow"
        ]
        if slow[-1] != barriers[-1]:
            return False
    return True


def an_unaligned_checkpoint_stores_what_arrives_later() -> bool:
    """Sums takes its snapshot at the first barrier; nothing of it is blocked; the other buffers are empty."""
    for data in draws("17", 3):
        run = data.unaligned
        snapshot = next(
            t for t, f in find_times(run, e.OperatorSnapshotTaken) if f.operator == "o4/0"
        )
        inputs = [f for f in run.trace.get_events(e.InputPersisted) if f.checkpoint == 1]
        outputs = [f for f in run.trace.get_events(e.OutputPersisted) if f.checkpoint == 1]
        held = solution_17.find_snapshot_sums(run)
        shuffles = [c.id for c in run.plan.channels if c.partitioner != "FORWARD"]
        if snapshot != 300 or {f.channel for f in inputs} != {"v2/0>v4/0"}:
            return False
        if held["slow"] + len(inputs) != data.slow or any(f.bytes for f in outputs):
            return False
        if sorted(f.channel for f in outputs) != sorted(shuffles):
            return False
        first = [
            f
            for t, f in find_times(run, e.ChannelBlocked)
            if t < 600 and f.channel.endswith(">v4/0")
        ]
        if first or load_solution("17").solve(data)["travels"] != len(inputs) + len(outputs):
            return False
    return True


def a_barrier_overtakes_in_a_shuffle_only() -> bool:
    """On a forward edge an unaligned barrier waits for the records before it."""
    run = run_quietly(lesson_17.build_two_paths_job(unaligned=True))
    kinds = {c.id: c.partitioner for c in run.plan.channels}
    received = run.trace.get_events(e.BarrierReceived)
    forward = [f for f in received if kinds[f.channel] == "FORWARD"]
    slow = next(t for t, f in find_times(run, e.BarrierReceived) if f.channel == "v1/0>v2/0")
    return bool(forward) and all(not f.overtaken for f in forward) and slow == 490


def one_path_of_lesson_17_is_slow() -> bool:
    for data in draws("17", 3):
        fast = [t for t, f in find_times(data.run, e.SourceRecordRead) if f.split == "fast"]
        slow = [f for f in data.run.trace.get_events(e.SourceRecordRead) if f.split == "slow"]
        if len(slow) != data.slow or fast[1] - fast[0] != data.fast_every:
            return False
    return True


# ---- 18: exactly once


def a_written_row_is_written_again_after_a_crash() -> bool:
    times = tuple(range(150, 2_000, 130))
    whole = run_quietly(lesson_18.build_counting_job(times))
    steps = range(len(whole.trace) // 2, len(whole.trace), 5)
    rows = ([f.text for f in lesson_18.run_with_crash(times, step).results] for step in steps)
    return any(len(set(one)) < len(one) for one in rows)


def two_rows_are_twice_in_the_output() -> bool:
    rows = [f.text for f in opening("18").results]
    return len(rows) - len(set(rows)) == 2 and [
        right_option("18", n) for n in ("crash", "count", "visible")
    ] == ["again", "same", "none"]


def state_and_position_are_restored_together() -> bool:
    """The last count is that of a run without the crash; records since the checkpoint are read again."""
    crashed, whole = opening("18"), run_quietly(lesson_18.build_counting_job(lesson_18.TIMES))
    reads = [f.offset for f in crashed.trace.get_events(e.SourceRecordRead)]
    again = [offset for offset in set(reads) if reads.count(offset) > 1]
    return (
        crashed.results[-1].text == whole.results[-1].text
        and {f.text for f in crashed.results} == {f.text for f in whole.results}
        and 0 not in again
        and bool(again)
        and bool(crashed.trace.get_events(e.StateRestored))
    )


def two_phases_commit_with_the_checkpoint() -> bool:
    """Nothing is visible before the first checkpoint is complete, and no row is twice."""
    sink = TransactionalSink()
    run = lesson_18.run_with_crash(lesson_18.TIMES, lesson_18.OPENING_CRASH_STEP, sink)
    committed = [s for s, _ in iterate_events(run.trace, e.ResultsCommitted)]
    complete = [s for s, _ in iterate_events(run.trace, e.CheckpointCompleted)]
    texts = [*map(str, sink.committed_results)]
    return complete[0] <= committed[0] and len(texts) == len(set(texts)) == 15


def a_crash_doubles_only_rows_after_the_checkpoint() -> bool:
    data = draws("18", 1)[0]
    before = data.list_rows(before_checkpoint=True)
    _, twice, _ = data.run_with_crash_at(data.doubling_step)
    solution = load_solution("18")
    names = list(solution.misconceptions)
    return (
        bool(twice)
        and not {*twice} & {*before}
        and not any(
            solution.check(d, a).is_right for name in names for d, a in answers("18", name, 1)
        )
    )


def watermarks_are_not_part_of_a_checkpoint() -> bool:
    """After a restore the window operator has no watermark: it starts anew."""
    from flinksim.common import Duration, Time
    from flinksim.datastream.window import TumblingEventTimeWindows

    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.enable_checkpointing(500)
    rows = [x for n in range(30) for x in (at(200 * n), record(("k", 1_000 * n, 1)))]
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    clicks = env.from_source(
        ScriptedSource(rows), strategy.with_timestamp_assigner(lambda c, _: c[1]), "clicks", CLICK
    )
    windows = clicks.key_by(lambda c: c[0]).window(TumblingEventTimeWindows.of(Time.seconds(10)))
    windows.sum(2).name("windows").print()
    sim = simulate(env)
    from contextlib import redirect_stdout
    from io import StringIO

    with redirect_stdout(StringIO()):
        sim.run(until="clock >= 3300 ms")
        sim.crash("windows")
        sim.run()
    advances = list(sim.trace.get_events(e.InputWatermarkAdvanced))
    return sum(f.before == -(2**63) for f in advances) >= 2


# ---- 25: TTL


def nothing_happens_when_a_ttl_ends() -> bool:
    run = opening("25")
    times = [run.trace.headers[s].time_ms for s, _ in iterate_events(run.trace, e.StateCleared)]
    return (
        times == [7_000]
        and not run.trace.get_events(e.TimerFired)
        and right_option("25", "removed") == "7000"
    )


def a_read_starts_the_time_again_only_if_asked() -> bool:
    visits = [(time, time) for time in lesson_25.ARRIVALS]
    found = [
        lesson_25.list_passed(run_quietly(lesson_25.build_visits_job(visits, counts_reads=reads)))
        for reads in (False, True)
    ]
    return found == [[1_000, 7_000], [1_000]] and right_option("25", "7 s") == "new"


def state_expires_at_the_write_plus_the_ttl() -> bool:
    """For each learner: a visit passes at the last write plus the TTL, or later; reads count only if asked."""
    for data in draws("25", 4):
        for counts_reads, run in ((False, data.run), (True, data.run_on_read)):
            last, passed = None, []
            for time in data.times:
                new = last is None or time >= last + data.ttl_ms
                if new:
                    passed.append(time)
                if new or counts_reads:
                    last = time
            if lesson_25.list_passed(run) != passed:
                return False
    return True


def a_replay_is_judged_by_arrivals() -> bool:
    """Four visits, one every 10 ms: one passes, whatever their event times."""
    rows = [(10 * n, time) for n, time in enumerate(lesson_25.ARRIVALS, 1)]
    run = run_quietly(lesson_25.build_visits_job(rows))
    arrivals = [t for t, _ in find_times(run, e.SourceRecordRead)]
    for data in draws("25", 4):
        last, passed = None, 0
        for n in range(len(data.times)):
            if last is None or n * data.replay_ms >= last + data.ttl_ms:
                passed, last = passed + 1, n * data.replay_ms
        if load_solution("25").solve(data)["replayed"] != passed:
            return False
    return (
        right_option("25", "replay") == "1"
        and lesson_25.list_passed(run) == [1_000]
        and arrivals[-1] - arrivals[0] == 30
    )


def on_create_and_write_and_never_return_are_the_defaults() -> bool:
    from flinksim.common import Time
    from flinksim.datastream.state import StateTtlConfig

    config = StateTtlConfig.new_builder(Time.seconds(1)).build()
    return "OnCreateAndWrite" in str(config.get_update_type()) and "NeverReturnExpired" in str(
        config.get_state_visibility()
    )


def there_is_only_processing_time_for_a_ttl() -> bool:
    from flinksim.datastream.state import StateTtlConfig

    return [one.name for one in StateTtlConfig.TtlTimeCharacteristic] == ["ProcessingTime"]


def the_job_of_lesson_25_passes_visits_without_state() -> bool:
    reads = opening("25").trace.get_events(e.StateRead)
    return (
        lesson_25.ARRIVALS == (1_000, 4_000, 7_000, 9_000)
        and lesson_25.TTL_MS == 5_000
        and len(reads) >= 3
    )


def a_timer_at_the_end_of_the_time_is_called() -> bool:
    """If the logic needs the end: unlike a TTL, a timer calls a function."""
    return bool(opening("09").trace.get_events(e.TimerFired)) and not opening(
        "25"
    ).trace.get_events(e.TimerFired)
