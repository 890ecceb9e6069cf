"""Value, list, map, reducing and aggregating state of one key; what is reported of them; expiry."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from flinksim.common.time import Time
from flinksim.common.typeinfo import Types
from flinksim.core.ids import OperatorId
from flinksim.core.java.key_groups import KeyGroupRange
from flinksim.datastream.functions import AggregateFunction
from flinksim.datastream.state import (
    AggregatingStateDescriptor,
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    StateDescriptor,
    StateTtlConfig,
    ValueStateDescriptor,
)
from flinksim.datastream.window_types import TimeWindow
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.namespaces import VOID_NAMESPACE
from flinksim.trace.events import (
    StateAppended,
    StateCleared,
    StateEntryPut,
    StateEntryRead,
    StateEntryRemoved,
    StateExpired,
    StateRead,
    StateUpdated,
    TraceEvent,
)
from flinksim.trace.events.event import build_emitter


class Average(AggregateFunction):
    def create_accumulator(self) -> Any:
        return (0, 0)

    def add(self, value: Any, accumulator: Any) -> Any:
        return (accumulator[0] + value, accumulator[1] + 1)

    def get_result(self, accumulator: Any) -> Any:
        return accumulator[0] / accumulator[1]

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return (acc_a[0] + acc_b[0], acc_a[1] + acc_b[1])


GROUP = 81
"""The key group of "a"."""

VALUE = ValueStateDescriptor("value", Types.LONG())
LIST = ListStateDescriptor("list", Types.LONG())
MAP = MapStateDescriptor("map", Types.STRING(), Types.LONG())
REDUCING = ReducingStateDescriptor("reducing", lambda a, b: f"{a}{b}", Types.STRING())
AGGREGATING = AggregatingStateDescriptor("aggregating", Average(), Types.PICKLED_BYTE_ARRAY())


class Store:
    """A backend with key "a" current, a clock, and the facts."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.events: list[TraceEvent] = []
        self.backend = HeapKeyedStateBackend(
            KeyGroupRange(0, 127),
            128,
            OperatorId("o1/0"),
            build_emitter(self.events),
            lambda: self.now_ms,
        )
        self.backend.set_current_key("a")
        self.events.clear()

    @property
    def changes(self) -> list[TraceEvent]:
        return [each for each in self.events if not isinstance(each, StateRead | StateEntryRead)]

    def get(self, descriptor: StateDescriptor, namespace: Any = VOID_NAMESPACE) -> Any:
        return self.backend.get_partitioned_state(namespace, descriptor)


@pytest.fixture
def store() -> Store:
    return Store()


def test_a_value_is_set_read_and_cleared(store: Store) -> None:
    state = store.get(VALUE)
    assert state.value() is None
    state.update(5)
    assert state.value() == 5
    state.update(None)
    assert state.value() is None
    assert store.changes == [
        StateUpdated(OperatorId("o1/0"), "value", "a", "", 5, GROUP, False),
        StateCleared(OperatorId("o1/0"), "value", "a", "", GROUP),
    ]


def test_clearing_what_is_not_there_reports_nothing(store: Store) -> None:
    store.get(VALUE).clear()
    store.get(MAP).remove("x")
    assert store.changes == []


def test_a_list_keeps_the_order_of_adding(store: Store) -> None:
    state = store.get(LIST)
    assert state.get() == []
    state.add(3)
    state.add_all([1, 2])
    assert list(state) == [3, 1, 2]
    state.update([9])
    assert state.get() == [9]
    state.update([])
    assert state.get() == []
    told = [(type(event), getattr(event, "value", None)) for event in store.changes]
    assert told == [
        *((StateAppended, each) for each in (3, 1, 2)),
        (StateCleared, None), (StateAppended, 9), (StateCleared, None),
    ]  # fmt: skip


def test_none_in_a_list_is_refused_with_flinks_words(store: Store) -> None:
    with pytest.raises(ValueError, match=r"You cannot add null to a ListState."):
        store.get(LIST).add(None)


def test_changing_the_list_that_was_read_does_not_change_the_state(store: Store) -> None:
    state = store.get(LIST)
    state.add(1)
    state.get().append(2)
    assert state.get() == [1]


