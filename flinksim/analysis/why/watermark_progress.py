"""What let an operator's watermark pass a time: of each generator, the records that would have done.

A watermark passes a time when those of all generators that count have. Of each such generator any one
of the records with a high enough timestamp, read before it was asked last, would have done; without all
of them the watermark passes later, or never. Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass

from flinksim.analysis.why.trace_index import Reading
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e


@dataclass(frozen=True, slots=True)
class PassedTime:
    """One generator that had passed the time; ``any_of`` are reads of records.

    ``at`` is where it did: a ``WatermarkGenerated``.
    """

    operator: str
    split: str
    at: int
    any_of: tuple[int, ...]


def generators_of(reading: Reading, node: int) -> list[str]:
    """The instances of operators that make the watermarks which *node* gets."""
    nodes = set(reading.upstream(node, of_time=True))
    kinds = (e.WatermarkGenerated, e.SplitAssigned, e.SplitStatusChanged)
    told = {reading.events[index].operator for index in reading.of(*kinds)}
    return [each for each in reading.instances if each in told and reading.node(each) in nodes]


def goes_without_records(reading: Reading, node: int, at: int) -> bool:
    """Whether the watermark of *node* may have been let go by something else than records, by *at*.

    A split that can go idle, sources that wait for each other, or a split that ends at that time.
    """
    nodes = set(reading.upstream(node, of_time=True))
    idle = reading.of(e.IdlenessCountdownChanged, e.SplitStatusChanged, e.WatermarkAligned)
    time_ms = reading.at_ms(at)
    ended = [i for i in reading.of(e.SplitReleased) if reading.at_ms(i) == time_ms]
    return any(reading.node(reading.events[index].operator) in nodes for index in idle + ended)


def passing(reading: Reading, operator: str, time: int, before: int) -> int | None:
    """Where the clock of *operator* passed *time*, the last time before the fact at *before*."""
    for index in reversed(reading.of(e.OperatorWatermarkAdvanced)):
        fact = reading.events[index]
        if index < before and fact.operator == operator and fact.before < time <= fact.after:
            return index
    return None


def passed(reading: Reading, node: int, time: int, before: int) -> list[PassedTime]:
    """The generators upstream of *node* that had passed *time* by a record before the fact at *before*.

    Those of ended or idle splits do not count, nor do marks that a split gives itself.
    """
    found = []
    operators = set(generators_of(reading, node))
    asked: dict[str, int] = {}
    generated: dict[tuple[str, str], list[int]] = {}
    timed: dict[tuple[str, str], dict[int, int]] = {}
    at_hand: dict[str, tuple[str, int]] = {}
    leaving: list[tuple[str, str]] = []
    out: set[tuple[str, str]] = set()
    for index, fact in enumerate(reading.events[:before]):
        match fact:
            case e.MailTaken(mail=mail) if mail == e.PERIODIC_EMIT:
                asked[fact.subtask] = index
            case e.SourceRecordRead():
                at_hand[fact.operator] = fact.split, index
                if fact.timestamp is not None:
                    timed.setdefault((fact.operator, fact.split), {})[index] = fact.timestamp
            case e.ElementProcessed(element="record"):
                at_hand[fact.operator] = "", index
            case e.TimestampAssigned() if fact.operator in at_hand:
                split, record = at_hand[fact.operator]
                timed.setdefault((fact.operator, split), {})[record] = fact.after
            case e.WatermarkGenerated():
                generated.setdefault((fact.operator, fact.split), []).append(index)
                out.discard((fact.operator, fact.split))
            case e.SplitReleased() | e.SplitStatusChanged(idle=True):
                leaving.append((fact.operator, fact.split))
            case e.WatermarkEmitted():  # from here on without those that have left
                out.update(one for one in leaving if one[0] == fact.operator)
                leaving = [one for one in leaving if one[0] != fact.operator]
            case _:
                pass
    for (operator, split), indexes in generated.items():
        if operator not in operators or (operator, split) in out:
            continue
        at = next((i for i in indexes if reading.events[i].timestamp >= time), None)
        if at is None or reading.events[at].timestamp == MAX_TIMESTAMP:
            continue
        own = timed.get((operator, split)) or timed.get((operator, ""), {})
        last_asked = asked.get(reading.subtask(operator), before)
        records = _enough(reading, indexes, own, time, last_asked)
        if records:
            found.append(PassedTime(operator, split, at, records))
    return found


def _enough(
    reading: Reading, generated: list[int], timed: dict[int, int], time: int, until: int
) -> tuple[int, ...]:
    last = reading.events[generated[-1]]
    if last.by == "record":
        made = [i for i in generated if reading.events[i].timestamp >= time]
        reads = [reading.read_of(index) for index in made]
        return tuple(dict.fromkeys(read for read in reads if read is not None))
    origins = reading.links.origins_of(generated[-1])
    if last.by != "tick" or not origins or origins[0] not in timed:
        return ()
    behind = timed[origins[0]] - last.timestamp  # how far the generator stays behind
    enough = [
        reading.read_of(record)
        for record, timestamp in timed.items()
        if record <= until and timestamp - behind >= time
    ]
    return tuple(dict.fromkeys(read for read in enough if read is not None))


NOT_WITHOUT_TRYING = (
    "whether a split that goes idle, or ends, would have let it go just the same: only trying tells"
)
"""What a trace cannot know of causes where something else than records can let a watermark go."""


OTHERS_MAY_HAVE_ASKED = (
    "whether other records have asked for the same timer: only the first is in the trace"
)
"""The same of a timer of the user's, by whichever record."""


def letting_go(reading: Reading, node: int, ways: list[PassedTime], at: int) -> tuple[int, ...]:
    """The smallest set of reads without which the time would not have been passed then.

    That are the records of the generator that passed it last. Where others may go on without it,
    it takes the records of all of them.
    """
    if goes_without_records(reading, node, at):
        return tuple(sorted({read for way in ways for read in way.any_of}))
    last = max(reading.at_ms(way.at) for way in ways)
    least = min(
        (way for way in ways if reading.at_ms(way.at) == last),
        key=lambda way: (len(way.any_of), way.operator, way.split),
    )
    return least.any_of
