"""Catalog of changes: for each candidate, the parameter changes of a program.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from typing import Any

from flinksim.analysis.whatif.experiment_runner import Case
from flinksim.analysis.whatif.input_changes import (
    arrival,
    left_out,
    next_record,
    once_more,
    order,
    timestamp,
)
from flinksim.analysis.whatif.parameter_change import Turn, named, where, with_spec
from flinksim.analysis.whatif.time_changes import (
    delay,
    gap,
    idleness,
    lateness,
    offset,
    strategy,
    trigger,
    unit,
)
from flinksim.analysis.whatif.value_changes import another_value
from flinksim.analysis.why.answer import LEFT_OUT, ChangeTold, Words
from flinksim.analysis.why.finding import KnobToTry
from flinksim.analysis.why.trace_index import duration
from flinksim.common.configuration import Configuration
from flinksim.core.simulated_cost import CostlyCallable, faster
from flinksim.datastream.transformations import (
    AsyncSpec,
    SourceSpec,
    Transformation,
)
from flinksim.graph.rewrite import changed
from flinksim.pyflink_compat.bundles import bundle_limits
from flinksim.pyflink_compat.python_flavor import BUNDLE_SIZE, BUNDLE_TIME
from flinksim.runtime.fault_injection import Crash
from flinksim.runtime.interleaving import ArrivalOrder, Interleaving, RoundRobin, Seeded
from flinksim.runtime.network_settings import SEGMENT_SIZE

MOST_SUBTASKS = 8
MOST_ROOM = 1 << 12
SCHEDULES: tuple[Interleaving, ...] = (ArrivalOrder(), RoundRobin(), *map(Seeded, range(1, 7)))


def turns_of(
    case: Case, knob: KnobToTry, upstream: list[int], now_ms: int, start_ms: int
) -> Iterator[Turn]:
    """Return the parameter changes for a candidate.

    Args:
        case: The program.
        knob: The candidate.
        upstream: The nodes that the watermarks of the candidate's node come from.
        now_ms: The virtual time of the run in question.
        start_ms: The start time of the run.
    """
    generators: dict[str, Callable[[], Iterator[Turn]]] = {
        "delay": lambda: delay(case, upstream, knob.guess),
        "unit": lambda: unit(case, upstream),
        "strategy": lambda: strategy(case, upstream),
        "idleness": lambda: idleness(case, upstream, max(2, now_ms - start_ms)),
        "longer idleness": lambda: idleness(case, upstream, None),
        "lateness": lambda: lateness(case, knob.node, knob.guess),
        "trigger": lambda: trigger(case, knob.node),
        "gap": lambda: gap(case, knob.node),
        "arrival": lambda: arrival(case, knob.record),
        "later": lambda: arrival(case, knob.record, later=True),
        "timestamp": lambda: timestamp(case, knob),
        "order": lambda: order(case, knob),
        "next record": lambda: next_record(case, knob),
        "once more": lambda: once_more(case, knob.record),
        "value": lambda: another_value(case, knob.record),
        "left out": lambda: left_out(case, knob.record),
        "offset": lambda: offset(case, knob.node, knob.guess),
        "parallelism": lambda: _fewer(case, upstream),
        "more subtasks": lambda: _more(case, knob.node),
        "subtasks": lambda: _other_number(case, knob.node),
        "crash": lambda: _without_crash(case),
        "buffers": lambda: _buffers(case),
        "bundle": lambda: _bundle(case),
        "cost": lambda: _cost(case, knob.node),
        "schedule": lambda: _schedule(case),
    }
    return generators[knob.kind]()


# --- subtasks, network, schedule -------------------------------------------------------------------


def _parallel(case: Case, one: Transformation, new: int) -> Case:
    pipeline = changed(case.pipeline, lambda each: each.spec)
    for each in pipeline.transformations:
        if each.id == one.id:
            each.parallelism = new
    return replace(case, pipeline=pipeline)


def _parallelism(case: Case, one: Transformation) -> int:
    return one.parallelism if one.parallelism > 0 else case.pipeline.parallelism


def _fewer(case: Case, nodes: list[int]) -> Iterator[Turn]:
    """Propose fewer subtasks of a source, so that a subtask reads several splits."""
    for one in named(case, nodes):
        old = _parallelism(case, one)
        if isinstance(one.spec, SourceSpec) and old > 1 and not one.parallelism_is_fixed:

            def make(
                amount: int, one: Transformation = one, old: int = old
            ) -> tuple[Case, ChangeTold]:
                change = ChangeTold(
                    Words("parallelism of {of}", of=one.name),
                    where(one),
                    str(old),
                    str(old - amount),
                )
                return _parallel(case, one, old - amount), change

            yield Turn(make, old - 1, monotone=False)


def _more(case: Case, node: int) -> Iterator[Turn]:
    for one in named(case, [node]):
        old = _parallelism(case, one)
        if not one.parallelism_is_fixed and old < MOST_SUBTASKS:

            def make(
                amount: int, one: Transformation = one, old: int = old
            ) -> tuple[Case, ChangeTold]:
                change = ChangeTold(
                    Words("parallelism of {of}", of=one.name),
                    where(one),
                    str(old),
                    str(old + amount),
                )
                return _parallel(case, one, old + amount), change

            yield Turn(make, MOST_SUBTASKS - old, monotone=False)


def _other_number(case: Case, node: int) -> Iterator[Turn]:
    """Propose more or fewer subtasks, the nearest number first."""
    for one in named(case, [node]):
        old = _parallelism(case, one)
        if one.parallelism_is_fixed:
            continue
        others = sorted(
            (new for new in range(1, MOST_SUBTASKS + 1) if new != old),
            key=lambda new: abs(new - old),
        )

        def make(
            amount: int, one: Transformation = one, old: int = old, others: list[int] = others
        ) -> tuple[Case, ChangeTold]:
            new = others[amount - 1]
            change = ChangeTold(
                Words("parallelism of {of}", of=one.name), where(one), str(old), str(new)
            )
            return _parallel(case, one, new), change

        yield Turn(make, len(others), monotone=False)


def _without_crash(case: Case) -> Iterator[Turn]:
    """Propose to remove one of the injected crashes, the last first."""
    crashes = [one for one in reversed(case.settings.interventions) if isinstance(one, Crash)]

    def make(amount: int) -> tuple[Case, ChangeTold]:
        crash = crashes[amount - 1]
        interventions = tuple(one for one in case.settings.interventions if one is not crash)
        change = ChangeTold(
            Words("the crash of {of}", of=crash.target),
            "",
            Words("at step {at}", at=crash.at),
            LEFT_OUT,
        )
        return replace(case, settings=replace(case.settings, interventions=interventions)), change

    if crashes:
        yield Turn(make, len(crashes), monotone=False)


def _buffers(case: Case) -> Iterator[Turn]:
    network_settings = case.settings.network
    old = network_settings.completed(case.pipeline.configuration).segment_bytes
    assert old is not None
    name = (
        SEGMENT_SIZE
        if network_settings.segment_bytes is None
        else Words("segment_bytes of {of}", of="NetworkSettings")
    )

    def make(amount: int) -> tuple[Case, ChangeTold]:
        network = replace(network_settings, segment_bytes=old + amount)
        change = ChangeTold(
            name, "", Words("{n} bytes", n=str(old)), Words("{n} bytes", n=str(old + amount))
        )
        return replace(case, settings=replace(case.settings, network=network)), change

    yield Turn(make, 1 << 20)


def _bundle(case: Case) -> Iterator[Turn]:
    """Propose a shorter bundle time for Python workers, or bundles of one element."""
    limits = bundle_limits(case.pipeline.configuration)

    def shorten_time(amount: int) -> tuple[Case, ChangeTold]:
        old, new = limits.time_ms, limits.time_ms - amount
        change = ChangeTold(BUNDLE_TIME, "", f"{old} ms", f"{new} ms")
        return _configured(case, BUNDLE_TIME, new), change

    def use_single_element(amount: int) -> tuple[Case, ChangeTold]:
        return _configured(case, BUNDLE_SIZE, 1), ChangeTold(BUNDLE_SIZE, "", str(limits.size), "1")

    yield Turn(shorten_time, limits.time_ms - 1)
    if limits.size > 1:
        yield Turn(use_single_element, 1, monotone=False)


def _configured(case: Case, option: str, value: int) -> Case:
    configuration = Configuration(case.pipeline.configuration).set_integer(option, value)
    return replace(case, pipeline=replace(case.pipeline, configuration=configuration))


def _cost(case: Case, node: int) -> Iterator[Turn]:
    """Propose a lower cost of a function, or more capacity for asynchronous calls.

    The cost is lowered in milliseconds if ``fs.cost`` has a number, else in percent.
    """
    for one in named(case, [node]):
        function = getattr(one.spec, "function", None)
        costly: dict[str, CostlyCallable] = {}
        costs: list[Any] = []
        for name, value in getattr(function, "__dict__", {}).items():
            if isinstance(value, CostlyCallable):
                costly[name] = value
                costs.append(value._meter._ms)
        if isinstance(one.spec, AsyncSpec):
            yield _room(case, one, one.spec)
            continue
        if not costs or type(costs[0]) is not int:
            if function is not None:
                yield _faster(case, one, function)
            continue
        old: int = costs[0]

        def make(
            amount: int, one: Transformation = one, function: Any = function,
            costly: dict[str, CostlyCallable] = costly, old: int = old,
        ) -> tuple[Case, ChangeTold]:  # fmt: skip
            cheaper = copy(function)
            for name, value in costly.items():
                setattr(cheaper, name, CostlyCallable(value._function, old - amount))
            change = ChangeTold(
                Words("cost of {of}", of=one.name),
                where(one),
                duration(old),
                duration(old - amount),
            )
            spec: Any = one.spec
            return with_spec(case, one.id, replace(spec, function=cheaper)), change

        yield Turn(make, old)


def _faster(case: Case, one: Transformation, function: Any) -> Turn:
    def make(amount: int) -> tuple[Case, ChangeTold]:
        change = ChangeTold(
            Words("time that {of} takes", of=one.name), where(one), "100 %", f"{100 - amount} %"
        )
        spec: Any = one.spec
        quick = replace(spec, function=faster(function, (100 - amount) / 100))
        return with_spec(case, one.id, quick), change

    return Turn(make, 100)


def _room(case: Case, one: Transformation, spec: AsyncSpec) -> Turn:
    def make(amount: int) -> tuple[Case, ChangeTold]:
        new = spec.capacity + amount
        change = ChangeTold(
            Words("capacity of {of}", of=one.name), where(one), str(spec.capacity), str(new)
        )
        return with_spec(case, one.id, replace(spec, capacity=new)), change

    return Turn(make, MOST_ROOM)


def _schedule(case: Case) -> Iterator[Turn]:
    old = case.settings.interleaving
    others = [one for one in SCHEDULES if repr(one) != repr(old)]

    def make(amount: int) -> tuple[Case, ChangeTold]:
        new = others[amount - 1]
        change = ChangeTold(Words("interleaving"), "", repr(old), repr(new))
        return replace(case, settings=replace(case.settings, interleaving=new)), change

    yield Turn(make, len(others), monotone=False)
