"""Change of one parameter by an amount that the search chooses, and helpers of all changes.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import isqrt
from pathlib import Path
from typing import Any

from flinksim.analysis.whatif.experiment_runner import ProgramVariant
from flinksim.analysis.why.answer import MessageTemplate, ProgramChange
from flinksim.core.source_locations import format_location as describe_location
from flinksim.datastream.transformations import Transformation
from flinksim.graph.rewrite import map_specs
from flinksim.graph.watermark_settings import find_watermark_strategy

_MINUTE_MS, _HOUR_MS = 60_000, 3_600_000
ROUND_STEPS = (
    *(24 * _HOUR_MS * n for n in (100, 50, 20, 10, 5, 2, 1)),
    *(_HOUR_MS * n for n in (12, 6, 3, 2, 1)),
    *(_MINUTE_MS * n for n in (30, 15, 10, 5, 2, 1)),
    *(1_000 * n for n in (30, 15, 10, 5, 2, 1)),
    500, 200, 100, 50, 20, 10, 5, 2, 1,
)  # fmt: skip
"""Steps of round durations in ms, and of other round numbers below a thousand."""

MAX_LINE_LENGTH = 60
"""Maximum number of characters of a program line that is quoted in the description of a change."""


@dataclass(frozen=True, slots=True)
class ValueScale:
    """Values of a numeric parameter: each unit of a change's amount adds ``sign`` to ``start``.

    With ``depends_on_timing`` the smallest effective amount is an accident of the run, because it
    depends on when records and periodic checks happen to come.

    With ``ordinary``, values are proposed midway (by ratio) between that value and the first effective
    one: an idle timeout should be well above the ordinary pauses and well below the longest that works.
    """

    start: int
    sign: int = 1
    depends_on_timing: bool = False
    ordinary: int | None = None

    def compute_amount(self, value: int) -> int:
        """Return the amount that sets the parameter to *value*."""
        return (value - self.start) * self.sign

    def list_sensible_amounts(self, least: int) -> list[int]:
        """Return amounts of round values beyond the smallest effective amount, the roundest first.

        A value that depends on the timing has a margin, so that the values around it are effective.
        """
        value = self.start + self.sign * least
        if self.ordinary is not None and 0 < self.ordinary < value:
            value = isqrt(self.ordinary * value)
        elif self.depends_on_timing:
            value = value * 3 // 2 if self.sign > 0 else value * 4 // 5
        found: dict[int, None] = {}
        for step in ROUND_STEPS:
            if step <= max(1, value // 3):
                found.setdefault(
                    -(-value // step) * step if self.sign > 0 else value // step * step
                )
        return [self.compute_amount(one) for one in found]

    def list_neighbors(self, amount: int) -> list[int]:
        """Return the amounts at a quarter below and above the value of *amount*."""
        value = self.start + self.sign * amount
        around = [value - value // 4, value + value // 4]
        return [max(1, self.compute_amount(one)) for one in around]


@dataclass(frozen=True, slots=True)
class ParameterChange:
    """Change of one parameter by an amount from 1 to ``max_amount``.

    The search finds the smallest effective amount. ``apply`` returns the changed program and a
    description of the change. ``initial_amount`` is the first amount to try. With ``is_monotone`` a
    larger amount has the same effect, so that bisection finds the smallest. Changes with a higher
    ``priority`` are tried only if no change with a lower one has an effect. ``values`` tells which
    value of the parameter an amount means, if a round value is to be proposed.
    """

    apply: Callable[[int], tuple[ProgramVariant, ProgramChange]]
    max_amount: int
    initial_amount: int | None = None
    is_monotone: bool = True
    priority: int = 0
    values: ValueScale | None = None


def format_source_line(transformation: Transformation, *calls: str) -> str:
    """Format where a choice was made: file name, line number and program line.

    It is the first of the *calls* that the program made to configure the transformation or its
    watermark strategy, else the line that created the transformation.
    """
    strategy = find_watermark_strategy(transformation.spec)
    locations = transformation.call_locations | getattr(strategy, "call_locations", {})
    location = next((locations[call] for call in calls if call in locations), None)
    location = location or transformation.declared_at
    if location is None:
        return ""
    file, number = location
    text = describe_location(location).partition(": ")[2].rstrip("(")
    if len(text) > MAX_LINE_LENGTH:
        text = text[: MAX_LINE_LENGTH - 1] + "…"
    return MessageTemplate("change.place", file=Path(file).name, line=number, text=text)


def find_transformations(variant: ProgramVariant, nodes: list[int]) -> Iterator[Transformation]:
    """Yield the transformations of *variant* whose ids are in *nodes*."""
    return (one for one in variant.pipeline.transformations if one.id in nodes)


def replace_spec(variant: ProgramVariant, node: int, spec: Any) -> ProgramVariant:
    """Return *variant* with another specification of one operator, such as its window or source."""
    return replace(
        variant,
        pipeline=map_specs(variant.pipeline, lambda one: spec if one.id == node else one.spec),
    )
