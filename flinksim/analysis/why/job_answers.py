"""Explainers for questions about the whole job: no output, duplicates, slowness, state, its end.

Each examines the possible reasons in a fixed order, names the first that applies, and says which it has
excluded. Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from flinksim.analysis.bottlenecks import find_bottlenecks
from flinksim.analysis.expressions.name_resolution import is_window_match
from flinksim.analysis.why.answer import CausalLink, Cause, MessageTemplate
from flinksim.analysis.why.blocked_watermarks import has_watermark_generator
from flinksim.analysis.why.finding import Finding
from flinksim.analysis.why.merged_windows import (
    find_all_windows,
    find_filled_windows,
    find_merge,
)
from flinksim.analysis.why.missing_firing_answers import explain_not_fired
from flinksim.analysis.why.question_suggestions import format_window
from flinksim.analysis.why.record_outcomes import explain_drop
from flinksim.analysis.why.state_growth import (
    STATE_REMOVALS,
    STATE_WRITES,
    count_entries,
    describe_largest_states,
)
from flinksim.analysis.why.task_states import explain_failure
from flinksim.analysis.why.timers import describe_timer_counts
from flinksim.analysis.why.trace_index import TraceIndex, format_duration
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.narration.unfinished_work import describe_unfinished_work

MAX_LINKS = 5
MAX_KEYS = 3
"""Maximum number of keys that an answer about the load names."""
_Check = Callable[[TraceIndex], Finding | None]


def _build_finding(run: TraceIndex, sentence: str, *indexes: int) -> Finding:
    links: list[CausalLink] = [run.build_link(index) for index in indexes[:MAX_LINKS]]
    causes = [run.build_event_cause(index) for index in indexes[:1]]
    return Finding(sentence, links, causes)


def _find_unfired(run: TraceIndex) -> list[tuple[int, Any, Any]]:
    """Return the panes that have contents and never fired before the end of the input."""
    fired = {
        repr((run.node(event.operator), event.key, event.window))
        for event in (run.events[index] for index in run.find_events(e.WindowFired))
        if event.clock != "end of input"
    }
    return [one for one in find_filled_windows(run) if repr(one) not in fired]


# --- no output ---------------------------------------------------------------------------------------


def explain_no_output(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why nothing was written: ``why is there no output``."""
    results = run.find_events(e.ResultWritten)
    if results:
        finding = _build_finding(
            run,
            run.translate(
                "job.there_output_last_one",
                n=len(results),
                step=run.step(results[-1]),
            ),
            results[-1],
        )
        unfired = _find_unfired(run)
        if unfired:
            finding.sentence += run.sentence_gap + run.translate(
                "job.but_not_fire_before", n=len(unfired)
            )
        return finding
    excluded: list[str] = []
    for reason, check in _NO_OUTPUT_CHECKS:
        finding_or_none = check(run)
        if finding_or_none is not None:
            if excluded:
                finding_or_none.sentence += run.sentence_gap + run.translate(
                    "job.excluded", reasons=run.format_list(excluded)
                )
            return finding_or_none
        excluded.append(run.translate(reason))
    return Finding(
        run.translate(
            "job.records_reached_last_operators",
            reasons=run.format_list(excluded),
        ),
        [],
    )


def _check_failed(run: TraceIndex) -> Finding | None:
    return explain_failure(run, {}) if run.find_events(e.TaskFailed) else None


def _check_nothing_read(run: TraceIndex) -> Finding | None:
    if run.find_events(e.SourceRecordRead):
        return None
    return Finding(run.translate("job.no_source_read_record"), [])


def _check_no_sink(run: TraceIndex) -> Finding | None:
    has_sink = any(
        "Sink" in one.operator.operator_class or one.operator.name.startswith("Sink")
        for one in run.instances.values()
    )
    return None if has_sink else Finding(run.translate("job.job_no_sink"), [])


def _check_all_filtered(run: TraceIndex) -> Finding | None:
    filtered = run.find_events(e.RecordFiltered)
    counts = Counter(run.events[index].operator for index in filtered)
    reads = len(run.find_events(e.SourceRecordRead))
    if not filtered or run.find_events(e.WindowAssigned) or sum(counts.values()) < reads:
        return None
    operator = counts.most_common(1)[0][0]
    return _build_finding(
        run,
        run.translate(
            "job.filtered_out_all",
            operator=run.format_name(operator),
            n=counts[operator],
        ),
        *filtered,
    )


