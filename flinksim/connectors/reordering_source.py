"""A source that delays each record by a random time, so that records arrive out of order.

Not in Flink: it models a slower or busier network before the source.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from random import Random

from flinksim.connectors.source import Source, SourceEndOfInput, SourceItem, SourceRecord


class ReorderingSource(Source):
    """Delays each record of *source* by up to *max_delay_ms*; the delays are the same in every run.

    Items without an arrival time keep their position.

    Raises:
        ValueError: for a live source, whose items are not known in advance, or a negative delay.
    """

    def __init__(self, source: Source, max_delay_ms: int) -> None:
        if source.is_live:
            raise ValueError(
                "a live source cannot be reordered, because its elements are not known in advance"
            )
        if max_delay_ms < 0:
            raise ValueError(f"max_delay_ms: expected at least 0, found {max_delay_ms}")
        self._source, self._max_delay_ms = source, max_delay_ms
        self.bounded = source.bounded
        self.waits_for_input = source.waits_for_input
        self.is_in_memory = source.is_in_memory
        self.produced_type = source.produced_type

    def splits(self, parallelism: int) -> Sequence[str]:
        return self._source.splits(parallelism)

    def count_items(self) -> int | None:
        return self._source.count_items()

    def first_arrival_ms(self) -> int | None:
        return self._source.first_arrival_ms()

    def open_split(self, split: str) -> Iterator[SourceItem]:
        random = Random(f"disorder of {split}")
        waiting: list[tuple[int, int, SourceItem]] = []
        items = self._source.open_split(split)
        end: SourceEndOfInput | None = None
        last = 0
        assert isinstance(items, Iterator)
        for number, item in enumerate(items):
            if isinstance(item, SourceEndOfInput):
                end = item
                continue
            if item.arrival_ms is None:
                yield item
                continue
            # later items arrive no earlier than this one
            while waiting and waiting[0][0] <= item.arrival_ms:
                yield heappop(waiting)[2]
            arrival = item.arrival_ms
            if isinstance(item, SourceRecord):
                arrival += random.randint(0, self._max_delay_ms)
                last = max(last, arrival)
                item = replace(item, arrival_ms=arrival)
            heappush(waiting, (arrival, number, item))
        while waiting:
            yield heappop(waiting)[2]
        if end is not None:  # the last record may be later than the end
            yield SourceEndOfInput(max(end.arrival_ms, last))
