"""A source whose records come later than they would, each by a chance delay, and so out of order.

Not in Flink: it stands for a slower or busier way to the source.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from random import Random

from flinksim.connectors.source import Source, SourceEnd, SourceItem, SourceRecord


class Disordered(Source):
    """Gives what *source* gives, each record up to *most_ms* later; the same delays in every run.

    What has no time of arrival keeps its place. Raises: ValueError for a live source, whose items are
    not known beforehand, or a negative delay.
    """

    def __init__(self, source: Source, most_ms: int) -> None:
        if source.is_live:
            raise ValueError(
                "a live source cannot be put out of order: its items are not known yet"
            )
        if most_ms < 0:
            raise ValueError(f"most_ms must not be negative, found {most_ms}")
        self._source, self._most_ms = source, most_ms
        self.bounded = source.bounded
        self.produced_type = source.produced_type

    def splits(self, parallelism: int) -> Sequence[str]:
        return self._source.splits(parallelism)

    def first_arrival_ms(self) -> int | None:
        return self._source.first_arrival_ms()

    def open_split(self, split: str) -> Iterator[SourceItem]:
        random = Random(f"disorder of {split}")
        waiting: list[tuple[int, int, SourceItem]] = []
        items = self._source.open_split(split)
        end: SourceEnd | None = None
        last = 0
        assert isinstance(items, Iterator)
        for number, item in enumerate(items):
            if isinstance(item, SourceEnd):
                end = item
                continue
            if item.arrival_ms is None:
                yield item
                continue
            # whatever comes from here on comes no earlier than this
            while waiting and waiting[0][0] <= item.arrival_ms:
                yield heappop(waiting)[2]
            arrival = item.arrival_ms
            if isinstance(item, SourceRecord):
                arrival += random.randint(0, self._most_ms)
                last = max(last, arrival)
                item = replace(item, arrival_ms=arrival)
            heappush(waiting, (arrival, number, item))
        while waiting:
            yield heappop(waiting)[2]
        if end is not None:  # the last record may come after it
            yield SourceEnd(max(end.arrival_ms, last))
