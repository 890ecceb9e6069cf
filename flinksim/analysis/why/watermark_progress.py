"""Records that let a watermark pass a time, for each generator upstream.

A watermark passes a time when all active generators have passed it. For each generator, any one
record with a high enough timestamp suffices, if it was read before the last poll. Without all of
these records the watermark passes the time later, or never. Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass

from flinksim.analysis.why.trace_index import Reading
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e


@dataclass(frozen=True, slots=True)
class PassedTime:
    """Generator that has passed a time; ``any_of`` are the reads of which each suffices.

    ``at`` is the ``WatermarkGenerated`` event that passed it.
    """

    operator: str
    split: str
    at: int
    any_of: tuple[int, ...]


def generators_of(reading: Reading, node: int) -> list[str]:
    """Return the operator instances that generate the watermarks of *node*."""
    nodes = set(reading.upstream(node, of_time=True))
    event_types = (e.WatermarkGenerated, e.SplitAssigned, e.SplitStatusChanged)
    generators = {reading.events[index].operator for index in reading.of(*event_types)}
    return [
        each for each in reading.instances if each in generators and reading.node(each) in nodes
    ]


def goes_without_records(reading: Reading, node: int, at: int) -> bool:
    """Return whether the watermark of *node* may have advanced by *at* without a record.

    That is possible with a split that can become idle, with watermark alignment between sources, or
    with a split that ends at that time.
    """
    nodes = set(reading.upstream(node, of_time=True))
    idle = reading.of(e.IdlenessCountdownChanged, e.SplitStatusChanged, e.WatermarkAligned)
    time_ms = reading.at_ms(at)
    ended = [i for i in reading.of(e.SplitReleased) if reading.at_ms(i) == time_ms]
    return any(reading.node(reading.events[index].operator) in nodes for index in idle + ended)


def passing(reading: Reading, operator: str, time: int, before: int) -> int | None:
    """Return the last event before *before* at which the clock of *operator* passed *time*."""
    for index in reversed(reading.of(e.OperatorWatermarkAdvanced)):
        fact = reading.events[index]
        if index < before and fact.operator == operator and fact.before < time <= fact.after:
            return index
    return None


def passed(reading: Reading, node: int, time: int, before: int) -> list[PassedTime]:
    """Return the generators upstream of *node* that passed *time* by a record before *before*.

    Generators of ended or idle splits are left out, and so is the final watermark of a split.
    """
    found = []
    operators = set(generators_of(reading, node))
    last_polls: dict[str, int] = {}
    generated: dict[tuple[str, str], list[int]] = {}
    timestamps: dict[tuple[str, str], dict[int, int]] = {}
    current_record: dict[str, tuple[str, int]] = {}
    ending: list[tuple[str, str]] = []
    inactive: set[tuple[str, str]] = set()
    for index, fact in enumerate(reading.events[:before]):
        match fact:
            case e.MailTaken(mail=mail) if mail == e.PERIODIC_EMIT:
                last_polls[fact.subtask] = index
            case e.SourceRecordRead():
                current_record[fact.operator] = fact.split, index
                if fact.timestamp is not None:
                    timestamps.setdefault((fact.operator, fact.split), {})[index] = fact.timestamp
            case e.ElementProcessed(element="record"):
                current_record[fact.operator] = "", index
            case e.TimestampAssigned() if fact.operator in current_record:
                split, record = current_record[fact.operator]
                timestamps.setdefault((fact.operator, split), {})[record] = fact.after
            case e.WatermarkGenerated():
                generated.setdefault((fact.operator, fact.split), []).append(index)
                inactive.discard((fact.operator, fact.split))
            case e.SplitReleased() | e.SplitStatusChanged(idle=True):
                ending.append((fact.operator, fact.split))
            case e.WatermarkEmitted():  # ended or idle splits no longer count from this watermark on
                inactive.update(one for one in ending if one[0] == fact.operator)
                ending = [one for one in ending if one[0] != fact.operator]
            case _:
                pass
    for (operator, split), indexes in generated.items():
        if operator not in operators or (operator, split) in inactive:
            continue
        at = next((i for i in indexes if reading.events[i].timestamp >= time), None)
        if at is None or reading.events[at].timestamp == MAX_TIMESTAMP:
            continue
        split_timestamps = timestamps.get((operator, split)) or timestamps.get((operator, ""), {})
        last_poll = last_polls.get(reading.subtask(operator), before)
        records = _enough(reading, indexes, split_timestamps, time, last_poll)
        if records:
            found.append(PassedTime(operator, split, at, records))
    return found


def _enough(
    reading: Reading, generated: list[int], timed: dict[int, int], time: int, until: int
) -> tuple[int, ...]:
    last = reading.events[generated[-1]]
    if last.by == "record":
        sufficient = [i for i in generated if reading.events[i].timestamp >= time]
        reads = [reading.read_of(index) for index in sufficient]
        return tuple(dict.fromkeys(read for read in reads if read is not None))
    origins = reading.links.origins_of(generated[-1])
    if last.by != "tick" or not origins or origins[0] not in timed:
        return ()
    delay = timed[origins[0]] - last.timestamp  # the delay of the generator
    enough = [
        reading.read_of(record)
        for record, timestamp in timed.items()
        if record <= until and timestamp - delay >= time
    ]
    return tuple(dict.fromkeys(read for read in enough if read is not None))


NOT_WITHOUT_TRYING = (
    "whether a split that goes idle, or ends, would have let it go just the same: only trying tells"
)
"""Limit of a trace if a watermark can also advance without a record; only a rerun tells."""


OTHERS_MAY_HAVE_ASKED = (
    "whether other records have asked for the same timer: only the first is in the trace"
)
"""Limit of a trace for timers of the user: any record may have registered the same timer."""


def letting_go(reading: Reading, node: int, ways: list[PassedTime], at: int) -> tuple[int, ...]:
    """Return the smallest set of reads without which the time would not have passed then.

    These are the records of the generator that passed the time last. If the watermark can also
    advance without records, the records of all generators are needed.
    """
    if goes_without_records(reading, node, at):
        return tuple(sorted({read for way in ways for read in way.any_of}))
    last = max(reading.at_ms(way.at) for way in ways)
    least = min(
        (way for way in ways if reading.at_ms(way.at) == last),
        key=lambda way: (len(way.any_of), way.operator, way.split),
    )
    return least.any_of
