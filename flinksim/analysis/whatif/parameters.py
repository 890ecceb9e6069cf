"""Tunable parameters of a program: watermark delay, idleness, allowed lateness, source disorder.

A parameter is changed in a copy of the program, which then runs with the same settings. Not in
Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

from flinksim.common.time import Duration
from flinksim.common.watermark_generators import (
    BoundedOutOfOrdernessWatermarks,
    WatermarkGenerator,
    WatermarksWithIdleness,
)
from flinksim.common.watermark_strategy import WatermarkGeneratorContext, WatermarkStrategy
from flinksim.connectors.reordering_source import Disordered
from flinksim.connectors.source import Source
from flinksim.core.tunable_parameter import Knob
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import (
    SourceSpec,
    TimestampsAndWatermarksSpec,
    Transformation,
    WindowSpec,
)
from flinksim.runtime.minicluster import RunSettings
from flinksim.runtime.rerun import run_again
from flinksim.trace.recorder import Trace

POINTS = (0.0, 0.25, 0.5, 2.0, 4.0, 10.0)
"""Precomputed values of a parameter for a page without Python, as multiples of the program's value."""

ORDER = ("delay", "idleness", "lateness", "disorder")

DEFAULT_MS = 1000
"""Unit of the multiples for a parameter that the program sets to 0."""


def knobs_of(pipeline: Pipeline) -> list[Knob]:
    """Return the parameters of *pipeline* with their current values, the first of each kind."""
    found: dict[str, Knob] = {}
    for transformation in _all(pipeline):
        strategy = _strategy(transformation)
        if strategy is not None:
            delay, idle = _delay_and_idleness(strategy)
            if delay is not None:
                found.setdefault("delay", _knob("delay", "watermark delay", delay))
            if idle is not None:
                found.setdefault("idleness", _knob("idleness", "idle after", idle, least=1))
        elif isinstance(spec := transformation.spec, WindowSpec) and _is_event_time(spec):
            lateness = spec.allowed_lateness_ms
            found.setdefault("lateness", _knob("lateness", "allowed lateness", lateness))
    if any(_is_timed(transformation.spec) for transformation in _all(pipeline)):
        unit = found["delay"].value if "delay" in found else 0
        found["disorder"] = _knob("disorder", "disorder of the source", 0, unit=unit)
    return [found[name] for name in ORDER if name in found]


def turned(pipeline: Pipeline, knob: str, value_ms: int) -> Pipeline:
    """Return a copy of *pipeline* with *knob* set to *value_ms*, for all operators that have it.

    Raises:
        ValueError: The program has no such parameter.
    """
    known = [one.name for one in knobs_of(pipeline)]
    if knob not in known:
        names = ", ".join(map(repr, known)) or "none"
        raise ValueError(f"the program has no knob {knob!r}; it has {names}")
    copies: dict[int, Transformation] = {}

    def copy_transformation(transformation: Transformation) -> Transformation:
        known = copies.get(id(transformation))
        if known is None:
            known = copies[id(transformation)] = replace(
                transformation,
                spec=_turned_spec(transformation, knob, value_ms),
                inputs=tuple(map(copy_transformation, transformation.inputs)),
                functions=tuple(map(copy_transformation, transformation.functions)),
            )
        return known

    return replace(
        pipeline,
        transformations=tuple(map(copy_transformation, pipeline.transformations)),
        operators=tuple(map(copy_transformation, pipeline.operators)),
        sinks=tuple(map(copy_transformation, pipeline.sinks)),
    )


def turner(pipeline: Pipeline, settings: RunSettings) -> Callable[[str, int], Trace]:
    """Return a function that reruns *pipeline* with a changed parameter and returns the trace.

    The trace of a failed job ends with the failure.
    """

    def rerun(knob: str, value_ms: int) -> Trace:
        return run_again(turned(pipeline, knob, value_ms), settings)

    return rerun


def _all(pipeline: Pipeline) -> list[Transformation]:
    return [one for each in pipeline.transformations for one in (each.functions or (each,))]


def _knob(name: str, label: str, value_ms: int, least: int = 0, unit: int = 0) -> Knob:
    unit = unit or value_ms or DEFAULT_MS
    points = sorted({max(least, round(unit * point)) for point in POINTS} | {value_ms})
    return Knob(name, label, value_ms, tuple(points))


def _is_timed(spec: Any) -> bool:
    """Return whether *spec* is a source with known arrival times."""
    timed = isinstance(spec, SourceSpec) and isinstance(spec.source, Source)
    return timed and not spec.source.is_live and spec.source.first_arrival_ms() is not None


def _is_event_time(spec: WindowSpec) -> bool:
    return bool(getattr(spec.assigner, "is_event_time", lambda: False)())


def _strategy(transformation: Transformation) -> WatermarkStrategy | None:
    spec = transformation.spec
    if isinstance(spec, SourceSpec):
        return spec.watermark_strategy
    return spec.strategy if isinstance(spec, TimestampsAndWatermarksSpec) else None


def _delay_and_idleness(strategy: WatermarkStrategy) -> tuple[int | None, int | None]:
    generator: Any = strategy.create_watermark_generator(lambda: 0)
    idle = None
    if isinstance(generator, WatermarksWithIdleness):
        idle = generator.idle_timeout_nanos // 1_000_000
        generator = generator.watermarks
    is_bounded = isinstance(generator, BoundedOutOfOrdernessWatermarks)
    return (generator.out_of_orderness_ms if is_bounded else None), idle


def _turned_spec(transformation: Transformation, knob: str, value_ms: int) -> Any:
    spec: Any = transformation.spec
    if knob == "disorder":
        timed = value_ms > 0 and _is_timed(spec)
        return replace(spec, source=Disordered(spec.source, value_ms)) if timed else spec
    if knob == "lateness":
        window = isinstance(spec, WindowSpec) and _is_event_time(spec)
        return replace(spec, allowed_lateness_ms=value_ms) if window else spec
    strategy = _strategy(transformation)
    if strategy is None:
        return spec
    field = "watermark_strategy" if isinstance(spec, SourceSpec) else "strategy"
    return replace(spec, **{field: _turned_strategy(strategy, knob, value_ms)})


def _turned_strategy(strategy: WatermarkStrategy, knob: str, value_ms: int) -> WatermarkStrategy:
    delay, idle = _delay_and_idleness(strategy)
    if (delay if knob == "delay" else idle) is None:
        return strategy
    value = Duration.of_millis(value_ms)

    def generator(context: WatermarkGeneratorContext) -> WatermarkGenerator:
        created: Any = strategy.create_watermark_generator(context.clock_ms)
        inner = created.watermarks if isinstance(created, WatermarksWithIdleness) else created
        if knob == "delay":
            inner = BoundedOutOfOrdernessWatermarks(value)
        if idle is None:
            return inner
        timeout = value if knob == "idleness" else Duration.of_millis(idle)
        return WatermarksWithIdleness(inner, timeout, context.clock_ms)

    other = copy(strategy)
    other._generator_supplier = generator
    return other