def test_a_map_works_like_a_dict(store: Store) -> None:
    state = store.get(MAP)
    assert state.is_empty()
    state.put("x", 1)
    state["y"] = 2
    state.put_all({"z": 3})
    assert "x" in state
    assert state["y"] == 2
    assert state.get("nothing") is None
    assert list(state) == ["x", "y", "z"]
    assert list(state.values()) == [1, 2, 3]
    del state["x"]
    assert list(state.items()) == [("y", 2), ("z", 3)]
    state.clear()
    assert state.is_empty()


def test_a_map_tells_1_from_true(store: Store) -> None:
    state = store.get(MAP)
    state.put(1, "int")
    state.put(True, "boolean")
    assert (state.get(1), state.get(True), state.get(1.0)) == ("int", "boolean", None)


def test_a_map_tells_of_each_entry_that_changes_and_of_no_other(store: Store) -> None:
    state = store.get(MAP)
    state.put_all({"x": 1, "y": 2})
    state.put("x", 3)
    state.remove("nothing")
    state.put("z", 4)
    state.remove("y")
    state.clear()
    state.clear()
    told = [(type(f), f.entry, getattr(f, "value", None)) for f in store.events]  # type: ignore[union-attr]
    assert told == [
        (StateEntryPut, "x", 1), (StateEntryPut, "y", 2), (StateEntryPut, "x", 3),
        (StateEntryPut, "z", 4), (StateEntryRemoved, "y", None), (StateEntryRemoved, "x", None),
        (StateEntryRemoved, "z", None),
    ]  # fmt: skip


@pytest.mark.parametrize("expires", [False, True])
def test_what_a_map_is_asked_for_is_told(store: Store, expires: bool) -> None:
    state = store.get(expiring(MAP) if expires else MAP)
    state.put_all({"x": 1, "y": 2})
    store.events.clear()
    assert state.get("x") == 1
    assert state.get("nothing") is None
    assert state.contains("y")
    assert not state.contains("nothing")
    assert [list(each()) for each in (state.items, state.keys, state.values)]
    assert not state.is_empty()
    entry, whole = StateEntryRead, StateRead
    here = (OperatorId("o1/0"), "map", "a", "")
    assert store.events == [
        entry(*here, "x", True, 1, GROUP), entry(*here, "nothing", False, None, GROUP),
        entry(*here, "y", True, None, GROUP), entry(*here, "nothing", False, None, GROUP),
        *[whole(*here, None, 2, GROUP)] * 4,
    ]  # fmt: skip


@pytest.mark.parametrize("expires", [False, True])
def test_what_other_states_are_asked_for_is_told(store: Store, expires: bool) -> None:
    def asked(descriptor: StateDescriptor, ask: Any) -> Any:
        state = store.get(expiring(descriptor) if expires else descriptor)
        told = []
        for given in (None, 3, 4):
            if given is not None:
                (state.update if descriptor is VALUE else state.add)(given)
            store.events.clear()
            ask(state)
            (event,) = store.events
            assert isinstance(event, StateRead)
            told.append((event.value, event.count))
        return told

    assert asked(VALUE, lambda state: state.value()) == [(None, 0), (3, 1), (4, 1)]
    assert asked(LIST, lambda state: state.get()) == [(None, 0), (None, 1), (None, 2)]
    if not expires:
        assert asked(REDUCING, lambda state: state.get()) == [(None, 0), (3, 1), ("34", 1)]
        assert asked(AGGREGATING, lambda state: state.get()) == [(None, 0), (3.0, 1), (3.5, 1)]


def test_removing_the_last_entry_clears_the_map(store: Store) -> None:
    state = store.get(MAP)
    state.put("x", 1)
    state.remove("x")
    assert [type(event) for event in store.events] == [StateEntryPut, StateEntryRemoved]
    assert len(store.backend.get_table("map")) == 0


def test_a_reducing_state_reduces_in_order(store: Store) -> None:
    state = store.get(REDUCING)
    assert state.get() is None
    for letter in "abc":
        state.add(letter)
    assert state.get() == "abc"
    state.add(None)
    assert state.get() is None


