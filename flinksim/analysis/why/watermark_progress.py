"""Search for the records that made a watermark pass a given time.

A watermark passes a time when all active watermark generators upstream have passed it. For each
generator, any one record with a high enough timestamp suffices, if it was read before the last
auto-watermark timer that counts. Without all of these records the watermark passes the time later,
or never. Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass

from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e


@dataclass(frozen=True, slots=True)
class WatermarkPassage:
    """Watermark generator that has passed a given time, and the records that could have caused it.

    ``event_index`` is the ``WatermarkGenerated`` event that passed the time. ``sufficient_reads`` are
    the ``SourceRecordRead`` events of the records; each of them alone suffices.
    """

    operator: str
    split: str
    event_index: int
    sufficient_reads: tuple[int, ...]


def find_generators(run: TraceIndex, node: int) -> list[str]:
    """Return the operator instances upstream that generate the watermarks of the plan node *node*."""
    nodes = set(run.find_upstream_nodes(node, stop_at_assigners=True))
    event_types = (e.WatermarkGenerated, e.SplitAssigned, e.SplitStatusChanged)
    generators = {run.events[index].operator for index in run.find_events(*event_types)}
    return [each for each in run.instances if each in generators and run.node(each) in nodes]


def can_advance_without_records(run: TraceIndex, node: int, event_index: int) -> bool:
    """Return whether the watermark of *node* may have advanced by *event_index* without a record.

    That is possible with a split that can become idle, with watermark alignment between sources, or
    with a split that ends at that time.
    """
    nodes = set(run.find_upstream_nodes(node, stop_at_assigners=True))
    idle = run.find_events(e.IdlenessCountdownChanged, e.SplitStatusChanged, e.WatermarkAligned)
    time_ms = run.time_ms(event_index)
    ended = [i for i in run.find_events(e.SplitReleased) if run.time_ms(i) == time_ms]
    return any(run.node(run.events[index].operator) in nodes for index in idle + ended)


def find_clock_advance(run: TraceIndex, operator: str, time: int, end_index: int) -> int | None:
    """Return the event at which the watermark of *operator* passed *time*.

    If there are several, it is the last one before *end_index*; ``None`` if there is none.
    """
    for index in reversed(run.find_events(e.OperatorWatermarkAdvanced)):
        event = run.events[index]
        if index < end_index and event.operator == operator and event.before < time <= event.after:
            return index
    return None


def find_passages(run: TraceIndex, node: int, time: int, end_index: int) -> list[WatermarkPassage]:
    """Return the watermark generators upstream of *node* that passed *time* because of a record.

    Only records before the event *end_index* count. Generators of ended or idle splits are left out,
    and so is the final watermark of a split.
    """
    found = []
    operators = set(find_generators(run, node))
    last_polls: dict[str, int] = {}
    generated: dict[tuple[str, str], list[int]] = {}
    timestamps: dict[tuple[str, str], dict[int, int]] = {}
    current_record: dict[str, tuple[str, int]] = {}
    ending: list[tuple[str, str]] = []
    inactive: set[tuple[str, str]] = set()
    for index, event in enumerate(run.events[:end_index]):
        match event:
            case e.MailTaken(mail=mail) if mail == e.PERIODIC_EMIT:
                last_polls[event.subtask] = index
            case e.SourceRecordRead():
                current_record[event.operator] = event.split, index
                if event.timestamp is not None:
                    timestamps.setdefault((event.operator, event.split), {})[index] = (
                        event.timestamp
                    )
            case e.ElementProcessed(element="record"):
                current_record[event.operator] = "", index
            case e.TimestampAssigned() if event.operator in current_record:
                split, record = current_record[event.operator]
                timestamps.setdefault((event.operator, split), {})[record] = event.after
            case e.WatermarkGenerated():
                generated.setdefault((event.operator, event.split), []).append(index)
                inactive.discard((event.operator, event.split))
            case e.SplitReleased() | e.SplitStatusChanged(idle=True):
                ending.append((event.operator, event.split))
            case e.WatermarkEmitted():  # ended or idle splits no longer count from this watermark on
                inactive.update(one for one in ending if one[0] == event.operator)
                ending = [one for one in ending if one[0] != event.operator]
            case _:
                pass
    for (operator, split), indexes in generated.items():
        if operator not in operators or (operator, split) in inactive:
            continue
        at = next((i for i in indexes if run.events[i].timestamp >= time), None)
        if at is None or run.events[at].timestamp == MAX_TIMESTAMP:
            continue
        split_timestamps = timestamps.get((operator, split)) or timestamps.get((operator, ""), {})
        last_poll = last_polls.get(run.subtask(operator), end_index)
        records = _find_sufficient_reads(run, indexes, split_timestamps, time, last_poll)
        if records:
            found.append(WatermarkPassage(operator, split, at, records))
    return found


def _find_sufficient_reads(
    run: TraceIndex, generated: list[int], timestamps: dict[int, int], time: int, end_index: int
) -> tuple[int, ...]:
    last = run.events[generated[-1]]
    if last.by == "record":
        sufficient = [i for i in generated if run.events[i].timestamp >= time]
        reads = [run.find_read(index) for index in sufficient]
        return tuple(dict.fromkeys(read for read in reads if read is not None))
    origins = run.links_until(generated[-1]).get_origins(generated[-1])
    if last.by != "tick" or not origins or origins[0] not in timestamps:
        return ()
    delay = timestamps[origins[0]] - last.timestamp  # the delay of the generator
    enough = [
        run.find_read(record)
        for record, timestamp in timestamps.items()
        if record <= end_index and timestamp - delay >= time
    ]
    return tuple(dict.fromkeys(read for read in enough if read is not None))


IDLENESS_UNKNOWN = "unknown.idleness"
"""Message id for :attr:`.Answer.unknown` if a watermark may also have advanced without a record.

The trace does not tell; only a rerun does.
"""


OTHER_REGISTRATIONS_UNKNOWN = "unknown.other_registrations"
"""Message id for :attr:`.Answer.unknown` if a user function registered the timer.

Other records may have registered the same timer, but the trace has only the first registration.
"""


def find_required_reads(
    run: TraceIndex, node: int, passages: list[WatermarkPassage], event_index: int
) -> tuple[int, ...]:
    """Return a smallest set of records without which the watermark had not passed the time then.

    Each is the index of its ``SourceRecordRead`` event. They are the records of the generator that
    passed the time last. If the watermark can also advance without records, the records of all
    generators are needed.
    """
    if can_advance_without_records(run, node, event_index):
        return tuple(sorted({read for way in passages for read in way.sufficient_reads}))
    last = max(run.time_ms(way.event_index) for way in passages)
    least = min(
        (way for way in passages if run.time_ms(way.event_index) == last),
        key=lambda way: (len(way.sufficient_reads), way.operator, way.split),
    )
    return least.sufficient_reads
