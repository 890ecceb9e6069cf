"""Changes of watermarks, timestamps and windows.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from typing import Any

from flinksim.analysis.whatif.experiment_runner import Case
from flinksim.analysis.whatif.parameter_change import (
    Turn,
    generator,
    named,
    strategy_of,
    where,
    with_spec,
)
from flinksim.analysis.why.answer import ChangeTold, Words
from flinksim.analysis.why.trace_index import duration
from flinksim.common.time import Duration
from flinksim.common.watermark_generators import (
    BoundedOutOfOrdernessWatermarks,
    NoWatermarksGenerator,
)
from flinksim.common.watermark_strategy import TimestampAssigner, WatermarkStrategy
from flinksim.datastream.transformations import (
    Transformation,
    WindowSpec,
)
from flinksim.datastream.window_assigners import EventTimeSessionWindows
from flinksim.graph.rewrite import bounded, with_strategy


def delay(case: Case, nodes: list[int], guess: int | None) -> Iterator[Turn]:
    """Propose a longer watermark delay, or a shorter one if *guess* is negative."""
    for one in named(case, nodes):
        strategy = strategy_of(one)
        if strategy is None:
            continue
        watermark_generator, idle = generator(strategy)
        if not isinstance(watermark_generator, BoundedOutOfOrdernessWatermarks):
            continue
        old = watermark_generator.out_of_orderness_ms
        sign = -1 if guess is not None and guess < 0 else 1

        def make(
            amount: int, one: Transformation = one, old: int = old, sign: int = sign,
            idle: int | None = idle,
        ) -> tuple[Case, ChangeTold]:  # fmt: skip
            new = old + sign * amount
            spec = with_strategy(one.spec, lambda old: aligned(bounded(new, idle), old))
            change = ChangeTold(
                Words("watermark delay of {of}", of=one.name),
                where(one),
                duration(old),
                duration(new),
            )
            return with_spec(case, one.id, spec), change

        max_amount = old if sign < 0 else 10**11
        if max_amount:
            yield Turn(make, max_amount, None if guess is None else abs(guess))


def aligned(new: WatermarkStrategy, old: WatermarkStrategy) -> WatermarkStrategy:
    """Copy the watermark alignment of *old* to *new*, and return *new*."""
    new.alignment_params = old.alignment_params
    return new


def idleness(case: Case, nodes: list[int], longest: int | None) -> Iterator[Turn]:
    """Propose an idle timeout: the longest one that is effective, up to *longest* ms.

    Without *longest*, the shortest one that is longer than the current timeout.
    """
    for one in named(case, nodes):
        strategy = strategy_of(one)
        if strategy is None:
            continue
        watermark_generator, idle = generator(strategy)
        if isinstance(watermark_generator, NoWatermarksGenerator) or (
            idle is None and longest is None
        ):
            continue
        sign = 1 if longest is None else -1
        first = idle if idle is not None else (longest or 0) + 1
        if first + sign < 1:
            continue

        def make(
            amount: int, one: Transformation = one, first: int = first, idle: int | None = idle,
            sign: int = sign,
        ) -> tuple[Case, ChangeTold]:  # fmt: skip
            new = first + sign * amount

            def replace_timeout(old: WatermarkStrategy) -> WatermarkStrategy:
                inner, _ = generator(old)
                if isinstance(inner, BoundedOutOfOrdernessWatermarks):
                    return aligned(bounded(inner.out_of_orderness_ms, new), old)
                return old.without_timestamp_assigner().with_idleness(Duration.of_millis(new))

            change_ = ChangeTold(
                Words("with_idleness of {of}", of=one.name),
                where(one),
                Words("none") if idle is None else duration(idle),
                duration(new),
            )
            return with_spec(case, one.id, with_strategy(one.spec, replace_timeout)), change_

        yield Turn(make, first - 1 if sign < 0 else 10**8)


class _TimesThousand(TimestampAssigner):
    def __init__(self, inner: TimestampAssigner) -> None:
        self._inner = inner

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return self._inner.extract_timestamp(value, record_timestamp) * 1000


def unit(case: Case, nodes: list[int]) -> Iterator[Turn]:
    """Propose timestamps multiplied by 1000."""
    for one in named(case, nodes):
        if strategy_of(one) is not None:

            def make(amount: int, one: Transformation = one) -> tuple[Case, ChangeTold]:
                strategy = copy(strategy_of(one))
                assert strategy is not None
                strategy._timestamp_assigner = _TimesThousand(strategy.create_timestamp_assigner())
                field = "strategy" if hasattr(one.spec, "strategy") else "watermark_strategy"
                spec: Any = one.spec
                spec = replace(spec, **{field: strategy})
                change = ChangeTold(
                    Words("timestamps of {of}", of=one.name), where(one), "t", "t * 1000"
                )
                return with_spec(case, one.id, spec), change

            yield Turn(make, 1)


def strategy(case: Case, nodes: list[int]) -> Iterator[Turn]:
    """Propose a watermark strategy where there is none."""
    for one in named(case, nodes):
        strategy = strategy_of(one)
        if strategy is not None and isinstance(generator(strategy)[0], NoWatermarksGenerator):

            def make(amount: int, one: Transformation = one) -> tuple[Case, ChangeTold]:
                spec = with_strategy(
                    one.spec, lambda _: WatermarkStrategy.for_monotonous_timestamps()
                )
                change = ChangeTold(
                    Words("watermark strategy of {of}", of=one.name),
                    where(one),
                    "no_watermarks()",
                    "for_monotonous_timestamps()",
                )
                return with_spec(case, one.id, spec), change

            yield Turn(make, 1)


# --- windows ---------------------------------------------------------------------------------------


def _windows(case: Case, node: int) -> Iterator[tuple[Transformation, WindowSpec]]:
    for one in named(case, [node]):
        if isinstance(one.spec, WindowSpec):
            yield one, one.spec


def lateness(case: Case, node: int, guess: int | None) -> Iterator[Turn]:
    """Propose a larger allowed lateness."""
    for one, spec in _windows(case, node):
        if not one.spec.assigner.is_event_time():  # type: ignore[union-attr]
            continue

        def make(
            amount: int, one: Transformation = one, spec: WindowSpec = spec
        ) -> tuple[Case, ChangeTold]:
            new = spec.allowed_lateness_ms + amount
            change = ChangeTold(
                Words("allowed_lateness of {of}", of=one.name),
                where(one),
                duration(spec.allowed_lateness_ms),
                duration(new),
            )
            return with_spec(case, one.id, replace(spec, allowed_lateness_ms=new)), change

        yield Turn(make, 10**11, guess)


def trigger(case: Case, node: int) -> Iterator[Turn]:
    """Propose the default trigger."""
    for one, spec in _windows(case, node):
        if spec.trigger is not None:

            def make(
                amount: int, one: Transformation = one, spec: WindowSpec = spec
            ) -> tuple[Case, ChangeTold]:
                old = type(spec.trigger).__name__
                new = Words(
                    "the default ({trigger})",
                    trigger=type(spec.assigner.get_default_trigger(None)).__name__,
                )
                change = ChangeTold(Words("trigger of {of}", of=one.name), where(one), old, new)
                return with_spec(case, one.id, replace(spec, trigger=None)), change

            yield Turn(make, 1)


def gap(case: Case, node: int) -> Iterator[Turn]:
    """Propose a shorter session gap."""
    for one, spec in _windows(case, node):
        if isinstance(spec.assigner, EventTimeSessionWindows):
            old = spec.assigner._session_gap

            def make(
                amount: int, one: Transformation = one, spec: WindowSpec = spec, old: int = old
            ) -> tuple[Case, ChangeTold]:
                change = ChangeTold(
                    Words("session gap of {of}", of=one.name),
                    where(one),
                    duration(old),
                    duration(old - amount),
                )
                assigner = EventTimeSessionWindows(old - amount)
                return with_spec(case, one.id, replace(spec, assigner=assigner)), change

            yield Turn(make, old - 1)


def offset(case: Case, node: int, guess: int | None) -> Iterator[Turn]:
    """Propose a larger window offset, below the size (or slide) of the window."""
    for one, spec in _windows(case, node):
        assigner: Any = spec.assigner
        if not hasattr(assigner, "_offset") or not assigner.is_event_time():
            continue
        old: int = assigner._offset

        def make(
            amount: int, one: Transformation = one, spec: WindowSpec = spec, old: int = old
        ) -> tuple[Case, ChangeTold]:
            assigner: Any = copy(spec.assigner)
            assigner._offset = old + amount
            if getattr(assigner, "_staggered_offset", None) is not None:
                assigner._staggered_offset = old + amount
            change = ChangeTold(
                Words("window offset of {of}", of=one.name),
                where(one),
                duration(old),
                duration(old + amount),
            )
            return with_spec(case, one.id, replace(spec, assigner=assigner)), change

        max_amount = next(
            length for name in ("_step", "_slide", "_size")
            if (length := getattr(assigner, name, None)) is not None
        )  # fmt: skip
        if max_amount > old + 1:
            yield Turn(make, max_amount - old - 1, guess)