def test_an_aggregating_state_gives_the_result_and_keeps_the_accumulator(store: Store) -> None:
    state = store.get(AGGREGATING)
    assert state.get() is None
    state.add(1)
    state.add(2)
    assert state.get() == 1.5
    assert store.changes[-1] == StateUpdated(
        OperatorId("o1/0"), "aggregating", "a", "", (3, 2), GROUP, True
    )


def test_merging_puts_the_sources_behind_the_target(store: Store) -> None:
    for namespace, letters in {"t": "x", "s1": "b", "s2": "c", "s3": ""}.items():
        for letter in letters:
            store.get(REDUCING, namespace).add(letter)
            store.get(LIST, namespace).add(letter)
    store.get(REDUCING).merge_namespaces("t", ["s2", "s3", "s1"])
    store.get(LIST).merge_namespaces("t", ["s2", "s3", "s1"])
    assert store.get(REDUCING, "t").get() == "xcb"
    assert store.get(LIST, "t").get() == ["x", "c", "b"]
    assert store.get(LIST, "s1").get() == []


def test_merging_nothing_leaves_nothing(store: Store) -> None:
    store.get(REDUCING).merge_namespaces("t", ["s1"])
    assert store.get(REDUCING, "t").get() is None
    assert store.changes == []


def test_the_namespace_of_a_event_is_the_window(store: Store) -> None:
    store.get(VALUE, TimeWindow(0, 10)).update(1)
    assert store.events == [
        StateUpdated(OperatorId("o1/0"), "value", "a", (0, 10), 1, GROUP, False)
    ]
    assert store.backend.freeze_states() == {(GROUP, "value", "a", (0, 10)): 1}


# --- expiry ----------------------------------------------------------------------------------------


def expiring(descriptor: StateDescriptor, configure: Any = lambda builder: builder) -> Any:
    """A new descriptor like *descriptor* whose state lives for 10 ms."""
    match descriptor:
        case ValueStateDescriptor():
            new: StateDescriptor = ValueStateDescriptor("value", Types.LONG())
        case ListStateDescriptor():
            new = ListStateDescriptor("list", Types.LONG())
        case MapStateDescriptor():
            new = MapStateDescriptor("map", Types.STRING(), Types.LONG())
        case ReducingStateDescriptor():
            new = ReducingStateDescriptor("reducing", lambda a, b: a + b, Types.LONG())
        case _:
            raise AssertionError(descriptor)
    builder = StateTtlConfig.new_builder(Time.milliseconds(10))
    new.enable_time_to_live(configure(builder).build())
    return new


def test_a_value_expires_when_its_time_is_up(store: Store) -> None:
    state = store.get(expiring(VALUE))
    state.update(1)
    store.now_ms = 9
    assert state.value() == 1
    store.now_ms = 10
    assert state.value() is None
    assert isinstance(store.changes[-1], StateCleared)
    assert store.changes[-2] == StateExpired(OperatorId("o1/0"), "value", "a", "", 10, 10, GROUP)
    assert store.backend.freeze_states() == {}


def test_writing_gives_a_new_time_and_reading_does_not(store: Store) -> None:
    state = store.get(expiring(VALUE))
    state.update(1)
    store.now_ms = 5
    state.update(2)
    store.now_ms = 14
    assert state.value() == 2
    store.now_ms = 15
    assert state.value() is None


def test_reading_gives_a_new_time_if_configured(store: Store) -> None:
    state = store.get(expiring(VALUE, lambda builder: builder.update_ttl_on_read_and_write()))
    state.update(1)
    store.now_ms = 9
    state.value()
    store.now_ms = 18
    assert state.value() == 1


def test_an_expired_value_is_shown_once_if_configured(store: Store) -> None:
    state = store.get(expiring(VALUE, lambda builder: builder.return_expired_if_not_cleaned_up()))
    state.update(1)
    store.now_ms = 99
    assert state.value() == 1
    assert state.value() is None


def test_disabled_expiry_is_none(store: Store) -> None:
    disabled = StateTtlConfig.UpdateType.Disabled
    state = store.get(expiring(VALUE, lambda builder: builder.set_update_type(disabled)))
    state.update(1)
    store.now_ms = 99
    assert state.value() == 1


def test_a_list_expires_element_by_element(store: Store) -> None:
    state = store.get(expiring(LIST))
    state.add(1)
    store.now_ms = 5
    state.add(2)
    store.now_ms = 10
    assert state.get() == [2]
    assert store.backend.freeze_states() == {(GROUP, "list", "a", ""): [2]}
    store.now_ms = 15
    assert state.get() == []
    assert store.backend.freeze_states() == {}


