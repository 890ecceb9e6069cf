"""Changes of watermarks, timestamps and windows.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from typing import Any

from flinksim.analysis.whatif.experiment_runner import ProgramVariant
from flinksim.analysis.whatif.parameter_change import (
    ParameterChange,
    ValueScale,
    find_transformations,
    format_source_line,
    replace_spec,
)
from flinksim.analysis.why.answer import MessageTemplate, ProgramChange
from flinksim.analysis.why.trace_index import format_duration
from flinksim.common.watermark_strategy import TimestampAssigner, WatermarkStrategy
from flinksim.datastream.transformations import (
    Transformation,
    WatermarkSettings,
    WindowSpec,
)
from flinksim.datastream.triggers import NeverTrigger
from flinksim.datastream.window_assigners import EventTimeSessionWindows
from flinksim.graph.rewrite import replace_watermark_strategy
from flinksim.graph.watermark_settings import (
    find_watermark_strategy,
    read_watermark_settings,
    replace_watermark_settings,
)


def propose_delay(
    variant: ProgramVariant, nodes: list[int], guess: int | None
) -> Iterator[ParameterChange]:
    """Propose a longer watermark delay, or a shorter one if *guess* is negative."""
    for one in find_transformations(variant, nodes):
        settings = read_watermark_settings(one.spec)
        if settings is None or settings.delay_ms is None:
            continue
        old = settings.delay_ms
        sign = -1 if guess is not None and guess < 0 else 1

        def make(
            amount: int, one: Transformation = one, old: int = old, sign: int = sign,
            settings: WatermarkSettings = settings,
        ) -> tuple[ProgramVariant, ProgramChange]:  # fmt: skip
            new = old + sign * amount
            spec = replace_watermark_settings(one.spec, replace(settings, delay_ms=new))
            change = ProgramChange(
                MessageTemplate("change.delay", of=one.name),
                format_source_line(one, *_find_calls(settings)),
                format_duration(old),
                format_duration(new),
            )
            return replace_spec(variant, one.id, spec), change

        max_amount = old if sign < 0 else 10**11
        if max_amount:
            first = None if guess is None else abs(guess)
            yield ParameterChange(make, max_amount, first, values=ValueScale(old, sign))


def _find_calls(settings: WatermarkSettings, *calls: str) -> tuple[str, ...]:
    """Return the calls that may have set a watermark parameter; none if a table sets it."""
    return (*calls, "strategy") if settings.declared_in == "strategy" else ()


IDLE_TIMEOUT_NAMES = {
    "strategy": "change.idleness",
    "table": "change.idleness_of_table",
    "configuration": "change.idleness_of_configuration",
}
"""Messages with the name of an idle timeout, by where a program sets it."""


def propose_idleness(
    variant: ProgramVariant, nodes: list[int], max_ms: int | None, pause_ms: int | None = None
) -> Iterator[ParameterChange]:
    """Propose a source idle timeout (``with_idleness``) in the watermark strategies of *nodes*.

    The search begins with the longest one, *max_ms* ms. The proposed one is between the longest
    effective one and the ordinary pause between two records, *pause_ms* ms. Without *max_ms*, the
    search begins with the current timeout, and only a longer one counts.
    """
    for one in find_transformations(variant, nodes):
        settings = read_watermark_settings(one.spec)
        if settings is None or (settings.idle_timeout_ms is None and max_ms is None):
            continue
        idle = settings.idle_timeout_ms
        sign = 1 if max_ms is None else -1
        first = idle if idle is not None else (max_ms or 0) + 1
        if first + sign < 1:
            continue

        def make(
            amount: int, one: Transformation = one, first: int = first, sign: int = sign,
            settings: WatermarkSettings = settings,
        ) -> tuple[ProgramVariant, ProgramChange]:  # fmt: skip
            new, old = first + sign * amount, settings.idle_timeout_ms
            change_ = ProgramChange(
                MessageTemplate(IDLE_TIMEOUT_NAMES[settings.declared_in], of=one.name),
                format_source_line(one, *_find_calls(settings, "with_idleness")),
                MessageTemplate("change.not_set") if old is None else format_duration(old),
                format_duration(new),
            )
            spec = replace_watermark_settings(one.spec, replace(settings, idle_timeout_ms=new))
            return replace_spec(variant, one.id, spec), change_

        values = ValueScale(first, sign, depends_on_timing=True, ordinary=pause_ms)
        yield ParameterChange(make, first - 1 if sign < 0 else 10**8, values=values)


class _SecondsToMillisAssigner(TimestampAssigner):
    def __init__(self, inner: TimestampAssigner) -> None:
        self._inner = inner

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return self._inner.extract_timestamp(value, record_timestamp) * 1000


def propose_unit(variant: ProgramVariant, nodes: list[int]) -> Iterator[ParameterChange]:
    """Propose to multiply event timestamps by 1000, because they look like seconds instead of ms."""
    for one in find_transformations(variant, nodes):
        if find_watermark_strategy(one.spec) is not None:

            def make(
                amount: int, one: Transformation = one
            ) -> tuple[ProgramVariant, ProgramChange]:
                strategy = copy(find_watermark_strategy(one.spec))
                assert strategy is not None
                strategy._timestamp_assigner = _SecondsToMillisAssigner(
                    strategy.create_timestamp_assigner()
                )
                field = "strategy" if hasattr(one.spec, "strategy") else "watermark_strategy"
                spec: Any = one.spec
                spec = replace(spec, **{field: strategy})
                change = ProgramChange(
                    MessageTemplate("change.timestamps", of=one.name),
                    format_source_line(one, "with_timestamp_assigner", "strategy"),
                    "t",
                    "t * 1000",
                )
                return replace_spec(variant, one.id, spec), change

            yield ParameterChange(make, 1)


def propose_strategy(variant: ProgramVariant, nodes: list[int]) -> Iterator[ParameterChange]:
    """Propose a watermark strategy for sources that have none."""
    for one in find_transformations(variant, nodes):
        strategy = find_watermark_strategy(one.spec)
        if strategy is not None and read_watermark_settings(one.spec) is None:

            def make(
                amount: int, one: Transformation = one
            ) -> tuple[ProgramVariant, ProgramChange]:
                spec = replace_watermark_strategy(
                    one.spec, lambda _: WatermarkStrategy.for_monotonous_timestamps()
                )
                change = ProgramChange(
                    MessageTemplate("change.strategy", of=one.name),
                    format_source_line(one, "strategy"),
                    "no_watermarks()",
                    "for_monotonous_timestamps()",
                )
                return replace_spec(variant, one.id, spec), change

            yield ParameterChange(make, 1)


# --- windows ---------------------------------------------------------------------------------------


def _find_windows(
    variant: ProgramVariant, node: int
) -> Iterator[tuple[Transformation, WindowSpec]]:
    for one in find_transformations(variant, [node]):
        if isinstance(one.spec, WindowSpec):
            yield one, one.spec


def propose_lateness(
    variant: ProgramVariant, node: int, guess: int | None
) -> Iterator[ParameterChange]:
    """Propose a larger allowed lateness of the window operator."""
    for one, spec in _find_windows(variant, node):
        if not one.spec.assigner.is_event_time():  # type: ignore[union-attr]
            continue

        def make(
            amount: int, one: Transformation = one, spec: WindowSpec = spec
        ) -> tuple[ProgramVariant, ProgramChange]:
            new = spec.allowed_lateness_ms + amount
            change = ProgramChange(
                MessageTemplate("change.lateness", of=one.name),
                format_source_line(one, "allowed_lateness", "window"),
                format_duration(spec.allowed_lateness_ms),
                format_duration(new),
            )
            return replace_spec(variant, one.id, replace(spec, allowed_lateness_ms=new)), change

        yield ParameterChange(make, 10**11, guess, values=ValueScale(spec.allowed_lateness_ms))


def propose_trigger(variant: ProgramVariant, node: int) -> Iterator[ParameterChange]:
    """Propose the default trigger of the window assigner instead of the program's own."""
    for one, spec in _find_windows(variant, node):
        default = spec.assigner.get_default_trigger(None)
        if spec.trigger is not None and not isinstance(default, NeverTrigger):

            def make(
                amount: int, one: Transformation = one, spec: WindowSpec = spec,
                default: Any = default,
            ) -> tuple[ProgramVariant, ProgramChange]:  # fmt: skip
                old = type(spec.trigger).__name__
                new = MessageTemplate(
                    "change.default_trigger",
                    trigger=type(default).__name__,
                )
                change = ProgramChange(
                    MessageTemplate("change.trigger", of=one.name),
                    format_source_line(one, "trigger", "window"),
                    old,
                    new,
                )
                return replace_spec(variant, one.id, replace(spec, trigger=None)), change

            yield ParameterChange(make, 1)


