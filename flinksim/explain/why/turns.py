"""What can be turned in a program: each knob as changed programs, from the smallest change on.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flinksim.common.cost import CostlyCallable
from flinksim.common.time import Duration
from flinksim.common.user_lines import told as told_line
from flinksim.common.watermark_generators import (
    BoundedOutOfOrdernessWatermarks,
    NoWatermarksGenerator,
    WatermarksWithIdleness,
)
from flinksim.common.watermark_strategy import TimestampAssigner, WatermarkStrategy
from flinksim.connectors.source import SourceRecord
from flinksim.datastream.changed_programs import bounded, changed, with_strategy
from flinksim.datastream.transformations import (
    SourceSpec,
    TimestampsAndWatermarksSpec,
    Transformation,
    WindowSpec,
)
from flinksim.datastream.window_assigners import EventTimeSessionWindows
from flinksim.explain.why.answer import ChangeTold, RecordId
from flinksim.explain.why.bench import Case, with_items, with_record
from flinksim.explain.why.finding import Knob
from flinksim.runtime.interleaving import ArrivalOrder, Interleaving, RoundRobin, Seeded

MOST_SUBTASKS = 8
SCHEDULES: tuple[Interleaving, ...] = (ArrivalOrder(), RoundRobin(), *map(Seeded, range(1, 7)))


@dataclass(frozen=True, slots=True)
class Turn:
    """One way to turn a knob: by so much, from 1 to ``most``; the least that makes it otherwise counts.

    ``make`` gives the changed program and what was changed; ``guess`` is how much is tried first.
    ``monotone``: whether more of it only does more, so that the least can be found by bisection.
    """

    make: Callable[[int], tuple[Case, ChangeTold]]
    most: int
    guess: int | None = None
    monotone: bool = True


def turns_of(
    case: Case, knob: Knob, upstream: list[int], now_ms: int, start_ms: int
) -> Iterator[Turn]:
    """The ways to turn *knob*; *upstream* are the nodes that its node's watermarks come from."""
    ways: dict[str, Callable[[], Iterator[Turn]]] = {
        "delay": lambda: _delay(case, upstream, knob.guess),
        "unit": lambda: _unit(case, upstream),
        "strategy": lambda: _strategy(case, upstream),
        "idleness": lambda: _idleness(case, upstream, max(2, now_ms - start_ms)),
        "longer idleness": lambda: _idleness(case, upstream, None),
        "lateness": lambda: _lateness(case, knob.node, knob.guess),
        "trigger": lambda: _trigger(case, knob.node),
        "gap": lambda: _gap(case, knob.node),
        "arrival": lambda: _arrival(case, knob.record),
        "timestamp": lambda: _timestamp(case, knob.record, knob.guess),
        "parallelism": lambda: _fewer(case, upstream),
        "more subtasks": lambda: _more(case, knob.node),
        "buffers": lambda: _buffers(case),
        "cost": lambda: _cost(case, knob.node),
        "schedule": lambda: _schedule(case),
    }
    return ways[knob.kind]()


# --- helpers ---------------------------------------------------------------------------------------


def where(one: Transformation) -> str:
    """The line of the program that made it, with the file's name alone."""
    if one.declared_at is None:
        return ""
    file, number = one.declared_at
    text = told_line(one.declared_at).partition(": ")[2].rstrip("(")
    return f"{Path(file).name}, line {number}: {text}"


def _named(case: Case, nodes: list[int]) -> Iterator[Transformation]:
    return (one for one in case.pipeline.transformations if one.id in nodes)


def _with_spec(case: Case, node: int, spec: Any) -> Case:
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


def _generator(strategy: WatermarkStrategy) -> tuple[Any, int | None]:
    """What makes its watermarks, and after how many ms it is idle."""
    made = strategy.create_watermark_generator(lambda: 0)
    if isinstance(made, WatermarksWithIdleness):
        return made.watermarks, made.idle_timeout_nanos // 1_000_000
    return made, None


def _ms(value: int) -> str:
    return f"{value} ms"


# --- event time ------------------------------------------------------------------------------------


