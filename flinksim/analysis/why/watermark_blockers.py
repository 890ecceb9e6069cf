"""Who holds an operator's watermark back, hop by hop, down to the split or generator.

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
    """What holds a watermark back in the end: a split, a generator, or what makes none.

    ``channels`` is the way to it, the nearest first; ``watermark`` is what it has; ``last_read`` its
    last record, ``greatest`` the greatest timestamp that it had and the record that had it.
    """

    operator: str
    split: str
    channels: tuple[str, ...]
    watermark: int
    generates: bool
    last_read: int | None
    greatest: tuple[int, int] | None
    delay: int | None = None
    """How far its watermark was behind the greatest timestamp then, less 1; ``None`` without one."""
    is_newer: bool = False
    """Whether the greatest timestamp has come since, and no watermark was made of it yet."""
    asked: bool = True
    """Whether it has been asked for a watermark yet: the first time is one interval after the start."""


def holders_of(reading: Reading, operator: str) -> list[Holder]:
    """What holds the watermark of *operator* where it is; nothing where all is over or idle."""
    return list(dict.fromkeys(_of_operator(reading, operator, (), 0)))


def _of_operator(reading: Reading, operator: str, way: tuple[str, ...], depth: int) -> list[Holder]:
    view = reading.operator(operator)
    one = reading.instances[operator]
    if view.splits or one.operator.operator_class in (*OWN_TIME, "SourceOperator", "StreamSource"):
        return _of_generator(reading, operator, way)
    inner = [o for o in reading.operators_of(one.subtask.id)
             if reading.node(o) in one.operator.inputs]  # fmt: skip
    found: list[Holder] = []
    for before in inner:
        found += _of_operator(reading, before, way, depth)
    if inner or depth > len(reading.plan.vertices):
        return found
    for channel in reading.inputs_of(one.subtask.id):
        known = reading.channel(channel.id)
        if not known.holds or known.idle or known.watermark == MAX_TIMESTAMP:
            continue
        if view.inputs and not view.inputs[channel.input].holds:
            continue
        sender = f"o{channel.source_node}/{_index(reading, channel.source)}"
        found += _of_operator(reading, sender, (*way, channel.id), depth + 1)
    return found


def _index(reading: Reading, subtask: str) -> int:
    return next(one.index for one in reading.plan.subtasks if one.id == subtask)


def _of_generator(reading: Reading, operator: str, way: tuple[str, ...]) -> list[Holder]:
    view = reading.operator(operator)
    node = reading.node(operator)
    told = [
        reading.events[index].operator
        for index in reading.of(e.WatermarkGenerated, e.IdlenessCountdownChanged)
    ]
    asked = operator in told or any(
        reading.events[index].mail == e.PERIODIC_EMIT
        and reading.events[index].subtask == reading.subtask(operator)
        for index in reading.of(e.MailTaken)
    )
    holding = [name for name, split in view.splits.items() if split.holds and not split.ended]
    if not view.splits:
        holding = [""]
    found = []
    for split in holding:
        mark = view.splits[split].watermark if split else view.emitted_watermark
        last, greatest = _records(reading, operator, split)
        # before its first record no strategy makes a watermark; its other subtasks have the same one
        generates = last is None or any(reading.node(one) == node for one in told)
        if not generates:
            mark = MIN_TIMESTAMP
        made = [
            index
            for index in reading.of(e.WatermarkGenerated)
            if reading.events[index].operator == operator
            and reading.events[index].split in (split, "")
        ]
        then = _records(reading, operator, split, made[-1])[1] if made else None
        if view.emitted_watermark != MAX_TIMESTAMP:
            found.append(
                Holder(
                    operator, split, way, mark, generates, last, greatest,
                    delay=None if then is None else then[0] - mark - 1,
                    is_newer=bool(made) and then != greatest, asked=asked,
                )
            )  # fmt: skip
    return found


def _records(
    reading: Reading, operator: str, split: str, until: int | None = None
) -> tuple[int | None, tuple[int, int] | None]:
    """The last record of a generator, and the greatest timestamp with the record that had it; up to
    the fact *until*, if that is given.
    """
    last: int | None = None
    greatest: tuple[int, int] | None = None
    at_hand: dict[str, tuple[str, int]] = {}

    def take(timestamp: int, at: int) -> None:
        nonlocal greatest
        if timestamp != MIN_TIMESTAMP and (greatest is None or timestamp > greatest[0]):
            greatest = timestamp, at

    for index in sorted(reading.of(e.SourceRecordRead, e.ElementProcessed, e.TimestampAssigned)):
        fact = reading.events[index]
        if fact.operator != operator or (until is not None and index > until):
            continue
        if isinstance(fact, e.SourceRecordRead):
            at_hand[operator] = fact.split, index
        elif isinstance(fact, e.ElementProcessed) and fact.element == "record":
            at_hand[operator] = "", index
        if not split or at_hand.get(operator, ("", 0))[0] == split:
            last = at_hand.get(operator, ("", index))[1]
            timestamp = getattr(fact, "after", None) or getattr(fact, "timestamp", None)
            if isinstance(timestamp, int) and not isinstance(fact, e.ElementProcessed):
                take(timestamp, last)
    return last, greatest


def waiting_for_bundle(reading: Reading, operator: str, due: int) -> int | None:
    """Where a watermark of *due* or more came to wait for a bundle, which *operator* would get."""
    before = reading.upstream(reading.node(operator))
    latest: dict[str, int] = {}
    for index in sorted(reading.of(e.WatermarkHeld, e.WatermarkEmitted)):
        latest[reading.events[index].operator] = index
    waiting = [
        index
        for one, index in latest.items()
        if isinstance(fact := reading.events[index], e.WatermarkHeld)
        and fact.timestamp >= due
        and reading.node(one) in before
    ]
    return max(waiting, default=None)


def way_in_words(reading: Reading, holder: Holder) -> str:
    """The channels from the operator to what holds it."""
    return reading.told([reading.name(channel) for channel in holder.channels])


def links_of(reading: Reading, holder: Holder) -> list[Link]:
    """The facts of a holder: the channels' last watermarks, what it generated, its last record."""
    links = []
    for channel in holder.channels:
        own = [
            index
            for index in reading.of(e.ChannelWatermarkChanged)
            if reading.events[index].channel == channel
        ]
        if own:
            links.append(reading.link(own[-1]))
    marks = [
        index
        for index in reading.of(e.WatermarkGenerated)
        if reading.events[index].operator == holder.operator
        and reading.events[index].split in (holder.split, "")
    ]
    if marks:
        links.append(reading.link(marks[-1]))
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
    """Whether a timestamp looks like one in seconds, read as milliseconds: it lies in January 1970."""
    return 10**8 <= abs(greatest) < 10**10
