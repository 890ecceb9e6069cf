"""Tunable parameters of a program: watermark delay, idleness, allowed lateness, source disorder.

A parameter is changed in a copy of the program, which then runs with the same settings. Not in
Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flinksim.connectors.reordering_source import ReorderingSource
from flinksim.connectors.source import Source
from flinksim.core.tunable_parameter import TunableParameter
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import (
    SourceSpec,
    Transformation,
    WindowSpec,
)
from flinksim.graph.watermark_settings import read_watermark_settings, replace_watermark_settings
from flinksim.runtime.minicluster import RunSettings
from flinksim.runtime.rerun import rerun_pipeline
from flinksim.trace.recorder import Trace

PRECOMPUTED_FACTORS = (0.0, 0.25, 0.5, 2.0, 4.0, 10.0)
"""Factors by which a parameter is multiplied for the runs that an exported page contains.

Such a page has no Python and cannot rerun the program.
"""

PARAMETER_ORDER = ("delay", "idleness", "lateness", "disorder")

DEFAULT_UNIT_MS = 1000
"""Value that is multiplied instead, if the program sets the parameter to 0."""


def list_parameters(pipeline: Pipeline) -> list[TunableParameter]:
    """Return the tunable parameters of *pipeline* with their current values.

    If several operators have a parameter, it is the value of the first one.
    """
    found: dict[str, TunableParameter] = {}
    for transformation in _list_transformations(pipeline):
        settings = read_watermark_settings(transformation.spec)
        if settings is not None:
            delay, idle = settings.delay_ms, settings.idle_timeout_ms
            if delay is not None:
                found.setdefault("delay", _build_parameter("delay", "watermark delay", delay))
            if idle is not None:
                found.setdefault(
                    "idleness", _build_parameter("idleness", "idle after", idle, min_ms=1)
                )
        elif isinstance(spec := transformation.spec, WindowSpec) and _is_event_time(spec):
            lateness = spec.allowed_lateness_ms
            found.setdefault("lateness", _build_parameter("lateness", "allowed lateness", lateness))
    if any(
        _has_arrival_times(transformation.spec)
        for transformation in _list_transformations(pipeline)
    ):
        unit = found["delay"].value if "delay" in found else 0
        found["disorder"] = _build_parameter("disorder", "disorder of the source", 0, unit_ms=unit)
    return [found[name] for name in PARAMETER_ORDER if name in found]


def replace_parameter(pipeline: Pipeline, parameter: str, value_ms: int) -> Pipeline:
    """Return a copy of *pipeline* with *parameter* set to *value_ms*, for all operators that have it.

    Raises:
        ValueError: The program has no such parameter.
    """
    known = [one.name for one in list_parameters(pipeline)]
    if parameter not in known:
        names = ", ".join(map(repr, known)) or "none"
        raise ValueError(f"the program has no parameter {parameter!r}. Available: {names}")
    copies: dict[int, Transformation] = {}

    def copy_transformation(transformation: Transformation) -> Transformation:
        known = copies.get(id(transformation))
        if known is None:
            known = copies[id(transformation)] = replace(
                transformation,
                spec=_replace_in_spec(transformation, parameter, value_ms),
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


def make_parameter_rerunner(
    pipeline: Pipeline, settings: RunSettings
) -> Callable[[str, int], Trace]:
    """Return a function that reruns *pipeline* with a changed parameter and returns the trace.

    The trace of a failed job ends with the failure.
    """

    def rerun(knob: str, value_ms: int) -> Trace:
        return rerun_pipeline(replace_parameter(pipeline, knob, value_ms), settings)

    return rerun


def _list_transformations(pipeline: Pipeline) -> list[Transformation]:
    return [one for each in pipeline.transformations for one in (each.functions or (each,))]


def _build_parameter(
    name: str, label: str, value_ms: int, min_ms: int = 0, unit_ms: int = 0
) -> TunableParameter:
    unit_ms = unit_ms or value_ms or DEFAULT_UNIT_MS
    points = sorted(
        {max(min_ms, round(unit_ms * point)) for point in PRECOMPUTED_FACTORS} | {value_ms}
    )
    return TunableParameter(name, label, value_ms, tuple(points))


def _has_arrival_times(spec: Any) -> bool:
    """Return whether *spec* is a source that determines when each of its records arrives."""
    timed = isinstance(spec, SourceSpec) and isinstance(spec.source, Source)
    return timed and not spec.source.is_live and spec.source.first_arrival_ms() is not None


def _is_event_time(spec: WindowSpec) -> bool:
    return bool(getattr(spec.assigner, "is_event_time", lambda: False)())


def _replace_in_spec(transformation: Transformation, parameter: str, value_ms: int) -> Any:
    spec: Any = transformation.spec
    if parameter == "disorder":
        timed = value_ms > 0 and _has_arrival_times(spec)
        return replace(spec, source=ReorderingSource(spec.source, value_ms)) if timed else spec
    if parameter == "lateness":
        window = isinstance(spec, WindowSpec) and _is_event_time(spec)
        return replace(spec, allowed_lateness_ms=value_ms) if window else spec
    settings = read_watermark_settings(spec)
    if settings is None:
        return spec
    if parameter == "delay" and settings.delay_ms is not None:
        return replace_watermark_settings(spec, replace(settings, delay_ms=value_ms))
    if parameter == "idleness" and settings.idle_timeout_ms is not None:
        return replace_watermark_settings(spec, replace(settings, idle_timeout_ms=value_ms))
    return spec