def _delay(case: Case, nodes: list[int], guess: int | None) -> Iterator[Turn]:
    """More delay, or with a negative guess less of it."""
    for one in _named(case, nodes):
        strategy = strategy_of(one)
        if strategy is None:
            continue
        made, idle = _generator(strategy)
        if not isinstance(made, BoundedOutOfOrdernessWatermarks):
            continue
        old = made.out_of_orderness_ms
        sign = -1 if guess is not None and guess < 0 else 1

        def make(
            by: int, one: Transformation = one, old: int = old, sign: int = sign,
            idle: int | None = idle,
        ) -> tuple[Case, ChangeTold]:  # fmt: skip
            new = old + sign * by
            spec = with_strategy(one.spec, lambda old: _aligned(bounded(new, idle), old))
            told = ChangeTold(f"watermark delay of {one.name}", where(one), _ms(old), _ms(new))
            return _with_spec(case, one.id, spec), told

        most = old if sign < 0 else 10**11
        if most:
            yield Turn(make, most, None if guess is None else abs(guess))


def _aligned(new: WatermarkStrategy, old: WatermarkStrategy) -> WatermarkStrategy:
    new.alignment_params = old.alignment_params
    return new


def _idleness(case: Case, nodes: list[int], longest: int | None) -> Iterator[Turn]:
    """The longest timeout that will do; without *longest*, the least one that is longer than now."""
    for one in _named(case, nodes):
        strategy = strategy_of(one)
        if strategy is None:
            continue
        made, idle = _generator(strategy)
        if isinstance(made, NoWatermarksGenerator) or (idle is None and longest is None):
            continue
        sign = 1 if longest is None else -1
        first = idle if idle is not None else (longest or 0) + 1
        if first + sign < 1:
            continue

        def make(
            by: int, one: Transformation = one, first: int = first, idle: int | None = idle,
            sign: int = sign,
        ) -> tuple[Case, ChangeTold]:  # fmt: skip
            new = first + sign * by

            def change(old: WatermarkStrategy) -> WatermarkStrategy:
                inner, _ = _generator(old)
                if isinstance(inner, BoundedOutOfOrdernessWatermarks):
                    return _aligned(bounded(inner.out_of_orderness_ms, new), old)
                return old.without_timestamp_assigner().with_idleness(Duration.of_millis(new))

            told = ChangeTold(
                f"with_idleness of {one.name}",
                where(one),
                "none" if idle is None else _ms(idle),
                _ms(new),
            )
            return _with_spec(case, one.id, with_strategy(one.spec, change)), told

        yield Turn(make, first - 1 if sign < 0 else 10**8)


class _TimesThousand(TimestampAssigner):
    def __init__(self, inner: TimestampAssigner) -> None:
        self._inner = inner

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return self._inner.extract_timestamp(value, record_timestamp) * 1000


def _unit(case: Case, nodes: list[int]) -> Iterator[Turn]:
    for one in _named(case, nodes):
        if strategy_of(one) is not None:

            def make(by: int, one: Transformation = one) -> tuple[Case, ChangeTold]:
                strategy = copy(strategy_of(one))
                assert strategy is not None
                strategy._timestamp_assigner = _TimesThousand(strategy.create_timestamp_assigner())
                field = "strategy" if hasattr(one.spec, "strategy") else "watermark_strategy"
                spec: Any = one.spec
                spec = replace(spec, **{field: strategy})
                told = ChangeTold(f"timestamps of {one.name}", where(one), "t", "t * 1000")
                return _with_spec(case, one.id, spec), told

            yield Turn(make, 1)


def _strategy(case: Case, nodes: list[int]) -> Iterator[Turn]:
    for one in _named(case, nodes):
        strategy = strategy_of(one)
        if strategy is not None and isinstance(_generator(strategy)[0], NoWatermarksGenerator):

            def make(by: int, one: Transformation = one) -> tuple[Case, ChangeTold]:
                spec = with_strategy(
                    one.spec, lambda _: WatermarkStrategy.for_monotonous_timestamps()
                )
                told = ChangeTold(
                    f"watermark strategy of {one.name}",
                    where(one),
                    "no_watermarks()",
                    "for_monotonous_timestamps()",
                )
                return _with_spec(case, one.id, spec), told

            yield Turn(make, 1)


# --- windows ---------------------------------------------------------------------------------------


