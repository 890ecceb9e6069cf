"""Change of one parameter by an amount that the search chooses, and helpers of all changes.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flinksim.analysis.whatif.experiment_runner import ProgramVariant
from flinksim.analysis.why.answer import ProgramChange
from flinksim.core.source_locations import format_location as describe_location
from flinksim.datastream.transformations import Transformation
from flinksim.graph.rewrite import map_specs

MAX_LINE_LENGTH = 60
"""Maximum number of characters of a program line that is quoted in the description of a change."""


@dataclass(frozen=True, slots=True)
class ParameterChange:
    """Change of one parameter by an amount from 1 to ``max_amount``.

    The search finds the smallest effective amount. ``apply`` returns the changed program and a
    description of the change. ``initial_amount`` is the first amount to try. With ``is_monotone`` a
    larger amount has the same effect, so that bisection finds the smallest. Changes with a higher
    ``priority`` are tried only if no change with a lower one has an effect. ``strengthen`` returns a
    clearly stronger amount: a change that has no effect then works only by accident.
    """

    apply: Callable[[int], tuple[ProgramVariant, ProgramChange]]
    max_amount: int
    initial_amount: int | None = None
    is_monotone: bool = True
    priority: int = 0
    strengthen: Callable[[int], int] | None = None


def format_source_line(transformation: Transformation) -> str:
    """Format where a transformation was created: file name, line number and program line."""
    if transformation.declared_at is None:
        return ""
    file, number = transformation.declared_at
    text = describe_location(transformation.declared_at).partition(": ")[2].rstrip("(")
    if len(text) > MAX_LINE_LENGTH:
        text = text[: MAX_LINE_LENGTH - 1] + "…"
    return f"{Path(file).name}, line {number}: {text}"


def find_transformations(variant: ProgramVariant, nodes: list[int]) -> Iterator[Transformation]:
    """Yield the transformations of *variant* whose ids are in *nodes*."""
    return (one for one in variant.pipeline.transformations if one.id in nodes)


def replace_spec(variant: ProgramVariant, node: int, spec: Any) -> ProgramVariant:
    """Return *variant* with another specification of one operator, such as its window or source."""
    return replace(
        variant,
        pipeline=map_specs(variant.pipeline, lambda one: spec if one.id == node else one.spec),
    )
