"""The splits and watermark generators of a recorded task."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from flinksim.core.ids import OperatorId
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.runtime.watermark_blockers import WatermarkBlockers
from flinksim.trace import events as e
from flinksim.trace.events.event import Row


class _Split:
    def __init__(self) -> None:
        self.watermark = MIN_TIMESTAMP
        self.is_idle = False
        self.read = 0
        self.seen = 0


class _Source:
    def __init__(self) -> None:
        self.splits: dict[str, _Split] = {}
        self.whole = _Split()
        """The generator of the whole stream, in a source without splits or in an operator."""
        self.blockers: WatermarkBlockers[str] = WatermarkBlockers()

    def iterate_active(self) -> Iterator[tuple[str, int]]:
        """Iterate over the active splits, which can limit the watermark."""
        for name, split in self.splits.items():
            if not split.is_idle:
                yield name, split.watermark


class RecordedSplits:
    """Reports what happened to the splits and generators of a task, operator by operator."""

    def __init__(self, emit: Callable[[Row], None], build_id: Callable[[int], OperatorId]) -> None:
        self._emit = emit
        self._id = build_id
        self._sources: dict[int, _Source] = {}

    def _get_source(self, node: int) -> _Source:
        return self._sources.setdefault(node, _Source())

    def assign(self, node: int, split: str) -> None:
        """Report that a source was assigned a split."""
        source = self._get_source(node)
        if split in source.splits:
            return
        source.splits[split] = _Split()
        change = source.blockers.update(split, source.iterate_active())
        self._emit((e.SplitAssigned, self._id(node), split, 0, change.former_blockers))

    def read(self, node: int, split: str, value: Any, timestamp: int | None) -> None:
        """Report that a source read a record. A reader without outputs of splits reads its only split."""
        source = self._get_source(node)
        if not split and len(source.splits) == 1:
            split = next(iter(source.splits))
        if split not in source.splits:
            self.assign(node, split)
        one = source.splits[split]
        self._emit((e.SourceRecordRead, self._id(node), split, one.read, value, timestamp))
        one.read += 1
        one.seen += 1
        source.whole.seen += 1

    def count(self, node: int) -> None:
        """Count a record that a generator in the middle of the job has processed."""
        self._get_source(node).whole.seen += 1

    def generate(self, node: int, split: str, timestamp: int, periodic: bool) -> None:
        """Report a watermark of a generator."""
        source = self._get_source(node)
        one = source.splits.get(split, source.whole) if split else source.whole
        by = "tick" if periodic else "record"
        if timestamp <= one.watermark:
            if not periodic:
                row = (e.GeneratedWatermarkIgnored, self._id(node), split, timestamp, by)
                self._emit(row)
            return
        if split:
            self.set_status(node, split, False)  # any watermark makes a split active
        one.watermark, one.is_idle = timestamp, False
        change: Any = True, (), ()
        if split:
            change = source.blockers.update(split, source.iterate_active())
        self._emit((e.WatermarkGenerated, self._id(node), split, timestamp, by, one.seen, *change))

    def set_status(self, node: int, split: str, idle: bool) -> None:
        """Report that a split became idle, or active again."""
        source = self._get_source(node)
        one = source.splits.get(split, source.whole) if split else source.whole
        if one.is_idle == idle:
            return
        one.is_idle = idle
        if split:
            change = source.blockers.update(split, source.iterate_active())
            self._emit((e.SplitStatusChanged, self._id(node), split, idle, *change))