def _windows(case: Case, node: int) -> Iterator[tuple[Transformation, WindowSpec]]:
    for one in _named(case, [node]):
        if isinstance(one.spec, WindowSpec):
            yield one, one.spec


def _lateness(case: Case, node: int, guess: int | None) -> Iterator[Turn]:
    for one, spec in _windows(case, node):
        if not one.spec.assigner.is_event_time():  # type: ignore[union-attr]
            continue

        def make(
            by: int, one: Transformation = one, spec: WindowSpec = spec
        ) -> tuple[Case, ChangeTold]:
            new = spec.allowed_lateness_ms + by
            told = ChangeTold(
                f"allowed_lateness of {one.name}",
                where(one),
                _ms(spec.allowed_lateness_ms),
                _ms(new),
            )
            return _with_spec(case, one.id, replace(spec, allowed_lateness_ms=new)), told

        yield Turn(make, 10**11, guess)


def _trigger(case: Case, node: int) -> Iterator[Turn]:
    for one, spec in _windows(case, node):
        if spec.trigger is not None:

            def make(
                by: int, one: Transformation = one, spec: WindowSpec = spec
            ) -> tuple[Case, ChangeTold]:
                old = type(spec.trigger).__name__
                new = f"the default ({type(spec.assigner.get_default_trigger()).__name__})"
                told = ChangeTold(f"trigger of {one.name}", where(one), old, new)
                return _with_spec(case, one.id, replace(spec, trigger=None)), told

            yield Turn(make, 1)


def _gap(case: Case, node: int) -> Iterator[Turn]:
    for one, spec in _windows(case, node):
        if isinstance(spec.assigner, EventTimeSessionWindows):
            old = spec.assigner._session_gap

            def make(
                by: int, one: Transformation = one, spec: WindowSpec = spec, old: int = old
            ) -> tuple[Case, ChangeTold]:
                told = ChangeTold(f"session gap of {one.name}", where(one), _ms(old), _ms(old - by))
                assigner = EventTimeSessionWindows(old - by)
                return _with_spec(case, one.id, replace(spec, assigner=assigner)), told

            yield Turn(make, old - 1)


# --- the input -------------------------------------------------------------------------------------


def _source(case: Case, record: RecordId | None) -> tuple[Transformation, SourceRecord] | None:
    if record is None:
        return None
    for one in _named(case, [record.node]):
        if isinstance(one.spec, SourceSpec):
            items = one.spec.source.open_split(record.split)
            records = (item for item in items if isinstance(item, SourceRecord))
            for offset, item in enumerate(records):
                if offset == record.offset:
                    return one, item
    return None


def _told_record(record: RecordId) -> str:
    return f"record {record.offset}" + (f" of split {record.split}" if record.split else "")


def _arrival(case: Case, record: RecordId | None) -> Iterator[Turn]:
    """The record comes earlier, before those that it was behind."""
    found = _source(case, record)
    if found is None or record is None or found[1].arrival_ms is None:
        return
    one, item = found
    arrival = item.arrival_ms
    assert arrival is not None

    def make(by: int) -> tuple[Case, ChangeTold]:
        new = arrival - by

        def items(node: int, split: str, given: Any) -> Any:
            if split != record.split:
                yield from given
                return
            known = list(given)
            places = [i for i, each in enumerate(known) if isinstance(each, SourceRecord)]
            moved = replace(known.pop(places[record.offset]), arrival_ms=new)
            later = (i for i, each in enumerate(known)
                     if each.arrival_ms is not None and each.arrival_ms > new)  # fmt: skip
            known.insert(next(later, len(known)), moved)
            yield from known

        told = ChangeTold(f"arrival of {_told_record(record)}", where(one), _ms(arrival), _ms(new))
        return with_items(case, items, {record.node}), told

    start = case.settings.start_time_ms or 0
    if arrival > start:
        yield Turn(make, arrival - start)


