"""What PyFlink does while a program is built, where it departs from Flink's Java API.

What PyFlink really does with each is recorded in ``tests/conformance/programs/refusals``.
"""

from __future__ import annotations

import threading
from typing import Any

import pytest

from flinksim.common import Configuration, Row, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import KeyedProcessFunction
from flinksim.datastream.state import (
    ListStateDescriptor,
    MapStateDescriptor,
    ValueStateDescriptor,
)
from flinksim.datastream.triggers import CountTrigger
from flinksim.pyflink_compat.ask_functions import is_unchanged_by_network
from flinksim.pyflink_compat.coder_checks import create_coder, create_network_check
from flinksim.pyflink_compat.function_pickle_check import check_picklable
from flinksim.pyflink_compat.import_alias import alias_pyflink
from flinksim.runtime.failure_report import JobExecutionError

PAIR = Types.TUPLE([Types.STRING(), Types.INT()])
LOCK = threading.Lock()


def environment(dialect: str) -> StreamExecutionEnvironment:
    options = Configuration().set_string("flinksim.dialect", dialect)
    return StreamExecutionEnvironment.get_execution_environment(options)


def test_a_lock_is_refused_in_pyflinks_dialect_alone() -> None:
    environment("java").from_collection([1]).map(lambda value: LOCK)
    stream = environment("pyflink").from_collection([1])
    with pytest.raises(
        TypeError, match=r"cannot pickle '_thread.lock' object: the user function of"
    ):
        stream.map(lambda value: LOCK)


def test_a_type_is_refused_once_an_operator_has_it() -> None:
    shared = Types.LONG()
    check_picklable(lambda value: shared, "it")
    environment("pyflink").from_collection([1]).map(lambda value: value, shared)
    with pytest.raises(TypeError, match="Long was already passed to another operator"):
        check_picklable(lambda value: shared, "it")


def test_functions_that_name_each_other_and_classes_of_the_program_are_followed() -> None:
    def even(number: int) -> bool:
        return number == 0 or odd(number - 1)

    def odd(number: int) -> bool:
        return number != 0 and even(number - 1)

    class Holder:
        def held(self) -> Any:
            return LOCK

    check_picklable(even, "it")
    with pytest.raises(TypeError, match="lock"):
        check_picklable(Holder(), "it")


@pytest.mark.parametrize(
    ("value", "type_info", "says"),
    [
        (["a", 1], PAIR, "Expected tuple, got list"),
        (Row("a", 1), PAIR, "Expected tuple, got Row"),
        (("a", None), PAIR, "an integer is required"),
        ((None, 1), PAIR, "has no attribute 'encode'"),
        ((1, 2), Types.LIST(Types.INT()), "Expected list, got tuple"),
        ([1, None], Types.LIST(Types.INT()), "an integer is required"),
        (("a", 1), Types.ROW([Types.STRING(), Types.INT()]), "get_fields_by_names"),
        (([1],), Types.TUPLE([PAIR]), "Expected tuple, got list"),
    ],
)
def test_coders_refuse_values_of_another_kind(value: Any, type_info: Any, says: str) -> None:
    coder = create_coder(type_info)
    assert coder is not None
    with pytest.raises((TypeError, AttributeError), match=says):
        coder(value)
    assert coder(None) is None, "which is for Java to refuse"


def test_null_goes_to_the_network_where_java_can_write_it() -> None:
    assert create_network_check(Types.STRING(), is_python_output=True) is None
    assert create_network_check(None, is_python_output=False) is None
    for type_info in (Types.INT(), PAIR, Types.LIST(Types.INT()), None):
        check = create_network_check(type_info, is_python_output=True)
        assert check is not None
        with pytest.raises(TypeError, match="NullPointerException"):
            check(None)


def test_a_row_arrives_as_another_unless_it_has_its_names() -> None:
    named = Types.ROW_NAMED(["a"], [Types.INT()])
    assert not is_unchanged_by_network(Row(1), named)
    assert is_unchanged_by_network(Row(a=1), named)
    assert not is_unchanged_by_network([1], named)
    assert not is_unchanged_by_network((Row(1),), Types.TUPLE([named]))
    assert is_unchanged_by_network((1,), Types.TUPLE([Types.INT()]))


def test_arguments_are_let_through_with_a_warning_where_pyflink_says_nothing() -> None:
    with alias_pyflink():
        stream = StreamExecutionEnvironment.get_execution_environment().from_collection([1])
        with pytest.warns(
            UserWarning, match=r"process\(func\).* PyFlink does not report this"
        ) as told:
            stream.process(5)
        assert told[0].filename == __file__
    with pytest.raises(TypeError, match="ProcessFunction is required"):
        environment("pyflink").from_collection([1]).process(5)


