"""Descriptors of state, their time to live, and output tags."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.common.time import Duration, Time
from flinksim.common.typeinfo import RowTypeInfo, Types
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.state import (
    AggregatingStateDescriptor,
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    StateTtlConfig,
    ValueStateDescriptor,
)

TTL = Time.hours(1)


def test_a_descriptor_knows_name_and_type() -> None:
    assert ValueStateDescriptor("v", Types.LONG()).get_name() == "v"
    assert ListStateDescriptor("l", Types.LONG()).type_info == Types.LIST(Types.LONG())
    assert MapStateDescriptor("m", Types.STRING(), Types.LONG()).type_info == Types.MAP(
        Types.STRING(), Types.LONG()
    )


def test_a_reducing_state_takes_a_plain_callable() -> None:
    descriptor = ReducingStateDescriptor("r", lambda a, b: a - b, Types.LONG())
    assert descriptor.get_reduce_function().reduce(5, 3) == 2


@pytest.mark.parametrize(
    ("kind", "words"),
    [(ReducingStateDescriptor, "needs a ReduceFunction or a callable of two values, not int"),
     (AggregatingStateDescriptor, "needs an AggregateFunction, not int")],
)  # fmt: skip
def test_what_is_no_function_is_refused(kind: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        kind("name", 5, Types.LONG())


def test_a_state_lives_for_ever_unless_it_is_told_to_expire() -> None:
    descriptor = ValueStateDescriptor("v", Types.LONG())
    assert descriptor.ttl_config is None
    config = StateTtlConfig.new_builder(TTL).build()
    descriptor.enable_time_to_live(config)
    assert descriptor.ttl_config is config


def test_the_defaults_of_time_to_live_are_flinks() -> None:
    config = StateTtlConfig.new_builder(TTL).build()
    assert config.get_ttl() == TTL
    assert config.get_update_type() is StateTtlConfig.UpdateType.OnCreateAndWrite
    assert config.get_state_visibility() is StateTtlConfig.StateVisibility.NeverReturnExpired
    assert (
        config.get_ttl_time_characteristic() is StateTtlConfig.TtlTimeCharacteristic.ProcessingTime
    )
    cleanup = config.get_cleanup_strategies()
    assert cleanup.is_cleanup_in_background()
    assert not cleanup.in_full_snapshot()
    incremental = cleanup.get_incremental_cleanup_strategy()
    assert incremental is not None
    assert incremental.get_cleanup_size() == 5
    assert not incremental.run_cleanup_for_every_record()
    compaction = cleanup.get_rocksdb_compact_filter_cleanup_strategy()
    assert compaction is not None
    assert compaction.get_query_time_after_num_entries() == 1000
    assert compaction.get_periodic_compaction_time() == Duration.of_days(30)


def test_the_builder_keeps_every_setting() -> None:
    config = (
        StateTtlConfig.new_builder(Time.seconds(1))
        .set_ttl(TTL)
        .update_ttl_on_read_and_write()
        .return_expired_if_not_cleaned_up()
        .use_processing_time()
        .cleanup_full_snapshot()
        .cleanup_incrementally(7, True)
        .cleanup_in_rocksdb_compact_filter(9)
        .disable_cleanup_in_background()
        .build()
    )
    assert config.get_ttl() == TTL
    assert config.get_update_type() is StateTtlConfig.UpdateType.OnReadAndWrite
    assert (
        config.get_state_visibility() is StateTtlConfig.StateVisibility.ReturnExpiredIfNotCleanedUp
    )
    cleanup = config.get_cleanup_strategies()
    assert cleanup.in_full_snapshot()
    incremental = cleanup.get_incremental_cleanup_strategy()
    assert incremental is not None
    assert incremental.get_cleanup_size() == 7
    compaction = cleanup.get_rocksdb_compact_filter_cleanup_strategy()
    assert compaction is not None
    assert compaction.get_query_time_after_num_entries() == 9


def test_without_background_cleanup_there_is_no_default_strategy() -> None:
    config = StateTtlConfig.new_builder(TTL).disable_cleanup_in_background().build()
    assert config.get_cleanup_strategies().get_incremental_cleanup_strategy() is None
    assert config.get_cleanup_strategies().get_rocksdb_compact_filter_cleanup_strategy() is None


def test_an_output_tag_is_known_by_its_name() -> None:
    assert OutputTag("late") == OutputTag("late", Types.LONG()) != OutputTag("other")
    assert {OutputTag("late"): 1}[OutputTag("late")] == 1
    assert OutputTag("late").type_info == Types.PICKLED_BYTE_ARRAY()
    assert isinstance(OutputTag("late", [Types.LONG()]).type_info, RowTypeInfo)


@pytest.mark.parametrize("name", ["", None])
def test_an_output_tag_needs_a_name(name: Any) -> None:
    with pytest.raises(ValueError, match="OutputTag tag_id cannot be None or empty string"):
        OutputTag(name)


def test_the_type_of_an_output_tag_must_be_one() -> None:
    with pytest.raises(TypeError, match="must be None, list or TypeInformation, not str"):
        OutputTag("late", "LONG")  # type: ignore[arg-type]
