"""PyFlink: ``pyflink.datastream.connectors.hybrid_source``: several sources in sequence."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from flinksim.connectors.source import LiveSplit, Source, SourceEndOfInput, SourceItem
from flinksim.core.unsupported_api import as_java_object

__all__ = ["HybridSource", "HybridSourceBuilder"]


class HybridSource(Source):
    """Reads its sources in sequence, as one stream.

    Flink: ``org.apache.flink.connector.base.source.hybrid.HybridSource``.
    Differs: there is one split, so one subtask reads all sources. It contains the splits of one
    source by arrival, and then those of the next; a live source, such as a socket, cannot take part.
    """

    get_java_function = as_java_object

    needs_type_info = True
    """Whether ``from_source`` needs a type, because Flink cannot find it out."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = tuple(sources)
        self.bounded = sources[-1].bounded
        self.waits_for_input = sources[-1].waits_for_input

    @staticmethod
    def builder(first_source: Source) -> HybridSourceBuilder:
        """Return a builder with the source that is read first."""
        return HybridSourceBuilder().add_source(first_source)

    def splits(self, parallelism: int) -> Sequence[str]:
        return ("hybrid",)

    def open_split(self, split: str) -> Iterator[SourceItem]:
        last = 0
        for source in self.sources:
            splits = [_read_split(source, inner) for inner in source.splits(1)]
            for arrival, item in heapq.merge(*splits, key=lambda timed: timed[0]):
                last = max(last, arrival)
                is_early = item.arrival_ms is not None and item.arrival_ms < last
                yield replace(item, arrival_ms=last) if is_early else item


def _read_split(source: Source, split: str) -> Iterator[tuple[int, SourceItem]]:
    """Yield the items of *split* with the time from which each can be read."""
    items = source.open_split(split)
    assert not isinstance(items, LiveSplit), (
        "a hybrid source with a live source was not rejected by the builder"
    )
    arrival = 0
    for item in items:
        if isinstance(item, SourceEndOfInput):  # the end of this source, not of the hybrid one
            return
        arrival = item.arrival_ms or arrival
        yield arrival, item


class HybridSourceBuilder:
    """Builds a :class:`HybridSource`."""

    def __init__(self) -> None:
        self._sources: list[Source] = []

    def add_source(self, source: Any) -> HybridSourceBuilder:
        """Read *source* after those added before."""
        if not isinstance(source, Source) or source.is_live:
            raise TypeError(
                "HybridSource: expected a bounded source, such as "
                f"NumberSequenceSource(1, 3), found {source!r}."
            )
        self._sources.append(source)
        return self

    def build(self) -> HybridSource:
        return HybridSource(self._sources)