def _check_all_late(run: TraceIndex) -> Finding | None:
    dropped = run.find_events(e.LateRecordDropped)
    read = run.find_read(dropped[0]) if dropped else None
    if read is None or run.find_events(e.WindowAssigned):
        return None
    finding = explain_drop(run, dropped[0], read)
    finding.sentence = (
        run.translate("job.all_dropped_as_late", n=len(dropped))
        + run.sentence_gap
        + finding.sentence
    )
    return finding


def _check_window_waits(run: TraceIndex) -> Finding | None:
    panes = _find_unfired(run)
    if not panes:
        return None
    _, key, window = panes[0]
    finding = explain_not_fired(
        run, {"window": run.format_window(window), "key": run.format_value(key), "operator": None}
    )
    has_ended = run.job_state.status == "FINISHED"
    message = "job.not_fired_before_end" if has_ended else "job.not_fired"
    finding.sentence = run.translate(message, n=len(panes)) + run.sentence_gap + finding.sentence
    return finding


_NO_OUTPUT_CHECKS: tuple[tuple[str, _Check], ...] = (
    (MessageTemplate("job.job_not_fail"), _check_failed),
    (MessageTemplate("job.sources_read_records"), _check_nothing_read),
    (MessageTemplate("job.job_sink"), _check_no_sink),
    (MessageTemplate("job.filters_let_records_pass"), _check_all_filtered),
    (MessageTemplate("job.not_all_records_late"), _check_all_late),
    (MessageTemplate("job.no_window_waits"), _check_window_waits),
)
"""Reasons for a job without output: what is known when a check finds nothing, and the check."""


# --- windows and results -----------------------------------------------------------------------------


