"""Sources of a held-back watermark: hop by hop upstream to the split or generator.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass

from flinksim.analysis.why.answer import Link
from flinksim.analysis.why.trace_index import OWN_TIME, Reading
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace import events as e


@dataclass(frozen=True, slots=True)
class Holder:
    """Origin of a held-back watermark: a split, a generator, or an operator without a generator.

    ``channels`` is the path to it, the nearest channel first. ``watermark`` is its current
    watermark, ``last_read`` the event of its last record. ``greatest`` is its maximum timestamp
    with the event of that record.
    """

    operator: str
    split: str
    channels: tuple[str, ...]
    watermark: int
    generates: bool
    last_read: int | None
    greatest: tuple[int, int] | None
    delay: int | None = None
    """Maximum timestamp at its last watermark, minus that watermark and 1; ``None`` without one."""
    is_newer: bool = False
    """Whether the maximum timestamp arrived after its last watermark."""
    asked: bool = True
    """Whether its generator was polled yet: first one auto-watermark interval after the start."""


def holders_of(reading: Reading, operator: str) -> list[Holder]:
    """Return what limits the watermark of *operator*; nothing if all inputs are idle or ended."""
    return list(dict.fromkeys(_of_operator(reading, operator, (), 0)))


def _of_operator(reading: Reading, operator: str, way: tuple[str, ...], depth: int) -> list[Holder]:
    state = reading.operator(operator)
    one = reading.instances[operator]
    if state.splits or one.operator.operator_class in (*OWN_TIME, "SourceOperator", "StreamSource"):
        return _of_generator(reading, operator, way)
    chained_inputs = [o for o in reading.operators_of(one.subtask.id)
             if reading.node(o) in one.operator.inputs]  # fmt: skip
    found: list[Holder] = []
    for chained_input in chained_inputs:
        found += _of_operator(reading, chained_input, way, depth)
    if chained_inputs or depth > len(reading.plan.vertices):
        return found
    for channel in reading.inputs_of(one.subtask.id):
        channel_state = reading.channel(channel.id)
        if (
            not channel_state.holds
            or channel_state.idle
            or channel_state.watermark == MAX_TIMESTAMP
        ):
            continue
        if state.inputs and not state.inputs[channel.input].holds:
            continue
        sender = f"o{channel.source_node}/{_index(reading, channel.source)}"
        found += _of_operator(reading, sender, (*way, channel.id), depth + 1)
    return found


def _index(reading: Reading, subtask: str) -> int:
    return next(one.index for one in reading.plan.subtasks if one.id == subtask)


def _of_generator(reading: Reading, operator: str, way: tuple[str, ...]) -> list[Holder]:
    state = reading.operator(operator)
    node = reading.node(operator)
    polled_generators = [
        reading.events[index].operator
        for index in reading.of(e.WatermarkGenerated, e.IdlenessCountdownChanged)
    ]
    is_polled = operator in polled_generators or any(
        reading.events[index].mail == e.PERIODIC_EMIT
        and reading.events[index].subtask == reading.subtask(operator)
        for index in reading.of(e.MailTaken)
    )
    splits = [name for name, split in state.splits.items() if split.holds and not split.ended]
    if not state.splits:
        splits = [""]
    found = []
    for split in splits:
        mark = state.splits[split].watermark if split else state.emitted_watermark
        last, greatest = _records(reading, operator, split)
        # before its first record no strategy generates a watermark; all subtasks share the strategy
        generates = last is None or any(reading.node(one) == node for one in polled_generators)
        if not generates:
            mark = MIN_TIMESTAMP
        generated = [
            index
            for index in reading.of(e.WatermarkGenerated)
            if reading.events[index].operator == operator
            and reading.events[index].split in (split, "")
        ]
        max_at_generation = (
            _records(reading, operator, split, generated[-1])[1] if generated else None
        )
        if state.emitted_watermark != MAX_TIMESTAMP:
            found.append(
                Holder(
                    operator, split, way, mark, generates, last, greatest,
                    delay=None if max_at_generation is None else max_at_generation[0] - mark - 1,
                    is_newer=bool(generated) and max_at_generation != greatest, asked=is_polled,
                )
            )  # fmt: skip
    return found


def _records(
    reading: Reading, operator: str, split: str, until: int | None = None
) -> tuple[int | None, tuple[int, int] | None]:
    """Return the last record of a generator, and its maximum timestamp with that record.

    Records after the event *until* are ignored, if it is given.
    """
    last: int | None = None
    greatest: tuple[int, int] | None = None
    current_record: dict[str, tuple[str, int]] = {}

    def take(timestamp: int, at: int) -> None:
        nonlocal greatest
        if timestamp != MIN_TIMESTAMP and (greatest is None or timestamp > greatest[0]):
            greatest = timestamp, at

    for index in sorted(reading.of(e.SourceRecordRead, e.ElementProcessed, e.TimestampAssigned)):
        fact = reading.events[index]
        if fact.operator != operator or (until is not None and index > until):
            continue
        if isinstance(fact, e.SourceRecordRead):
            current_record[operator] = fact.split, index
        elif isinstance(fact, e.ElementProcessed) and fact.element == "record":
            current_record[operator] = "", index
        if not split or current_record.get(operator, ("", 0))[0] == split:
            last = current_record.get(operator, ("", index))[1]
            timestamp = getattr(fact, "after", None) or getattr(fact, "timestamp", None)
            if isinstance(timestamp, int) and not isinstance(fact, e.ElementProcessed):
                take(timestamp, last)
    return last, greatest


def waiting_for_bundle(reading: Reading, operator: str, due: int) -> int | None:
    """Return the event of a watermark of *due* or more that waits for a bundle upstream."""
    upstream = reading.upstream(reading.node(operator))
    latest: dict[str, int] = {}
    for index in sorted(reading.of(e.WatermarkHeld, e.WatermarkEmitted)):
        latest[reading.events[index].operator] = index
    waiting = [
        index
        for one, index in latest.items()
        if isinstance(fact := reading.events[index], e.WatermarkHeld)
        and fact.timestamp >= due
        and reading.node(one) in upstream
    ]
    return max(waiting, default=None)


def way_in_words(reading: Reading, holder: Holder) -> str:
    """Describe the channels from the operator to the blocker."""
    return reading.told([reading.name(channel) for channel in holder.channels])


def links_of(reading: Reading, holder: Holder) -> list[Link]:
    """Build the links of a blocker: its channels, its generator and its last record."""
    links = []
    for channel in holder.channels:
        changes = [
            index
            for index in reading.of(e.ChannelWatermarkChanged)
            if reading.events[index].channel == channel
        ]
        if changes:
            links.append(reading.link(changes[-1]))
    generated = [
        index
        for index in reading.of(e.WatermarkGenerated)
        if reading.events[index].operator == holder.operator
        and reading.events[index].split in (holder.split, "")
    ]
    if generated:
        links.append(reading.link(generated[-1]))
    if holder.greatest is not None:
        read = reading.read_of(holder.greatest[1])
        if read is not None:
            links.append(reading.link(read))
    if holder.last_read is not None:
        read = reading.read_of(holder.last_read)
        if read is not None and all(link.fact != read for link in links):
            links.append(reading.link(read))
    return links


def is_in_seconds(greatest: int) -> bool:
    """Return whether a timestamp looks like seconds: as milliseconds it is in January 1970."""
    return 10**8 <= abs(greatest) < 10**10
