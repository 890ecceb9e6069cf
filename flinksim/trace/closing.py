"""Which records let a window fire: those without which it would not have fired then.

A pane fires on time when the watermarks of all generators that count have passed its end. Of each
such generator any one of the records with a high enough timestamp, read before the tick at which the
watermark passed, would have done; without all of them the pane fires later, or never. So the *cause* is
a smallest set: the records of one generator, of which any one would do. What the firing *needs* besides
are those of the other generators, and what is in the pane.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass

from flinksim.common.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.query import chain_of_causes, generated_by, received_from, records_in, step_of
from flinksim.trace.recorder import Trace

_Generator = tuple[str, str]
"""(operator, split); the split is "" where one generator serves a whole stream."""

PERIODIC_EMIT = "periodic watermark emit"
"""The mail at which generators are asked."""


@dataclass(frozen=True, slots=True)
class Closing:
    """How a pane came to fire on time; records are told by the index of their ``SourceRecordRead``.

    ``generator`` is (operator, split) of the last one to let it go, ``any_of`` its records of which any
    one would have done, ``needs`` all records without which something about the firing may differ.
    """

    firing: int
    generator: tuple[str, str]
    any_of: tuple[int, ...]
    needs: frozenset[int]


def closing_of(trace: Trace, firing: int) -> Closing:
    """How the firing at index *firing* came about.

    Raises: TypeError if the fact is no ``WindowFired``; LookupError if it was not a record that let it
    go: it was early or late, a split or the input had ended, or splits gave watermarks themselves.
    """
    fact = trace.events[firing]
    if not isinstance(fact, e.WindowFired):
        raise TypeError(
            f"fact {firing}: expected the kind WindowFired, found {type(fact).__name__}"
        )
    if fact.kind != "on time" or not isinstance(fact.window, tuple):
        raise LookupError(
            f"fact {firing}: the pane {fact.window} fired {fact.kind}, by no watermark"
        )
    if fact.watermark == MAX_TIMESTAMP:
        raise LookupError(f"fact {firing}: the pane {fact.window} fired because the input ended")
    if _was_let_go_by_an_end(trace, firing):
        raise LookupError(f"fact {firing}: the pane {fact.window} fired because a split ended")
    passed = _Passed(trace, firing, fact.window[1] - 1)
    if not passed.by:
        raise LookupError(f"fact {firing}: no generator of watermarks let the pane go")
    last = max(passed.since.values())
    generator = min(
        (one for one, since in passed.since.items() if since == last),
        key=lambda one: (len(passed.by[one]), one),
    )
    needs = {read for reads in passed.by.values() for read in reads}
    needs.update(records_in(trace, firing))
    return Closing(firing, generator, passed.by[generator], frozenset(needs))


def _was_let_go_by_an_end(trace: Trace, firing: int) -> bool:
    chain = chain_of_causes(trace, firing)
    received = [i for i in chain if isinstance(trace.events[i], e.ElementReceived)]
    written = received_from(trace, received[-1]) if received else None
    return written is not None and generated_by(trace, written) is None


class _Passed:
    """The generators that had passed a time when a pane fired.

    ``by`` are the reads of the records because of which, ``since`` the time at which they had.
    """

    def __init__(self, trace: Trace, firing: int, time: int) -> None:
        self._trace = trace
        self._subtask_of: dict[str, str] = {
            one.id: one.subtask.id for one in trace.plan.instances()
        }
        self.by: dict[_Generator, tuple[int, ...]] = {}
        self.since: dict[_Generator, int] = {}
        asked: dict[str, int] = {}
        generated: dict[_Generator, list[int]] = {}
        timed: dict[_Generator, dict[int, int]] = {}
        at_hand: dict[str, tuple[str, int]] = {}
        gone: set[_Generator] = set()
        for index, fact in enumerate(trace.events[:firing]):
            match fact:
                case e.MailTaken(mail=mail) if mail == PERIODIC_EMIT:
                    asked[fact.subtask] = index
                case e.SourceRecordRead():
                    at_hand[fact.operator] = fact.split, index
                    if fact.timestamp is not None:
                        timed.setdefault((fact.operator, fact.split), {})[index] = fact.timestamp
                case e.ElementProcessed(element="record"):
                    at_hand[fact.operator] = "", index
                case e.TimestampAssigned():
                    split, record = at_hand[fact.operator]
                    timed.setdefault((fact.operator, split), {})[record] = fact.after
                case e.WatermarkGenerated(by="tick"):
                    generated.setdefault((fact.operator, fact.split), []).append(index)
                case e.SplitReleased():
                    gone.add((fact.operator, fact.split))
                case _:
                    pass
        for generator, indexes in generated.items():
            if generator not in gone:
                until = asked.get(self._subtask_of[generator[0]], firing)
                self._passes(generator, indexes, timed.get(generator, {}), time, until)

    def _passes(
        self,
        generator: _Generator,
        generated: list[int],
        timed: dict[int, int],
        time: int,
        until: int,
    ) -> None:
        events, links = self._trace.events, self._trace.links
        last = events[generated[-1]]
        origins = links.origins_of(generated[-1])
        if not isinstance(last, e.WatermarkGenerated) or not origins:
            return
        behind = timed[origins[0]] - last.timestamp  # how far the generator stays behind
        enough = [
            record
            for record, timestamp in timed.items()
            if record <= until and timestamp - behind >= time
        ]
        if not enough:
            return
        self.by[generator] = tuple(dict.fromkeys(self._read(record) for record in enough))
        for index in generated:
            fact = events[index]
            if isinstance(fact, e.WatermarkGenerated) and fact.timestamp >= time:
                self.since[generator] = self._time_of(index)
                return

    def _read(self, record: int) -> int:
        """The read of the source record that the record at *record* came from."""
        if isinstance(self._trace.events[record], e.SourceRecordRead):
            return record
        chain = chain_of_causes(self._trace, record)
        for index in chain:
            if isinstance(self._trace.events[index], e.SourceRecordRead):
                return index
        return records_in(self._trace, record)[-1]

    def _time_of(self, index: int) -> int:
        return self._trace.heads[step_of(self._trace, index)].time_ms