def test_a_map_expires_entry_by_entry(store: Store) -> None:
    state = store.get(expiring(MAP))
    state.put("x", 1)
    store.now_ms = 5
    state.put("y", 2)
    store.now_ms = 10
    assert not state.contains("x")
    assert list(state.items()) == [("y", 2)]
    store.now_ms = 15
    assert state.is_empty()
    assert store.backend.freeze_states() == {}


def test_a_reduction_starts_anew_after_it_expired(store: Store) -> None:
    state = store.get(expiring(REDUCING))
    state.add(1)
    store.now_ms = 10
    state.add(5)
    assert state.get() == 5


ANY = Types.PICKLED_BYTE_ARRAY()
TTL = StateTtlConfig.new_builder(Time.seconds(10)).build()


class Last(Average):
    def add(self, value: Any, accumulator: Any) -> Any:
        return [value]


@pytest.mark.parametrize("expires", [False, True])
@pytest.mark.parametrize(
    ("descriptor", "give"),
    [
        (lambda type_: ValueStateDescriptor("any", type_), lambda state, it: state.update(it)),
        (lambda type_: ListStateDescriptor("any", type_), lambda state, it: state.add(it)),
        (lambda type_: ListStateDescriptor("any", type_), lambda state, it: state.update([1, it])),
        (
            lambda type_: MapStateDescriptor("any", Types.INT(), type_),
            lambda state, it: state.put(1, it),
        ),
        (
            lambda type_: ReducingStateDescriptor("any", lambda a, b: b, type_),
            lambda state, it: state.add(it),
        ),
        (
            lambda type_: AggregatingStateDescriptor("any", Last(), type_),
            lambda state, it: state.add(it),
        ),
    ],
)
def test_pickled_state_refuses_what_cannot_be_pickled_and_keeps_what_it_has(
    store: Store, descriptor: Any, give: Any, expires: bool
) -> None:
    described = descriptor(ANY)
    if expires:
        described.enable_time_to_live(TTL)
    state: Any = store.backend.get_partitioned_state(VOID_NAMESPACE, described)
    give(state, ("plain", {"of": [1, 2]}))
    before = store.backend.freeze_states()
    with pytest.raises(TypeError, match=r"the state 'any' was given a value of type (lock|list)"):
        give(state, threading.Lock())
    with pytest.raises(TypeError, match=r"cannot pickle '_thread\.lock' object"):
        give(state, (1, threading.Lock()))
    assert store.backend.freeze_states() == before


class OfAScript:
    """A class that pickle looks for in vain, as those of a program run by path."""

    __module__ = "__no_such_module__"


def test_state_of_pickled_objects_takes_instances_of_a_class_of_a_script(store: Store) -> None:
    state: Any = store.backend.get_partitioned_state(
        VOID_NAMESPACE, ValueStateDescriptor("any", ANY)
    )
    kept = OfAScript()
    state.update(kept)
    assert state.value() is kept


def test_pickled_state_refuses_what_belongs_to_a_call(store: Store) -> None:
    class Local:
        pass

    state: Any = store.backend.get_partitioned_state(
        VOID_NAMESPACE, ValueStateDescriptor("any", ANY)
    )
    for value in (Local(), lambda: 1):
        with pytest.raises(
            AttributeError, match=r"local object.*the state 'any' was given a value"
        ):
            state.update(value)


def test_state_with_a_declared_type_is_not_pickled(store: Store) -> None:
    lock = threading.Lock()
    state: Any = store.backend.get_partitioned_state(VOID_NAMESPACE, VALUE)
    state.update(lock)
    assert state.value() is lock


# --- merging -----------------------------------------------------------------------------------------


def put(store: Store, descriptor: StateDescriptor, **contents: list[Any]) -> Any:
    for namespace, values in contents.items():
        for value in values:
            store.get(descriptor, namespace).add(value)
    store.events.clear()
    return store.get(descriptor, "somewhere else")


