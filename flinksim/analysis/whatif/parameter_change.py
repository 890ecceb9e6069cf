"""One way to turn something in a program, and what all of them need.

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
from flinksim.core.source_locations import told as told_line
from flinksim.datastream.transformations import (
    SourceSpec,
    TimestampsAndWatermarksSpec,
    Transformation,
)
from flinksim.graph.rewrite import changed

MOST_OF_A_LINE = 60
"""So many characters of a line of the program are told."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One way to turn a knob: by so much, from 1 to ``most``; the least that makes it otherwise counts.

    ``make`` gives the changed program and what was changed; ``guess`` is how much is tried first.
    ``monotone``: whether more of it only does more, so that the least can be found by bisection.
    Turns of a higher ``rank`` come behind others of their knob, and are tried if none of those helps.
    """

    make: Callable[[int], tuple[Case, ChangeTold]]
    most: int
    guess: int | None = None
    monotone: bool = True
    rank: int = 0


def where(one: Transformation) -> str:
    """The line of the program that made it, with the file's name alone."""
    if one.declared_at is None:
        return ""
    file, number = one.declared_at
    text = told_line(one.declared_at).partition(": ")[2].rstrip("(")
    if len(text) > MOST_OF_A_LINE:
        text = text[: MOST_OF_A_LINE - 1] + "…"
    return f"{Path(file).name}, line {number}: {text}"


def named(case: Case, nodes: list[int]) -> Iterator[Transformation]:
    """The transformations with these ids."""
    return (one for one in case.pipeline.transformations if one.id in nodes)


def with_spec(case: Case, node: int, spec: Any) -> Case:
    """*case* with another spec for one node."""
    return replace(
        case,
        pipeline=changed(case.pipeline, lambda one: spec if one.id == node else one.spec),
    )


def strategy_of(one: Transformation) -> WatermarkStrategy | None:
    """The watermark strategy of an operator, if it has one."""
    if isinstance(one.spec, TimestampsAndWatermarksSpec):
        return one.spec.strategy
    if isinstance(one.spec, SourceSpec) and not one.spec.legacy:
        return one.spec.watermark_strategy
    return None


def generator(strategy: WatermarkStrategy) -> tuple[Any, int | None]:
    """What makes its watermarks, and after how many ms it is idle."""
    made = strategy.create_watermark_generator(lambda: 0)
    if isinstance(made, WatermarksWithIdleness):
        return made.watermarks, made.idle_timeout_nanos // 1_000_000
    return made, None