def propose_gap(variant: ProgramVariant, node: int) -> Iterator[ParameterChange]:
    """Propose a shorter gap of the session windows, so that they merge less."""
    for one, spec in _find_windows(variant, node):
        if isinstance(spec.assigner, EventTimeSessionWindows):
            old = spec.assigner._session_gap

            def make(
                amount: int, one: Transformation = one, spec: WindowSpec = spec, old: int = old
            ) -> tuple[ProgramVariant, ProgramChange]:
                change = ProgramChange(
                    MessageTemplate("change.gap", of=one.name),
                    format_source_line(one, "window"),
                    format_duration(old),
                    format_duration(old - amount),
                )
                assigner = EventTimeSessionWindows(old - amount)
                return replace_spec(variant, one.id, replace(spec, assigner=assigner)), change

            yield ParameterChange(make, old - 1, values=ValueScale(old, -1))


def propose_offset(
    variant: ProgramVariant, node: int, guess: int | None
) -> Iterator[ParameterChange]:
    """Propose a larger window offset, below the size (or slide) of the window."""
    for one, spec in _find_windows(variant, node):
        assigner: Any = spec.assigner
        if not hasattr(assigner, "_offset") or not assigner.is_event_time():
            continue
        old: int = assigner._offset

        def make(
            amount: int, one: Transformation = one, spec: WindowSpec = spec, old: int = old
        ) -> tuple[ProgramVariant, ProgramChange]:
            assigner: Any = copy(spec.assigner)
            assigner._offset = old + amount
            if getattr(assigner, "_staggered_offset", None) is not None:
                assigner._staggered_offset = old + amount
            change = ProgramChange(
                MessageTemplate("change.offset", of=one.name),
                format_source_line(one, "window"),
                format_duration(old),
                format_duration(old + amount),
            )
            return replace_spec(variant, one.id, replace(spec, assigner=assigner)), change

        max_amount = next(
            length for name in ("_step", "_slide", "_size")
            if (length := getattr(assigner, name, None)) is not None
        )  # fmt: skip
        if max_amount > old + 1:
            yield ParameterChange(make, max_amount - old - 1, guess, values=ValueScale(old))