def test_merged_aggregates_are_one_and_what_the_target_had_counts(store: Store) -> None:
    state = put(store, AGGREGATING, target=[10], one=[1, 2], two=[5])
    state.merge_namespaces("target", ["one", "two", "none"])
    assert store.get(AGGREGATING, "target").get() == (10 + 1 + 2 + 5) / 4
    assert store.get(AGGREGATING, "one").get() is None
    assert [
        (type(event).__name__, event.namespace)
        for event in store.events
        if isinstance(event, StateCleared | StateUpdated)
    ] == [("StateCleared", "one"), ("StateCleared", "two"), ("StateUpdated", "target")]


def test_merged_into_nothing_it_is_what_the_sources_had(store: Store) -> None:
    state = put(store, REDUCING, one=["1"], two=["2"])
    state.merge_namespaces("target", ["one", "two"])
    assert store.get(REDUCING, "target").get() == "12"
    store.get(REDUCING, "other").merge_namespaces("again", ["target"])
    assert store.get(REDUCING, "again").get() == "12"


@pytest.mark.parametrize(
    ("descriptor", "merged"), [(REDUCING, "1"), (AGGREGATING, 1.0), (LIST, [1, 2, 3])]
)
def test_what_makes_one_of_two_may_be_told(
    descriptor: StateDescriptor, merged: Any, store: Store
) -> None:
    kind: Any = str if descriptor is REDUCING else int
    state = put(store, descriptor, one=[kind(1)], two=[kind(2)], three=[kind(3)])
    first = None if descriptor is LIST else lambda first, second: first
    state.merge_namespaces("target", ["one", "two", "three"], first)
    assert store.get(descriptor, "target").get() == merged
    assert store.get(descriptor, "two").get() in (None, [])


def test_what_has_expired_or_is_none_starts_reductions_anew(store: Store) -> None:
    for descriptor, one in ((REDUCING, "1"), (AGGREGATING, 1)):
        state = store.get(descriptor)
        state.add(one)
        state.add(None)
        assert state.get() is None
        assert isinstance(store.changes[-1], StateCleared)


def test_a_list_is_pickled_if_its_elements_are(store: Store) -> None:
    lists = [
        ListStateDescriptor("plain", Types.LONG()),
        ListStateDescriptor("pickled", Types.PICKLED_BYTE_ARRAY()),
    ]
    lock = threading.Lock()  # cannot be pickled
    taken = []
    for descriptor in lists:
        try:
            store.get(descriptor).add(lock)
        except TypeError:
            continue
        taken.append(descriptor.name)
    assert taken == ["plain"]


def test_keys_values_and_items_of_a_map_go_together_and_in_javas_order(store: Store) -> None:
    state = store.get(MAP)
    assert state.is_empty()
    state.put_all([("b", 2), ("a", 1)])
    state.put("c", 3)
    assert list(state.keys()) == ["a", "b", "c"]
    assert list(state.values()) == [1, 2, 3]
    assert list(state.items()) == [("a", 1), ("b", 2), ("c", 3)]
    assert not state.is_empty()
    assert state.get("x") is None
    before = len(store.events)
    state.put_all({})
    assert len(store.events) == before, "nothing was put"
    state.remove("a")
    assert store.events[-1] == StateEntryRemoved(OperatorId("o1/0"), "map", "a", "", "a", GROUP)


def test_what_is_put_into_a_map_is_told_with_the_group_of_its_key(store: Store) -> None:
    store.get(MAP).put("x", 1)
    store.get(MAP).put_all({"y": 2})
    assert store.changes == [
        StateEntryPut(OperatorId("o1/0"), "map", "a", "", "x", 1, GROUP),
        StateEntryPut(OperatorId("o1/0"), "map", "a", "", "y", 2, GROUP),
    ]


def test_the_order_of_a_map_is_that_of_javas_room_for_what_was_put_together(store: Store) -> None:
    """For two it makes four buckets, where a map that grows begins with sixteen."""
    together = store.get(MapStateDescriptor("together", Types.LONG(), Types.LONG()))
    together.put_all({26: 0, 77: 0})
    assert list(together.keys()) == [77, 26]
    one_by_one = store.get(MapStateDescriptor("one by one", Types.LONG(), Types.LONG()))
    for number in (77, 26):
        one_by_one.put(number, 0)
    assert list(one_by_one.keys()) == [26, 77]
