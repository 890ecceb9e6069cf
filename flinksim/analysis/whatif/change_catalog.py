"""Catalog of the changes that may change an outcome.

An explainer proposes candidates: a kind of change and the place where it may help. For each
candidate the catalog has changes of the program that can be run. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from typing import Any

from flinksim.analysis.whatif.experiment_runner import ProgramVariant
from flinksim.analysis.whatif.input_changes import (
    propose_arrival,
    propose_duplicate,
    propose_next_record,
    propose_order,
    propose_removal,
    propose_timestamp,
)
from flinksim.analysis.whatif.parameter_change import (
    ParameterChange,
    ValueScale,
    find_transformations,
    format_source_line,
    replace_spec,
)
from flinksim.analysis.whatif.time_changes import (
    propose_delay,
    propose_gap,
    propose_idleness,
    propose_lateness,
    propose_offset,
    propose_strategy,
    propose_trigger,
    propose_unit,
)
from flinksim.analysis.whatif.value_changes import propose_value
from flinksim.analysis.why.answer import REMOVED, MessageTemplate, ProgramChange
from flinksim.analysis.why.finding import CandidateChange
from flinksim.analysis.why.trace_index import format_duration
from flinksim.common.configuration import Configuration
from flinksim.core.simulated_cost import TimedCallable, scale_cost
from flinksim.datastream.transformations import (
    AsyncSpec,
    SourceSpec,
    Transformation,
)
from flinksim.graph.rewrite import map_specs
from flinksim.pyflink_compat.bundles import read_bundle_limits
from flinksim.pyflink_compat.python_flavor import BUNDLE_SIZE, BUNDLE_TIME
from flinksim.runtime.fault_injection import Crash
from flinksim.runtime.interleaving import ArrivalOrder, Interleaving, RoundRobin, Seeded
from flinksim.runtime.network_settings import SEGMENT_SIZE

MAX_SUBTASKS = 8
MAX_EXTRA_CAPACITY = 1 << 12
SCHEDULES: tuple[Interleaving, ...] = (ArrivalOrder(), RoundRobin(), *map(Seeded, range(1, 7)))


MAX_SEGMENT_DOUBLINGS = 3
"""How often the size of a buffer may be doubled."""


def propose_changes(
    variant: ProgramVariant,
    candidate: CandidateChange,
    upstream: list[int],
    duration_ms: int,
    pause_ms: int | None,
) -> Iterator[ParameterChange]:
    """Yield the changes of the program that implement a candidate.

    Args:
        variant: The program.
        candidate: The candidate.
        upstream: The nodes that the watermarks of the candidate's node come from.
        duration_ms: The virtual duration of the run in question, in ms.
        pause_ms: The median pause between two records of a split, in ms; ``None`` if unknown.
    """
    generators: dict[str, Callable[[], Iterator[ParameterChange]]] = {
        "delay": lambda: propose_delay(variant, upstream, candidate.initial_amount),
        "unit": lambda: propose_unit(variant, upstream),
        "strategy": lambda: propose_strategy(variant, upstream),
        "idleness": lambda: propose_idleness(variant, upstream, max(2, duration_ms), pause_ms),
        "longer idleness": lambda: propose_idleness(variant, upstream, None),
        "lateness": lambda: propose_lateness(variant, candidate.node, candidate.initial_amount),
        "trigger": lambda: propose_trigger(variant, candidate.node),
        "gap": lambda: propose_gap(variant, candidate.node),
        "arrival": lambda: propose_arrival(variant, candidate.record),
        "later": lambda: propose_arrival(variant, candidate.record, is_later=True),
        "timestamp": lambda: propose_timestamp(variant, candidate),
        "order": lambda: propose_order(variant, candidate),
        "next record": lambda: propose_next_record(variant, candidate),
        "once more": lambda: propose_duplicate(variant, candidate.record),
        "value": lambda: propose_value(variant, candidate.record),
        "left out": lambda: propose_removal(variant, candidate.record),
        "offset": lambda: propose_offset(variant, candidate.node, candidate.initial_amount),
        "parallelism": lambda: _propose_fewer_source_subtasks(variant, upstream),
        "more subtasks": lambda: _propose_more_subtasks(variant, candidate.node),
        "subtasks": lambda: _propose_other_parallelism(variant, candidate.node),
        "crash": lambda: _propose_removing_crash(variant),
        "buffers": lambda: _propose_larger_buffers(variant, candidate.initial_amount),
        "bundle": lambda: _propose_smaller_bundles(variant),
        "cost": lambda: _propose_lower_cost(variant, candidate.node),
        "schedule": lambda: _propose_schedules(variant),
    }
    return generators[candidate.kind]()


# --- subtasks, network, schedule -------------------------------------------------------------------


def _replace_parallelism(
    variant: ProgramVariant, transformation: Transformation, parallelism: int
) -> ProgramVariant:
    pipeline = map_specs(variant.pipeline, lambda each: each.spec)
    for each in pipeline.transformations:
        if each.id == transformation.id:
            each.parallelism = parallelism
    return replace(variant, pipeline=pipeline)


def _find_parallelism(variant: ProgramVariant, transformation: Transformation) -> int:
    return (
        transformation.parallelism
        if transformation.parallelism > 0
        else variant.pipeline.parallelism
    )


def _propose_fewer_source_subtasks(
    variant: ProgramVariant, nodes: list[int]
) -> Iterator[ParameterChange]:
    """Propose fewer subtasks of a source, so that a subtask reads several splits."""
    for one in find_transformations(variant, nodes):
        old = _find_parallelism(variant, one)
        if isinstance(one.spec, SourceSpec) and old > 1 and not one.is_parallelism_configured:

            def make(
                amount: int, one: Transformation = one, old: int = old
            ) -> tuple[ProgramVariant, ProgramChange]:
                change = ProgramChange(
                    MessageTemplate("change.parallelism", of=one.name),
                    format_source_line(one),
                    str(old),
                    str(old - amount),
                )
                return _replace_parallelism(variant, one, old - amount), change

            yield ParameterChange(make, old - 1, is_monotone=False)


def _propose_more_subtasks(variant: ProgramVariant, node: int) -> Iterator[ParameterChange]:
    for one in find_transformations(variant, [node]):
        old = _find_parallelism(variant, one)
        if not one.is_parallelism_configured and old < MAX_SUBTASKS:

            def make(
                amount: int, one: Transformation = one, old: int = old
            ) -> tuple[ProgramVariant, ProgramChange]:
                change = ProgramChange(
                    MessageTemplate("change.parallelism", of=one.name),
                    format_source_line(one),
                    str(old),
                    str(old + amount),
                )
                return _replace_parallelism(variant, one, old + amount), change

            yield ParameterChange(make, MAX_SUBTASKS - old, is_monotone=False)


def _propose_other_parallelism(variant: ProgramVariant, node: int) -> Iterator[ParameterChange]:
    """Propose more or fewer subtasks for an operator, numbers near the current one first."""
    for one in find_transformations(variant, [node]):
        old = _find_parallelism(variant, one)
        if one.is_parallelism_configured:
            continue
        others = sorted(
            (new for new in range(1, MAX_SUBTASKS + 1) if new != old),
            key=lambda new: abs(new - old),
        )

        def make(
            amount: int, one: Transformation = one, old: int = old, others: list[int] = others
        ) -> tuple[ProgramVariant, ProgramChange]:
            new = others[amount - 1]
            change = ProgramChange(
                MessageTemplate("change.parallelism", of=one.name),
                format_source_line(one),
                str(old),
                str(new),
            )
            return _replace_parallelism(variant, one, new), change

        yield ParameterChange(make, len(others), is_monotone=False)


def _propose_removing_crash(variant: ProgramVariant) -> Iterator[ParameterChange]:
    """Propose to remove one of the crashes that the settings of the run inject, the last one first."""
    crashes = [one for one in reversed(variant.settings.injected_actions) if isinstance(one, Crash)]

    def make(amount: int) -> tuple[ProgramVariant, ProgramChange]:
        crash = crashes[amount - 1]
        interventions = tuple(one for one in variant.settings.injected_actions if one is not crash)
        change = ProgramChange(
            MessageTemplate("change.crash", of=crash.target),
            "",
            MessageTemplate("change.at_step", at=crash.at),
            REMOVED,
            "remove",
        )
        return replace(
            variant, settings=replace(variant.settings, injected_actions=interventions)
        ), change

    if crashes:
        yield ParameterChange(make, len(crashes), is_monotone=False)


def _propose_larger_buffers(
    variant: ProgramVariant, max_doublings: int | None
) -> Iterator[ParameterChange]:
    """Propose buffers of twice the size, and so on, at most *max_doublings* times."""
    network_settings = variant.settings.network
    old = network_settings.with_defaults(variant.pipeline.configuration).segment_bytes
    assert old is not None
    name = (
        SEGMENT_SIZE
        if network_settings.segment_bytes is None
        else MessageTemplate("change.segment_bytes", of="NetworkSettings")
    )

    def make(amount: int) -> tuple[ProgramVariant, ProgramChange]:
        new = old << amount
        network = replace(network_settings, segment_bytes=new)
        change = ProgramChange(
            name,
            "",
            MessageTemplate("change.bytes", n=str(old)),
            MessageTemplate("change.bytes", n=str(new)),
        )
        return replace(variant, settings=replace(variant.settings, network=network)), change

    doublings = MAX_SEGMENT_DOUBLINGS
    if max_doublings is not None:
        doublings = min(doublings, max_doublings)
    yield ParameterChange(make, doublings, is_monotone=False)


def _propose_smaller_bundles(variant: ProgramVariant) -> Iterator[ParameterChange]:
    """Propose a shorter bundle time for Python workers, or bundles of one element."""
    limits = read_bundle_limits(variant.pipeline.configuration)

    def shorten_time(amount: int) -> tuple[ProgramVariant, ProgramChange]:
        old, new = limits.time_ms, limits.time_ms - amount
        change = ProgramChange(BUNDLE_TIME, "", f"{old} ms", f"{new} ms")
        return _replace_option(variant, BUNDLE_TIME, new), change

    def use_single_element(amount: int) -> tuple[ProgramVariant, ProgramChange]:
        return _replace_option(variant, BUNDLE_SIZE, 1), ProgramChange(
            BUNDLE_SIZE, "", str(limits.size), "1"
        )

    values = ValueScale(limits.time_ms, -1, depends_on_timing=True)
    yield ParameterChange(shorten_time, limits.time_ms - 1, values=values)
    if limits.size > 1:
        yield ParameterChange(use_single_element, 1, is_monotone=False)


def _replace_option(variant: ProgramVariant, option: str, value: int) -> ProgramVariant:
    configuration = Configuration(variant.pipeline.configuration).set_integer(option, value)
    return replace(variant, pipeline=replace(variant.pipeline, configuration=configuration))


def _propose_lower_cost(variant: ProgramVariant, node: int) -> Iterator[ParameterChange]:
    """Propose a user function that takes less simulated time, or a higher async I/O capacity.

    The cost is lowered in milliseconds if ``fs.cost`` has a number, else in percent.
    """
    for one in find_transformations(variant, [node]):
        function = getattr(one.spec, "function", None)
        costly: dict[str, TimedCallable] = {}
        costs: list[Any] = []
        for name, value in getattr(function, "__dict__", {}).items():
            if isinstance(value, TimedCallable):
                costly[name] = value
                costs.append(value._accumulator._ms)
        if isinstance(one.spec, AsyncSpec):
            yield _build_capacity_increase(variant, one, one.spec)
            continue
        if not costs or type(costs[0]) is not int:
            if function is not None:
                yield _build_speedup(variant, one, function)
            continue
        old: int = costs[0]

        def make(
            amount: int, one: Transformation = one, function: Any = function,
            costly: dict[str, TimedCallable] = costly, old: int = old,
        ) -> tuple[ProgramVariant, ProgramChange]:  # fmt: skip
            cheaper = copy(function)
            for name, value in costly.items():
                setattr(cheaper, name, TimedCallable(value._function, old - amount))
            change = ProgramChange(
                MessageTemplate("change.cost", of=one.name),
                format_source_line(one),
                format_duration(old),
                _mark_unreachable(old - amount, format_duration(old - amount)),
            )
            spec: Any = one.spec
            return replace_spec(variant, one.id, replace(spec, function=cheaper)), change

        yield ParameterChange(make, old, values=ValueScale(old, -1))


def _mark_unreachable(value: int, text: str) -> str:
    """Return the text of a cost, with a note if it is 0: no function takes no time at all."""
    return text if value else MessageTemplate("change.unreachable", value=text)


def _build_speedup(
    variant: ProgramVariant, transformation: Transformation, function: Any
) -> ParameterChange:
    def make(amount: int) -> tuple[ProgramVariant, ProgramChange]:
        change = ProgramChange(
            MessageTemplate("change.duration", of=transformation.name),
            format_source_line(transformation),
            "100 %",
            _mark_unreachable(100 - amount, f"{100 - amount} %"),
        )
        spec: Any = transformation.spec
        quick = replace(spec, function=scale_cost(function, (100 - amount) / 100))
        return replace_spec(variant, transformation.id, quick), change

    return ParameterChange(make, 100, values=ValueScale(100, -1))


def _build_capacity_increase(
    variant: ProgramVariant, transformation: Transformation, spec: AsyncSpec
) -> ParameterChange:
    def make(amount: int) -> tuple[ProgramVariant, ProgramChange]:
        new = spec.capacity + amount
        change = ProgramChange(
            MessageTemplate("change.capacity", of=transformation.name),
            format_source_line(transformation),
            str(spec.capacity),
            str(new),
        )
        return replace_spec(variant, transformation.id, replace(spec, capacity=new)), change

    return ParameterChange(make, MAX_EXTRA_CAPACITY, values=ValueScale(spec.capacity))


def _propose_schedules(variant: ProgramVariant) -> Iterator[ParameterChange]:
    old = variant.settings.interleaving
    others = [one for one in SCHEDULES if repr(one) != repr(old)]

    def make(amount: int) -> tuple[ProgramVariant, ProgramChange]:
        new = others[amount - 1]
        change = ProgramChange(MessageTemplate("change.interleaving"), "", repr(old), repr(new))
        return replace(variant, settings=replace(variant.settings, interleaving=new)), change

    yield ParameterChange(make, len(others), is_monotone=False)