def _timestamp(case: Case, record: RecordId | None, guess: int | None) -> Iterator[Turn]:
    """A field of the record that its timestamp is read from, or the timestamp that the source gives."""
    found = _source(case, record)
    if found is None or record is None:
        return
    one, item = found
    if item.timestamp is not None and (strategy_of(one) is None or not _assigns(one)):
        old = item.timestamp

        def make(by: int) -> tuple[Case, ChangeTold]:
            told = ChangeTold(
                f"timestamp of {_told_record(record)}", where(one), str(old), str(old + by)
            )
            return with_record(case, record, lambda given: replace(given, timestamp=old + by)), told

        yield Turn(make, 10**9, guess)
        return
    strategy = strategy_of(one)
    if strategy is None or type(item.value) is not tuple:
        return
    stamp = strategy.create_timestamp_assigner().extract_timestamp(item.value, item.timestamp or 0)
    fields = [i for i, part in enumerate(item.value) if type(part) is int and part == stamp]
    if len(fields) == 1:
        (field,) = fields

        def make_field(by: int) -> tuple[Case, ChangeTold]:
            new = (*item.value[:field], stamp + by, *item.value[field + 1 :])
            told = ChangeTold(
                f"field {field} of {_told_record(record)}", where(one), str(stamp), str(stamp + by)
            )
            return with_record(case, record, lambda given: replace(given, value=new)), told

        yield Turn(make_field, 10**9, guess)


def _assigns(one: Transformation) -> bool:
    strategy = strategy_of(one)
    return strategy is not None and strategy._timestamp_assigner is not None


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
    """Fewer subtasks of a source, so that a subtask reads more than one split."""
    for one in _named(case, nodes):
        old = _parallelism(case, one)
        if isinstance(one.spec, SourceSpec) and old > 1 and not one.parallelism_is_fixed:

            def make(by: int, one: Transformation = one, old: int = old) -> tuple[Case, ChangeTold]:
                told = ChangeTold(f"parallelism of {one.name}", where(one), str(old), str(old - by))
                return _parallel(case, one, old - by), told

            yield Turn(make, old - 1, monotone=False)


def _more(case: Case, node: int) -> Iterator[Turn]:
    for one in _named(case, [node]):
        old = _parallelism(case, one)
        if not one.parallelism_is_fixed and old < MOST_SUBTASKS:

            def make(by: int, one: Transformation = one, old: int = old) -> tuple[Case, ChangeTold]:
                told = ChangeTold(f"parallelism of {one.name}", where(one), str(old), str(old + by))
                return _parallel(case, one, old + by), told

            yield Turn(make, MOST_SUBTASKS - old, monotone=False)


def _buffers(case: Case) -> Iterator[Turn]:
    old = case.settings.network.segment_bytes
    if old is None:
        return

    def make(by: int) -> tuple[Case, ChangeTold]:
        network = replace(case.settings.network, segment_bytes=old + by)
        told = ChangeTold(
            "segment_bytes of NetworkSettings", "", f"{old} bytes", f"{old + by} bytes"
        )
        return replace(case, settings=replace(case.settings, network=network)), told

    yield Turn(make, 1 << 20)


def _cost(case: Case, node: int) -> Iterator[Turn]:
    """A function that costs less: one given to ``fs.cost`` with a number."""
    for one in _named(case, [node]):
        function = getattr(one.spec, "function", None)
        costly: dict[str, CostlyCallable] = {}
        costs: list[Any] = []
        for name, value in getattr(function, "__dict__", {}).items():
            if isinstance(value, CostlyCallable):
                costly[name] = value
                costs.append(value._meter._ms)
        if not costs or type(costs[0]) is not int:
            continue
        old: int = costs[0]

        def make(
            by: int, one: Transformation = one, function: Any = function,
            costly: dict[str, CostlyCallable] = costly, old: int = old,
        ) -> tuple[Case, ChangeTold]:  # fmt: skip
            cheaper = copy(function)
            for name, value in costly.items():
                setattr(cheaper, name, CostlyCallable(value._function, old - by))
            told = ChangeTold(f"cost of {one.name}", where(one), _ms(old), _ms(old - by))
            spec: Any = one.spec
            return _with_spec(case, one.id, replace(spec, function=cheaper)), told

        yield Turn(make, old)


def _schedule(case: Case) -> Iterator[Turn]:
    old = case.settings.interleaving
    others = [one for one in SCHEDULES if repr(one) != repr(old)]

    def make(by: int) -> tuple[Case, ChangeTold]:
        new = others[by - 1]
        told = ChangeTold("interleaving", "", repr(old), repr(new))
        return replace(case, settings=replace(case.settings, interleaving=new)), told

    yield Turn(make, len(others), monotone=False)
