"""Parameter change by an amount, and helpers that all changes need.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flinksim.analysis.whatif.experiment_runner import Case
from flinksim.analysis.why.answer import ChangeTold
from flinksim.common.watermark_generators import (
    WatermarksWithIdleness,
)
from flinksim.common.watermark_strategy import WatermarkStrategy
from flinksim.core.source_locations import told as describe_location
from flinksim.datastream.transformations import (
    SourceSpec,
    TimestampsAndWatermarksSpec,
    Transformation,
)
from flinksim.graph.rewrite import changed

MOST_OF_A_LINE = 60
"""Maximum number of characters of a source line in a change."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Change of one parameter by an amount from 1 to ``most``.

    The search finds the smallest effective amount. ``make`` returns the changed program and a
    description of the change. ``guess`` is the first amount to try. With ``monotone`` a larger
    amount has the same effect, so that bisection finds the smallest. Changes with a higher ``rank``
    are tried only if no change with a lower one has an effect.
    """

    make: Callable[[int], tuple[Case, ChangeTold]]
    most: int
    guess: int | None = None
    monotone: bool = True
    rank: int = 0


def where(one: Transformation) -> str:
    """Format the program line that created a transformation, with the file name alone."""
    if one.declared_at is None:
        return ""
    file, number = one.declared_at
    text = describe_location(one.declared_at).partition(": ")[2].rstrip("(")
    if len(text) > MOST_OF_A_LINE:
        text = text[: MOST_OF_A_LINE - 1] + "…"
    return f"{Path(file).name}, line {number}: {text}"


def named(case: Case, nodes: list[int]) -> Iterator[Transformation]:
    """Return the transformations with these ids."""
    return (one for one in case.pipeline.transformations if one.id in nodes)


def with_spec(case: Case, node: int, spec: Any) -> Case:
    """Return *case* with another spec for one node."""
    return replace(
        case,
        pipeline=changed(case.pipeline, lambda one: spec if one.id == node else one.spec),
    )


def strategy_of(one: Transformation) -> WatermarkStrategy | None:
    """Return the watermark strategy of an operator, if it has one."""
    if isinstance(one.spec, TimestampsAndWatermarksSpec):
        return one.spec.strategy
    if isinstance(one.spec, SourceSpec) and not one.spec.legacy:
        return one.spec.watermark_strategy
    return None


def generator(strategy: WatermarkStrategy) -> tuple[Any, int | None]:
    """Create the watermark generator of a strategy; also return its idle timeout in ms, if any."""
    generator_ = strategy.create_watermark_generator(lambda: 0)
    if isinstance(generator_, WatermarksWithIdleness):
        return generator_.watermarks, generator_.idle_timeout_nanos // 1_000_000
    return generator_, None
