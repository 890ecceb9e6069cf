"""What let an operator's watermark pass a time: of each generator, the records that would have done.

A watermark passes a time when those of all generators that count have. Of each such generator any one
of the records with a high enough timestamp, read before it was asked last, would have done; without all
of them the watermark passes later, or never. Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass

from flinksim.common.timestamps import MAX_TIMESTAMP
from flinksim.explain.why.reading import Reading
from flinksim.trace import events as e

PERIODIC_EMIT = "periodic watermark emit"
"""The mail at which generators are asked."""


@dataclass(frozen=True, slots=True)
class Passed:
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


def is_timed_by_idleness(reading: Reading, node: int) -> bool:
    """Whether a generator upstream of *node* can go idle, so that any record may matter."""
    nodes = set(reading.upstream(node, of_time=True))
    kinds = (e.IdlenessCountdownChanged, e.SplitStatusChanged, e.WatermarkAligned)
    return any(
        reading.node(reading.events[index].operator) in nodes for index in reading.of(*kinds)
    )


def passing(reading: Reading, operator: str, time: int, before: int) -> int | None:
    """Where the clock of *operator* passed *time*, the last time before the fact at *before*."""
    for index in reversed(reading.of(e.OperatorWatermarkAdvanced)):
        fact = reading.events[index]
        if index < before and fact.operator == operator and fact.before < time <= fact.after:
            return index
    return None


def passed(reading: Reading, node: int, time: int, before: int) -> list[Passed]:
    """The generators upstream of *node* that had passed *time* by a record before the fact at *before*.

    Those of ended or idle splits do not count, nor do marks that a split gives itself.
    """
    found = []
    operators = set(generators_of(reading, node))
    asked: dict[str, int] = {}
    generated: dict[tuple[str, str], list[int]] = {}
    timed: dict[tuple[str, str], dict[int, int]] = {}
    at_hand: dict[str, tuple[str, int]] = {}
    out: set[tuple[str, str]] = set()
    for index, fact in enumerate(reading.events[:before]):
        match fact:
            case e.MailTaken(mail=mail) if mail == PERIODIC_EMIT:
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
            case e.SplitReleased():
                out.add((fact.operator, fact.split))
            case e.SplitStatusChanged(idle=True):
                out.add((fact.operator, fact.split))
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
            found.append(Passed(operator, split, at, records))
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


NOT_WITHOUT_TRYING = "whether a split that goes idle would have let it go just the same without them: only trying tells"
"""What a trace cannot know of causes where generators can go idle."""


def letting_go(reading: Reading, node: int, ways: list[Passed]) -> tuple[int, ...]:
    """The smallest set of reads without which the time would not have been passed then.

    That are the records of the generator that passed it last. Where generators can go idle, others
    would go on without it: there it takes the records of all of them.
    """
    if is_timed_by_idleness(reading, node):
        return tuple(sorted({read for way in ways for read in way.any_of}))
    last = max(reading.at_ms(way.at) for way in ways)
    least = min(
        (way for way in ways if reading.at_ms(way.at) == last),
        key=lambda way: (len(way.any_of), way.operator, way.split),
    )
    return least.any_of