class Asks(KeyedProcessFunction):
    def __init__(self, descriptor: Any, ask: str = "get_state") -> None:
        self.descriptor, self.ask = descriptor, ask

    def open(self, runtime_context: Any) -> None:
        getattr(runtime_context, self.ask)(self.descriptor)

    def process_element(self, value: Any, ctx: Any) -> Any:
        yield value


@pytest.mark.parametrize(
    "add",
    [
        lambda keyed: keyed.process(Asks(ValueStateDescriptor(5, Types.INT()))),  # type: ignore[arg-type]
        lambda keyed: keyed.process(Asks(ValueStateDescriptor("x", 5))),  # type: ignore[arg-type]
        lambda keyed: keyed.process(Asks(ListStateDescriptor("x", 5), "get_list_state")),  # type: ignore[arg-type]
        lambda keyed: keyed.process(Asks(MapStateDescriptor("x", 5, Types.INT()), "get_map_state")),  # type: ignore[arg-type]
        lambda keyed: keyed.count_window(2).trigger(CountTrigger.of("2")).reduce(max),  # type: ignore[arg-type]
    ],
)
def test_what_pyflink_lets_through_while_building_fails_when_the_job_runs(add: Any) -> None:
    def keyed() -> Any:
        env = StreamExecutionEnvironment.get_execution_environment()
        return env.from_collection([1, 2], Types.INT()).key_by(lambda value: value, Types.INT())

    with pytest.raises(TypeError, match="expected"):
        add(keyed())
    with alias_pyflink():
        with pytest.warns(UserWarning, match="PyFlink does not report this"):
            stream = add(keyed())
        with pytest.raises(JobExecutionError, match=r"expected a Type|not a string|not supported"):
            list(stream.execute_and_collect())


def test_what_stands_for_a_type_is_refused_when_an_operator_is_given_it() -> None:
    for make, says in (
        (lambda: Types.ROW([5]), "NullPointerException"),  # type: ignore[list-item]
        (lambda: Types.TUPLE([5]), "NullPointerException"),  # type: ignore[list-item]
        (lambda: Types.LIST(5), "get_java_type_info"),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError, match="expected a TypeInformation"):
            make()
        with alias_pyflink():
            stream = StreamExecutionEnvironment.get_execution_environment().from_collection([1])
            with pytest.warns(UserWarning, match="PyFlink does not report this"):
                wrong = make()
            with pytest.raises(Exception, match=says):
                stream.map(lambda value: value, wrong)


def test_assigners_that_pyflink_does_not_take_are_refused_in_its_dialect() -> None:
    class Old(TimestampAssigner):
        def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
            return int(value)

        def get_current_watermark(self) -> int:
            return 0

    by_lambda = WatermarkStrategy.no_watermarks().with_timestamp_assigner(lambda value, time: 1)
    for assigner, says in (
        (Old(), "removed in 2.0"),
        (by_lambda, "has no attribute 'extract_timestamp'"),
    ):
        environment("java").from_collection([1]).assign_timestamps_and_watermarks(assigner)
        with pytest.raises(AttributeError, match=says):
            environment("pyflink").from_collection([1]).assign_timestamps_and_watermarks(assigner)


def test_with_a_limit_a_job_is_cancelled_when_it_has_its_values() -> None:
    seen: list[int] = []

    def see(value: int) -> int:
        seen.append(value)
        return value

    stream = environment("java").from_sequence(1, 10**9).map(see)
    assert stream.execute_and_collect(limit=3) == [1, 2, 3]
    assert seen == [1, 2, 3]


@pytest.mark.parametrize(
    ("values", "type_info", "fails"),
    [
        ([("a", None), ("b", None)], Types.TUPLE([Types.STRING(), Types.SQL_TIMESTAMP()]), True),
        ([("a", None)], Types.TUPLE([Types.STRING(), Types.SQL_TIMESTAMP()]), False),
        ([(None, 1)], Types.TUPLE([Types.SQL_TIMESTAMP(), Types.INT()]), True),
        ([("a", None), ("b", None)], Types.TUPLE([Types.STRING(), Types.SQL_DATE()]), False),
        ([("a", None), ("b", None)], Types.ROW([Types.STRING(), Types.SQL_TIMESTAMP()]), False),
    ],
)
def test_a_collection_with_a_null_timestamp_cannot_be_read(
    values: list[Any], type_info: Any, fails: bool
) -> None:
    """Real Flink 2.3.0: "unread block data", unless the null is the last field that is read."""
    for flavor in ("java", "pyflink"):
        env = environment(flavor)
        env.from_collection(values, type_info).print()
        if fails and flavor == "pyflink":
            with pytest.raises(JobExecutionError, match=r"value 0 is None.*unread block data"):
                env.execute()
        else:
            env.execute()
