"""Delay and idle timeout of the watermarks that an operator generates: read them, or change them.

They are those of a watermark strategy, or of ``WATERMARK FOR`` in SQL. Not in Flink.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

from flinksim.common.time import Duration
from flinksim.common.watermark_generators import (
    BoundedOutOfOrdernessWatermarks,
    BoundedRowtimeWatermarks,
    NoWatermarksGenerator,
    WatermarkGenerator,
    WatermarksWithIdleness,
)
from flinksim.common.watermark_strategy import WatermarkGeneratorContext, WatermarkStrategy
from flinksim.datastream.transformations import (
    FactorySpec,
    SourceSpec,
    TimestampsAndWatermarksSpec,
    WatermarkSettings,
)


def find_watermark_strategy(spec: Any) -> WatermarkStrategy | None:
    """Return the watermark strategy of a source or an operator, if it has one."""
    if isinstance(spec, TimestampsAndWatermarksSpec):
        return spec.strategy
    return spec.watermark_strategy if isinstance(spec, SourceSpec) and not spec.legacy else None


def read_watermark_settings(spec: Any) -> WatermarkSettings | None:
    """Return delay and idle timeout of the watermarks of *spec*; ``None`` if it generates none."""
    if isinstance(spec, FactorySpec):
        return spec.watermark
    strategy = find_watermark_strategy(spec)
    if strategy is None:
        return None
    generator, idle_ms = _open_generator(strategy.create_watermark_generator(lambda: 0))
    if isinstance(generator, NoWatermarksGenerator):
        return None
    is_bounded = isinstance(generator, BoundedOutOfOrdernessWatermarks)
    is_sql = isinstance(generator, BoundedRowtimeWatermarks)
    delay_ms = generator.out_of_orderness_ms if is_bounded else None
    return WatermarkSettings(delay_ms, idle_ms, "table" if is_sql else "strategy")


def replace_watermark_settings(spec: Any, settings: WatermarkSettings) -> Any:
    """Return *spec* with another delay or idle timeout; the rest of its strategy stays."""
    if isinstance(spec, FactorySpec):
        create = partial(spec.create, watermark=settings)
        return replace(spec, create=create, watermark=settings)
    strategy = find_watermark_strategy(spec)
    assert strategy is not None
    other = copy(strategy)

    def create_generator(context: WatermarkGeneratorContext) -> WatermarkGenerator:
        generator: WatermarkGenerator = _open_generator(
            strategy.create_watermark_generator(context.clock_ms, context.input_activity_clock)
        )[0]
        if isinstance(generator, BoundedOutOfOrdernessWatermarks):
            kind = type(generator)
            if kind is not BoundedRowtimeWatermarks:
                kind = BoundedOutOfOrdernessWatermarks
            generator = kind(Duration.of_millis(settings.delay_ms or 0))
        if settings.idle_timeout_ms is None:
            return generator
        timeout = Duration.of_millis(settings.idle_timeout_ms)
        return WatermarksWithIdleness(generator, timeout, context.input_activity_clock)

    other._generator_supplier = create_generator
    name = "watermark_strategy" if isinstance(spec, SourceSpec) else "strategy"
    return replace(spec, **{name: other})


def _open_generator(generator: WatermarkGenerator) -> tuple[Any, int | None]:
    """Return the generator without its idleness, and the idle timeout in ms, if any."""
    if isinstance(generator, WatermarksWithIdleness):
        return generator.watermarks, generator.idle_timeout_nanos // 1_000_000
    return generator, None
