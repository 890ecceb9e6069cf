"""To the mistakes that users make flinksim says where they are and what to do."""

from __future__ import annotations

import pytest

from tests.conformance.fact_files import load
from tests.conformance.mistakes_page import PAGE, answer_to, page, title_of
from tests.conformance.record_mistakes import mistakes

ACCEPTED = {
    "lambda_as_timestamp_assigner": "Flink's Java API takes a lambda here, and so does flinksim",
}
"""What PyFlink refuses and flinksim does not."""

SAYS = {
    "a_class_for_an_object": ("map(func)", "Create an object of it: Double()"),
    "all_window_function_on_keys": ("process_window_function", "inherit from ProcessWindowFunction"),
    "async_function_without_async": ("'async_invoke' of class", "declared as 'async def'"),
    "broadcast_state_written_by_the_other_side": (
        "get_broadcast_state(rules).put",
        "Change it in process_broadcast_element",
    ),
    "collection_of_another_type": ("from_collection: 'one'", "Use a value of the declared type"),
    "event_time_without_timestamps": ("TumblingEventTimeWindows", "assign_timestamps_and_watermarks"),
    "flat_map_gives_no_list": ("function of 'Flat Map'", "must yield its results or return"),
    "forward_to_another_parallelism": ("parallelism: 2", "rebalance"),
    "generator_that_yields_nothing": ("Words.flat_map", "Yield the results before the return"),
    "key_selector_fails": ("pair[2]", "choosing a channel (HASH)"),
    "lambda_of_wrong_arity": ("map(func)", "called with one argument"),
    "map_with_yield": ("operator: Map", "Use flat_map instead of map"),
    "mutable_default": ("Values.create_accumulator(values=[])", "Write values=None"),
    "nothing_to_execute": ("No operators defined", "Add operators and a sink"),
    "one_uid_twice": ('ID "same"', "check that all IDs"),
    "parallelism_zero": ("set_parallelism(0)", "at least one subtask"),
    "project_without_types": ("This stream's type is", "output_type=Types.TUPLE"),
    "row_with_fewer_fields": ("operator: Map", "Change the function or its output_type"),
    "state_before_open": ("yield self.count.value()", "'NoneType' object has no attribute 'value'"),
    "state_that_cannot_be_pickled": ("'lock' was given a value of type lock", "Store plain data"),
    "state_without_keys": ("runtime_context.get_state(", "after a 'keyBy()'"),
    "sum_of_a_missing_field": ("sum(position_to_sum) was given 5", "which is an invalid index"),
    "tag_with_another_type": ("get_side_output(output_tag): 'side'", "another id"),
    "timer_without_keys": ("register_processing_time_timer(0)", "Call key_by() first"),
    "timestamp_that_is_text": ("Texts.extract_timestamp", "expected the event time as int"),
    "trigger_that_cannot_merge": ("EventTimeSessionWindows", "Never.can_merge() is false"),
    "union_of_two_types": ("Integer and String", "Map one of them"),
    "value_of_another_type": ("operator: Map", "Change the function or its output_type"),
    "what_cannot_be_pickled": ("Guarded", "open(runtime_context)"),
    "window_of_no_size": ("TumblingEventTimeWindows", "the size is 0 ms, and the offset is 0 ms"),
    "window_without_key_by": ("window()", "Call key_by(...) before"),
    "wrong_kind_of_process_function": ("process(func)", "inherit from KeyedProcessFunction"),
}  # fmt: skip
"""For each mistake the place that is named, and the advice."""


@pytest.mark.parametrize("path", mistakes(), ids=lambda path: path.stem)
def test_a_mistake_is_told_with_its_place_and_what_to_do(path):
    answer = answer_to(path)
    if path.stem in ACCEPTED:
        assert answer.raised == ""
        return
    place, advice = SAYS[path.stem]
    assert answer.raised, f"{title_of(path)}: nobody complained"
    assert place in answer.text
    assert advice in answer.text
    assert len(answer.text.splitlines()) <= 7, "an answer fits a glance"
    if "operator: " in answer.text:
        assert f"your code: tests/conformance/mistakes/{path.name}, line " in answer.text


def test_there_are_mistakes_enough_and_each_is_recorded_on_flink():
    names = {path.stem for path in mistakes()}
    assert len(names) >= 25
    assert names == set(load("mistakes")["cases"]) == {*SAYS, *ACCEPTED}


def test_the_page_of_mistakes_is_current():
    assert PAGE.read_text(encoding="utf-8") == page(), (
        "python -m tests.conformance.mistakes_page writes it anew"
    )