def explain_pane_contents(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain which records a window counts, and which not: ``what is in window [0, 10) of a``."""
    pane = _find_pane(run, parts["window"], parts["key"])
    if pane is None:
        return Finding(
            run.translate(
                "job.no_record_assigned",
                window=parts["window"],
                key=parts["key"],
            ),
            [],
        )
    node, key, window = pane

    def find(kind: type[Any]) -> list[int]:
        return [
            index
            for index in run.find_events(kind)
            if (event := run.events[index]).key == key
            and run.node(event.operator) == node
            and getattr(event, "window", window) == window
        ]

    assigned = find(e.WindowAssigned)
    late = {  # a record that is late for all its windows has both events, in the same step
        (run.step(index), run.find_read(index)): index
        for index in (
            *find(e.WindowSkippedAsLate),
            *(i for i in find(e.LateRecordDropped) if window in (run.events[i].windows or ())),
        )
    }
    sentence = run.translate(
        "job.window_size",
        pane=run.labels.capitalize(format_window(run, key, window)),
        n=len(assigned),
    )
    if late:
        sentence += run.sentence_gap + run.translate("job.more_key_came_too", n=len(late))
    merge = find_merge(run, node, key, window)
    if merge is not None:
        sentence += run.sentence_gap + run.translate(
            "window.merged_away",
            pane=run.labels.capitalize(format_window(run, key, window)),
            result=run.format_window(run.events[merge].result),
            step=run.step(merge),
        )
    finding = _build_finding(run, sentence, *assigned)
    reads = [read for _, read in late if read is not None]
    finding.causes = [run.build_record_cause(read) for read in reads]
    finding.causal_chain += [run.build_link(index) for index in late.values()]
    return finding


def _find_pane(run: TraceIndex, window: str, key: str) -> tuple[int, Any, Any] | None:
    """Return the (node, key, window) that a question names."""
    for pane in find_all_windows(run):
        if run.format_value(pane[1]) == key and is_window_match(window, pane[2], run.labels):
            return pane
    return None


def explain_duplicates(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain results that were written more than once: ``why are there duplicate results``."""
    by_text: dict[str, list[int]] = {}
    for index in run.find_events(e.ResultWritten):
        by_text.setdefault(run.events[index].text, []).append(index)
    repeated = [indexes for indexes in by_text.values() if len(indexes) > 1]
    refired = [
        index for index in run.find_events(e.WindowFired) if run.events[index].kind == "late"
    ]
    restored = run.find_events(e.CheckpointRestored, e.RestartDecided)
    if repeated and restored and repeated[0][-1] > restored[0]:
        return _build_finding(
            run,
            run.translate(
                "job.after_restart_records_read",
                n=len(repeated),
            ),
            repeated[0][-1],
            restored[0],
        )
    if refired:
        return _build_finding(
            run,
            run.translate(
                "job.came_after_window_fired",
                n=len(refired),
            ),
            *refired,
        )
    if not repeated:
        return Finding(run.translate("job.no_result_written_twice"), [])
    first, second = repeated[0][0], repeated[0][1]
    reads = [run.find_read(index) for index in (first, second)]
    reason = (
        run.translate("job.both_come_from_same")
        if reads[0] is not None and reads[0] == reads[1]
        else run.translate("job.they_come_from_different")
    )
    return _build_finding(
        run,
        run.translate(
            "job.written_more_than_once",
            n=len(repeated),
            result=run.events[first].text,
        )
        + run.sentence_gap
        + reason,
        second,
        first,
    )


def explain_late_output(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain an empty side output for late records: ``why is the late output empty``."""
    sent = run.find_events(e.SideOutputEmitted)
    dropped = run.find_events(e.LateRecordDropped)
    if sent:
        return _build_finding(
            run,
            run.translate("job.went_side_output", n=len(sent)),
            *sent,
        )
    if dropped:
        return _build_finding(
            run,
            run.translate(
                "job.late_dropped_because_window",
                n=len(dropped),
            ),
            *dropped,
        )
    return Finding(run.translate("job.no_record_late_so"), [])


# --- load --------------------------------------------------------------------------------------------


def explain_slow_job(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain what takes the time: ``why is the job slow``."""
    report = find_bottlenecks(run.trace)
    for bottleneck in report.bottlenecks:
        name = run.format_name(bottleneck.subtask)
        victims = run.format_names(map(run.format_name, bottleneck.victims))
        template = (
            MessageTemplate("job.network_bottleneck_wait_free")
            if bottleneck.is_network
            else MessageTemplate("job.bottleneck_busy_wait")
        )
        return Finding(
            run.translate(template, task=name, victims=victims, n=len(bottleneck.victims)), []
        )
    held = run.find_events(e.WatermarkHeld)
    if held:
        return _build_finding(
            run,
            run.translate(
                "job.no_task_bottleneck_output",
                n=len(held),
            ),
            *held,
        )
    busiest = max(report.loads, key=lambda load: load.busy, default=None)
    if busiest is not None and busiest.busy > 0:
        return Finding(
            run.translate(
                "job.no_task_backpressured_busiest",
                task=run.format_name(busiest.subtask),
                n=round(busiest.busy),
            ),
            [],
        )
    if _find_unfired(run):
        finding = _check_window_waits(run)
        assert finding is not None
        finding.sentence = (
            run.translate("job.no_task_busy_or") + run.sentence_gap + finding.sentence
        )
        return finding
    return Finding(run.translate("job.no_task_busy_or"), [])


def count_records_of_keys(run: TraceIndex) -> dict[str, Counter[str]]:
    """Count the records of each key that were sent to each subtask."""
    found: dict[str, Counter[str]] = {}
    for index in run.find_events(e.ChannelSelected):
        event = run.events[index]
        target = run.channels[event.channel].target
        found.setdefault(target, Counter())[run.format_value(event.key)] += 1
    return found


def explain_uneven_load(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain subtasks with little or no input: ``why is the load uneven``."""
    received = Counter(
        run.events[index].subtask
        for index in run.find_events(e.ElementReceived)
        if run.events[index].element == "record"
    )
    keys = count_records_of_keys(run)
    worst: tuple[float, Finding] | None = None
    for vertex in run.plan.vertices:
        subtasks = [one.id for one in run.plan.subtasks if one.vertex == vertex.id]
        counts = {one: received[one] for one in subtasks}
        total = sum(counts.values())
        if vertex.parallelism < 2 or not total:
            continue
        most, least = max(counts, key=counts.__getitem__), min(counts, key=counts.__getitem__)
        sentence = run.translate(
            "job.received_records_only",
            most=run.format_name(most), n=counts[most], total=total,
            least=run.format_name(least), fewest=counts[least],
        )  # fmt: skip
        of_vertex = Counter[str]()
        for one in subtasks:
            of_vertex += keys.get(one, Counter())
        if most in keys and of_vertex.total():
            largest = [
                run.translate(
                    "job.key_share", key=key, n=n, percent=round(100 * n / of_vertex.total())
                )
                for key, n in of_vertex.most_common(MAX_KEYS)
            ]
            sentence += run.sentence_gap + run.translate(
                "job.keys_key_belongs_one",
                task=run.format_name(most),
                n=len(keys[most]),
                total=len(of_vertex),
                keys=run.format_list(largest),
            )
        share = counts[most] / total
        if worst is None or share * vertex.parallelism > worst[0]:
            worst = share * vertex.parallelism, Finding(sentence, [])
    if worst is not None:
        return worst[1]
    without = [
        one.id for one in run.instances.values()
        if one.operator.name.startswith("Source") and one.id not in run.splits_by_source
    ]  # fmt: skip
    if without:
        return Finding(
            run.translate(
                "job.got_no_split_there",
                tasks=run.format_names(map(run.format_name, without)),
            ),
            [],
        )
    return Finding(run.translate("job.no_task_more_than"), [])


def explain_not_chained(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain the edges between tasks: ``why are the operators not chained``."""
    parallelism = {vertex.id: vertex.parallelism for vertex in run.plan.vertices}
    vertices = {one.id: one.vertex for one in run.plan.subtasks}
    names = {
        operator.node: operator.name
        for vertex in run.plan.vertices
        for operator in vertex.operators
    }
    reasons: dict[tuple[int, int], str] = {}
    for channel in run.plan.channels:
        edge = channel.source_node, channel.target_node
        sides = parallelism[vertices[channel.source]], parallelism[vertices[channel.target]]
        if channel.partitioner not in ("FORWARD", "ForwardPartitioner"):
            reason = run.translate("job.records_partitioned", partitioner=channel.partitioner)
        elif sides[0] != sides[1]:
            reason = run.translate("job.parallelism_changes_from", before=sides[0], after=sides[1])
        else:
            reason = run.translate("job.chaining_disabled_there_or")
        reasons[edge] = reason
    if not reasons:
        return Finding(run.translate("job.all_operators_chained_into"), [])
    sentences = [
        run.translate(
            "job.not_chained",
            source=names.get(source, str(source)), target=names.get(target, str(target)),
            reason=reason,
        )
        for (source, target), reason in reasons.items()
    ]  # fmt: skip
    return Finding(run.sentence_gap.join(sentences), [])


# --- time --------------------------------------------------------------------------------------------


def explain_no_watermark(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain that operators have no watermark: ``why is there no watermark``."""
    generated = run.find_events(e.WatermarkGenerated)
    advanced = run.find_events(e.OperatorWatermarkAdvanced)
    real = [index for index in advanced if run.events[index].after != MAX_TIMESTAMP]
    if real:
        return _build_finding(
            run,
            run.translate(
                "job.there_one_watermark_became",
                operator=run.format_name(run.events[real[-1]].operator),
                time=run.format_time(run.events[real[-1]].after),
            ),
            real[-1],
        )
    if not generated and has_watermark_generator(run):
        return Finding(run.translate("job.watermarks_generated_only_end"), [])
    if not generated:
        sentence = run.translate("job.no_operator_generates_watermarks")
        return Finding(sentence, [], [Cause("setting", run.translate("job.no_watermark_strategy"))])
    for channel, state in run.job_state.channels.items():
        if state.watermark == MIN_TIMESTAMP and not state.idle:
            return _build_finding(
                run,
                run.translate(
                    "job.watermarks_generated_but_brought",
                    channel=run.format_name(channel),
                ),
                generated[-1],
            )
    return _build_finding(
        run,
        run.translate("job.watermarks_generated_only_end"),
        generated[-1],
    )


def _find_timestamps(run: TraceIndex) -> list[tuple[int, int, tuple[str, str], int]]:
    """Return (event, read, place, timestamp) of each record where it gets its timestamp, in that order.

    The place is the operator, and the split if the operator is a source, which generates watermarks for
    each split. Records that never get a timestamp are left out.
    """
    found: dict[int, tuple[int, int, tuple[str, str], int]] = {}
    for read in run.find_events(e.SourceRecordRead):
        event = run.events[read]
        if event.timestamp not in (None, MIN_TIMESTAMP):
            found[read] = read, read, (event.operator, event.split), event.timestamp
    for index in run.find_events(e.TimestampAssigned):
        operator, origin = run.events[index].operator, run.find_read(index)
        if origin is not None and run.events[index].after != MIN_TIMESTAMP:
            is_source = run.events[origin].operator == operator
            place = operator, run.events[origin].split if is_source else ""
            found[origin] = index, origin, place, run.events[index].after
    return sorted(found.values())


def _measure_disorder(run: TraceIndex) -> list[tuple[int, int]]:
    """Return (lag in ms, read) of every record behind an earlier one in event time, longest first.

    The order is that in which the records get their timestamps, at one place.
    """
    newest: dict[tuple[str, str], int] = {}
    found = []
    for _, read, place, timestamp in _find_timestamps(run):
        if timestamp < newest.get(place, timestamp):
            found.append((newest[place] - timestamp, read))
        newest[place] = max(timestamp, newest.get(place, timestamp))
    return sorted(found, reverse=True)


def _describe_places(run: TraceIndex) -> str:
    """Describe where the order of the records counts: in each split, or at the operators."""
    places = {place for _, _, place, _ in _find_timestamps(run)}
    operators = sorted({run.instances[one].operator.name for one, split in places if not split})
    if not operators:
        return run.translate("job.place_split")
    return run.translate("job.place_operator", operators=run.format_names(operators))


def explain_disorder(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain out-of-order records: ``why are records out of order``."""
    disorder = _measure_disorder(run)
    if not _find_timestamps(run):
        return Finding(run.translate("job.no_record_timestamp"), [])
    if not disorder:
        return Finding(
            run.translate("job.every_split_delivers_records", place=_describe_places(run)), []
        )
    lag = disorder[0][0]
    return _build_finding(
        run,
        run.translate(
            "job.older_timestamp_than_record",
            n=len(disorder),
            place=_describe_places(run),
            lag=format_duration(lag),
        ),
        *(read for _, read in disorder[:3]),
    )


def explain_needed_delay(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain which watermark delay keeps all records: ``which watermark delay is needed``."""
    if not _find_timestamps(run):
        return Finding(run.translate("job.no_record_timestamp"), [])
    disorder = _measure_disorder(run)
    dropped = len(run.find_events(e.LateRecordDropped))
    needed = disorder[0][0] if disorder else 0
    sentence = run.translate(
        "job.watermark_delay_covers_largest",
        lag=format_duration(needed),
        place=_describe_places(run),
    )
    sentence += run.sentence_gap + run.translate("job.current_settings_dropped_as", n=dropped)
    return _build_finding(run, sentence, *(read for _, read in disorder[:3]))


# --- state and the end of the job --------------------------------------------------------------------


def explain_state(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain what is in the state of the operators: ``what is in the state``."""
    rows: list[tuple[int, str]] = []
    for operator, state in run.job_state.operators.items():
        entries, timers = count_entries(state), len(state.timers)
        if entries or timers:
            text = run.translate(
                "job.operator_state",
                operator=run.format_name(operator), n=entries, timers=timers,
            )  # fmt: skip
            rows.append((entries + timers, text))
    rows.sort(reverse=True)
    now = run.translate("job.no_operator_state_now")
    if rows:
        now = run.translate("job.state_now", rows=run.format_list([text for _, text in rows]))
    sentences = [now, describe_largest_states(run)]
    added = len(run.find_events(*STATE_WRITES))
    cleared = len(run.find_events(*STATE_REMOVALS, e.WindowCleared))
    if added:
        sentences.append(run.translate("job.values_written_removed", added=added, cleared=cleared))
    return Finding(run.sentence_gap.join([*sentences, *describe_timer_counts(run)]), [])


def explain_waiting(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain what has not happened yet: ``what is still waiting``."""
    items = describe_unfinished_work(run.trace, language=run.language)
    if not items:
        sentences = [run.translate("job.nothing_waits_any_more"), *describe_timer_counts(run)]
        return Finding(run.sentence_gap.join(sentences), [])
    finding = Finding(run.sentence_gap.join(items), [])
    first = _check_window_waits(run)
    if first is not None:
        finding.causal_chain, finding.causes = first.causal_chain, first.causes
    return finding


def explain_not_ended(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why the job still runs: ``why has the job not ended``."""
    status = run.job_state.status
    if status not in ("RUNNING", "CREATED", "RESTARTING", "FAILING"):
        return explain_job_end(run, parts)
    finished = {run.events[index].operator for index in run.find_events(e.SourceFinished)}
    sources = [
        one.id for one in run.instances.values()
        if one.operator.name.startswith("Source") and one.id not in finished
    ]  # fmt: skip
    if sources:
        return Finding(
            run.translate(
                "job.job_can_still_read",
                status=status,
                sources=run.format_list([run.format_name(one) for one in sources]),
            ),
            [],
        )
    tasks = [
        run.format_name(one) for one, state in run.job_state.tasks.items()
        if state.state not in ("FINISHED", "CANCELED", "FAILED")
    ]  # fmt: skip
    return Finding(
        run.translate(
            "job.all_sources_ended_these",
            tasks=run.format_names(tasks),
        ),
        [],
    )


def explain_job_end(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why the job ended: ``why did the job end``."""
    status = run.job_state.status
    if status in ("RUNNING", "CREATED", "RESTARTING"):
        return explain_not_ended(run, parts)
    if status == "FAILED":
        return explain_failure(run, {})
    ends = run.find_events(e.SourceFinished)
    sentence = run.translate(
        "job.job_sources_bounded_all",
        status=status,
        n=len(ends),
    )
    return _build_finding(run, sentence, *ends[-1:])
