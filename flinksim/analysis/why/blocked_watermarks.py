"""Search for what holds an operator's watermark back.

It follows the input channels with the lowest watermark upstream, to a source split or a watermark
generator. Not in Flink.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from flinksim.analysis.why.answer import CausalLink
from flinksim.analysis.why.trace_index import WATERMARK_ASSIGNERS, TraceIndex
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace import events as e


@dataclass(frozen=True, slots=True)
class WatermarkBlocker:
    """What holds a watermark back: a split, a watermark generator, or an operator without one.

    ``channels`` are the channels on the path to it from the operator in question, the nearest first.
    ``watermark`` is its current watermark, ``last_read`` the event of its last record.
    ``max_timestamp`` is its maximum timestamp with the event of that record.
    """

    operator: str
    split: str
    channels: tuple[str, ...]
    watermark: int
    has_generator: bool
    last_read: int | None
    max_timestamp: tuple[int, int] | None
    delay: int | None = None
    """Delay of the watermark generator in ms, as seen in the trace.

    It is the maximum timestamp when the last watermark was generated, minus that watermark and the
    ``margin``; ``None`` if it has generated no watermark.
    """
    margin: int = 1
    """What the generator subtracts besides the delay: 1 ms, or 0 if the watermark is an expression of SQL."""
    has_newer_timestamp: bool = False
    """Whether it has read its maximum timestamp after it generated its last watermark."""
    has_been_polled: bool = True
    """Whether its generator has been asked for a periodic watermark (``onPeriodicEmit``) yet.

    The first time is one auto-watermark interval after the start.
    """


def find_watermark_blockers(run: TraceIndex, operator: str) -> list[WatermarkBlocker]:
    """Return the splits, generators or operators that hold the watermark of *operator* back.

    The list is empty if all inputs are idle or have ended.
    """
    return list(dict.fromkeys(_find_operator_blockers(run, operator, (), 0)))


def find_idle_generators(run: TraceIndex, operator: str) -> list[WatermarkBlocker]:
    """Return the idle splits and generators upstream of *operator*; they hold nothing back."""
    found: list[WatermarkBlocker] = []
    for node in run.find_upstream_nodes(run.node(operator), stop_at_assigners=True):
        for one in run.find_instances(node):
            state = run.operator_state(one)
            idle = [name for name, split in state.splits.items() if split.idle and not split.ended]
            if state.emitted_idle:
                found += _find_generator_blockers(run, one, (), idle or [""])
    return found


def _find_operator_blockers(
    run: TraceIndex, operator: str, channels: tuple[str, ...], depth: int
) -> list[WatermarkBlocker]:
    state = run.operator_state(operator)
    one = run.instances[operator]
    if state.splits or one.operator.operator_class in (
        *WATERMARK_ASSIGNERS,
        "SourceOperator",
        "StreamSource",
    ):
        return _find_generator_blockers(run, operator, channels)
    chained_inputs = [o for o in run.find_operators(one.subtask.id)
             if run.node(o) in one.operator.inputs]  # fmt: skip
    found: list[WatermarkBlocker] = []
    for chained_input in chained_inputs:
        found += _find_operator_blockers(run, chained_input, channels, depth)
    if chained_inputs or depth > len(run.plan.vertices):
        return found
    for channel in run.find_input_channels(one.subtask.id):
        channel_state = run.channel_state(channel.id)
        if (
            not channel_state.holds
            or channel_state.idle
            or channel_state.watermark == MAX_TIMESTAMP
        ):
            continue
        if state.inputs and not state.inputs[channel.input].holds:
            continue
        sender = f"o{channel.source_node}/{_find_subtask_index(run, channel.source)}"
        found += _find_operator_blockers(run, sender, (*channels, channel.id), depth + 1)
    return found


def has_watermark_generator(run: TraceIndex) -> bool:
    """Return whether a watermark strategy may generate watermarks.

    If all records arrive at once, no strategy generates one before the end of the input. So only
    strategies that were asked for a watermark (``onPeriodicEmit``) after a record and gave none do not.
    """
    if any(run.events[i].timestamp != MAX_TIMESTAMP for i in run.find_events(e.WatermarkGenerated)):
        return True
    strategies = {
        one.operator.node
        for one in run.instances.values()
        if one.operator.operator_class in WATERMARK_ASSIGNERS
    }
    with_record: dict[str, set[int]] = defaultdict(set)
    asked: set[int] = set()
    for index in sorted(run.find_events(e.TimestampAssigned, e.MailTaken)):
        event = run.events[index]
        if isinstance(event, e.TimestampAssigned):
            with_record[run.subtask(event.operator)].add(run.node(event.operator))
        elif event.mail == e.PERIODIC_EMIT:
            asked |= with_record[event.subtask]
    return bool(strategies.union(*with_record.values()) - asked)


def _find_subtask_index(run: TraceIndex, subtask: str) -> int:
    return next(one.index for one in run.plan.subtasks if one.id == subtask)


def _find_generator_blockers(
    run: TraceIndex, operator: str, channels: tuple[str, ...], splits: list[str] | None = None
) -> list[WatermarkBlocker]:
    state = run.operator_state(operator)
    node = run.node(operator)
    polled_generators = [
        run.events[index].operator
        for index in run.find_events(e.WatermarkGenerated, e.IdlenessCountdownChanged)
    ]
    is_polled = operator in polled_generators or any(
        run.events[index].mail == e.PERIODIC_EMIT
        and run.events[index].subtask == run.subtask(operator)
        for index in run.find_events(e.MailTaken)
    )
    if splits is None:
        splits = [name for name, split in state.splits.items() if split.holds and not split.ended]
        splits = splits if state.splits else [""]
    margin = 0 if _has_sql_watermark(run, operator) else 1
    found = []
    for split in splits:
        mark = state.splits[split].watermark if split else state.emitted_watermark
        last, greatest = _find_last_and_max_record(run, operator, split)
        # before its first record no strategy generates a watermark; all subtasks share the strategy
        generates = last is None or any(run.node(one) == node for one in polled_generators)
        if not generates:
            mark = MIN_TIMESTAMP
        generated = [
            index
            for index in run.find_events(e.WatermarkGenerated)
            if run.events[index].operator == operator and run.events[index].split in (split, "")
        ]
        max_at_generation = (
            _find_last_and_max_record(run, operator, split, generated[-1])[1] if generated else None
        )
        if state.emitted_watermark != MAX_TIMESTAMP:
            found.append(
                WatermarkBlocker(
                    operator,
                    split,
                    channels,
                    mark,
                    generates,
                    last,
                    greatest,
                    delay=None
                    if max_at_generation is None
                    else max_at_generation[0] - mark - margin,
                    margin=margin,
                    has_newer_timestamp=bool(generated) and max_at_generation != greatest,
                    has_been_polled=is_polled,
                )
            )
    return found


def _has_sql_watermark(run: TraceIndex, operator: str) -> bool:
    """Return whether *operator* evaluates the watermark expression of a SQL table."""
    one = run.instances[operator].operator
    return one.operator_class == "WatermarkAssignerOperator" or (
        "TableSourceScan(" in one.description
    )


def _find_last_and_max_record(
    run: TraceIndex, operator: str, split: str, end_index: int | None = None
) -> tuple[int | None, tuple[int, int] | None]:
    """Return the last record of a watermark generator, and its maximum timestamp.

    The record is an event index. The maximum timestamp comes with the event index of its record.
    Records after the event *end_index* are ignored, if it is given.
    """
    last: int | None = None
    greatest: tuple[int, int] | None = None
    current_record: dict[str, tuple[str, int]] = {}

    def take(timestamp: int, at: int) -> None:
        nonlocal greatest
        if timestamp != MIN_TIMESTAMP and (greatest is None or timestamp > greatest[0]):
            greatest = timestamp, at

    for index in sorted(
        run.find_events(e.SourceRecordRead, e.ElementProcessed, e.TimestampAssigned)
    ):
        event = run.events[index]
        if event.operator != operator or (end_index is not None and index > end_index):
            continue
        if isinstance(event, e.SourceRecordRead):
            current_record[operator] = event.split, index
        elif isinstance(event, e.ElementProcessed) and event.element == "record":
            current_record[operator] = "", index
        if not split or current_record.get(operator, ("", 0))[0] == split:
            last = current_record.get(operator, ("", index))[1]
            if isinstance(event, e.TimestampAssigned):
                take(event.after, last)
            elif isinstance(event, e.SourceRecordRead) and event.timestamp is not None:
                take(event.timestamp, last)
    return last, greatest


def find_bundle_hold(run: TraceIndex, operator: str, due: int) -> int | None:
    """Return the event of a watermark that an operator upstream holds until its Python bundle ends.

    Only watermarks of at least *due* count, and only those that are still held. ``None`` if there is
    none.
    """
    upstream = run.find_upstream_nodes(run.node(operator))
    latest: dict[str, int] = {}
    for index in sorted(run.find_events(e.WatermarkHeld, e.WatermarkEmitted)):
        latest[run.events[index].operator] = index
    waiting = [
        index
        for one, index in latest.items()
        if isinstance(event := run.events[index], e.WatermarkHeld)
        and event.timestamp >= due
        and run.node(one) in upstream
    ]
    return max(waiting, default=None)


def describe_path(run: TraceIndex, blocker: WatermarkBlocker) -> str:
    """Describe the channels from the operator in question upstream to what limits its watermark.

    The only channel of a task is left out, because its name adds nothing. "" if all are.
    """
    names = [
        run.format_name(channel)
        for channel in blocker.channels
        if run.labels.count_channels(run.channels[channel].target) == "many"
    ]
    return run.format_list(names) if names else ""


def build_blocker_links(run: TraceIndex, blocker: WatermarkBlocker) -> list[CausalLink]:
    """Build causal links for what holds a watermark back.

    They are the channels on the path to it, its watermark generator and its last record.
    """
    links = []
    for channel in blocker.channels:
        changes = [
            index
            for index in run.find_events(e.ChannelWatermarkChanged)
            if run.events[index].channel == channel
        ]
        if changes:
            links.append(run.build_link(changes[-1]))
    generated = [
        index
        for index in run.find_events(e.WatermarkGenerated)
        if run.events[index].operator == blocker.operator
        and run.events[index].split in (blocker.split, "")
    ]
    if generated:
        links.append(run.build_link(generated[-1]))
    if blocker.max_timestamp is not None:
        read = run.find_read(blocker.max_timestamp[1])
        if read is not None:
            links.append(run.build_link(read))
    if blocker.last_read is not None:
        read = run.find_read(blocker.last_read)
        if read is not None and all(link.event_index != read for link in links):
            links.append(run.build_link(read))
    return links


def is_in_seconds(timestamp: int) -> bool:
    """Return whether a timestamp looks like seconds: as milliseconds it is in January 1970."""
    return 10**8 <= abs(timestamp) < 10**10
