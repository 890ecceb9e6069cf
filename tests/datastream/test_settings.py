"""Slot sharing groups, checkpoint settings, state backends, checkpoint storages, retry strategies."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import Duration, Time, Types
from flinksim.datastream import (
    AsyncDataStream,
    AsyncFunction,
    AsyncRetryStrategy,
    CheckpointConfig,
    CheckpointingMode,
    EmbeddedRocksDBStateBackend,
    ExternalizedCheckpointRetention,
    FileSystemCheckpointStorage,
    JobManagerCheckpointStorage,
    MemorySize,
    PredefinedOptions,
    SlotSharingGroup,
    StreamExecutionEnvironment,
)
from flinksim.datastream.async_retry_predicates import (
    empty_result_predicate,
    exception_type_predicate,
    has_exception_predicate,
)
from flinksim.datastream.transformations import AsyncSpec


def test_a_memory_size_is_read_in_all_units_and_ordered() -> None:
    size = MemorySize.of_mebi_bytes(2048)
    assert size.get_bytes() == 1 << 31
    assert (size.get_kibi_bytes(), size.get_mebi_bytes(), size.get_gibi_bytes()) == (
        1 << 21,
        2048,
        2,
    )
    assert size.get_tebi_bytes() == 0
    assert MemorySize.parse("2 gb") == size
    assert MemorySize(1) < size
    assert size <= MemorySize.of_mebi_bytes(2048)
    assert (str(size), str(MemorySize(5))) == ("2 gb", "5 bytes")
    with pytest.raises(TypeError, match="comparison with non-MemorySize 5"):
        _ = size < 5


def test_a_slot_sharing_group_is_built_and_compared() -> None:
    builder = SlotSharingGroup.builder("g").set_cpu_cores(1.0).set_task_heap_memory_mb(100)
    group = (
        builder.set_task_off_heap_memory_mb(10)
        .set_managed_memory_mb(20)
        .set_external_resource("gpu", 1.0)
        .build()
    )
    assert group.get_name() == "g"
    assert group.get_cpu_cores() == 1.0
    assert group.get_task_heap_memory() == MemorySize.of_mebi_bytes(100)
    assert group.get_task_off_heap_memory() == MemorySize.of_mebi_bytes(10)
    assert group.get_managed_memory() == MemorySize.of_mebi_bytes(20)
    assert group.get_external_resources() == {"gpu": 1.0}
    assert group == builder.build()
    assert group != SlotSharingGroup.builder("g").build()


def test_a_group_needs_cores_and_heap_together() -> None:
    with pytest.raises(ValueError, match="should be specified together"):
        SlotSharingGroup.builder("g").set_cpu_cores(1.0).build()
    with pytest.raises(ValueError, match="should be specified together"):
        SlotSharingGroup.builder("g").set_managed_memory_mb(1).build()
    with pytest.raises(ValueError, match="cpu cores should be positive"):
        SlotSharingGroup.builder("g").set_cpu_cores(0)


def test_checkpoint_defaults_are_flinks() -> None:
    config = CheckpointConfig()
    assert not config.is_checkpointing_enabled()
    assert config.get_checkpoint_interval() == -1
    assert config.get_checkpoint_timeout() == 600_000
    assert config.get_min_pause_between_checkpoints() == 0
    assert config.get_max_concurrent_checkpoints() == 1
    assert config.get_checkpointing_mode() is CheckpointingMode.AT_LEAST_ONCE
    assert config.is_fail_on_checkpointing_errors()
    assert not config.is_externalized_checkpoints_enabled()
    assert not config.is_unaligned_checkpoints_enabled()
    assert not config.is_force_unaligned_checkpoints()
    assert config.get_alignment_timeout() == Duration.of_millis(0)


def test_checkpoint_settings_are_read_back() -> None:
    config = (
        CheckpointConfig()
        .set_checkpoint_interval(1000)
        .set_checkpointing_mode(CheckpointingMode.AT_LEAST_ONCE)
        .set_checkpoint_timeout(2000)
        .set_min_pause_between_checkpoints(30)
        .set_max_concurrent_checkpoints(3)
        .set_tolerable_checkpoint_failure_number(2)
        .set_alignment_timeout(Duration.of_seconds(1))
        .set_force_unaligned_checkpoints()
        .set_externalized_checkpoint_retention(
            ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION
        )
    )
    assert config.is_checkpointing_enabled()
    assert config.get_checkpointing_mode() is CheckpointingMode.AT_LEAST_ONCE
    assert config.get_checkpoint_timeout() == 2000
    assert config.get_min_pause_between_checkpoints() == 30
    assert config.get_max_concurrent_checkpoints() == 3
    assert not config.is_fail_on_checkpointing_errors()
    assert config.set_fail_on_checkpointing_errors(True).is_fail_on_checkpointing_errors()
    assert config.get_aligned_checkpoint_timeout() == Duration.of_seconds(1)
    assert config.is_force_unaligned_checkpoints()
    assert config.is_externalized_checkpoints_enabled()
    assert not config.enable_unaligned_checkpoints().is_unaligned_checkpoints_enabled()
    config.set_checkpointing_mode(CheckpointingMode.EXACTLY_ONCE)
    assert config.is_unaligned_checkpoints_enabled()
    assert config.get_max_concurrent_checkpoints() == 3, "refused when the job begins"
    assert not config.disable_unaligned_checkpoints().is_unaligned_checkpoints_enabled()


def test_checkpoint_numbers_out_of_range_are_refused() -> None:
    config = CheckpointConfig()
    for call, message in (
        (lambda: config.set_checkpoint_timeout(5), "timeout must be larger than or equal to 10"),
        (lambda: config.set_min_pause_between_checkpoints(-1), "zero or positive"),
        (lambda: config.set_max_concurrent_checkpoints(0), "must be at least one"),
        (lambda: config.set_tolerable_checkpoint_failure_number(-1), "tolerable failure"),
    ):
        with pytest.raises(ValueError, match=message):
            call()


def test_state_backends_and_storages_keep_what_was_said() -> None:
    rocks = EmbeddedRocksDBStateBackend(True)
    rocks.set_predefined_options(PredefinedOptions.FLASH_SSD_OPTIMIZED)
    rocks.set_db_storage_paths("/a", "/b")
    rocks.set_number_of_transfer_threads(8)
    rocks.set_options("factory")
    assert rocks.is_incremental_checkpoints_enabled()
    assert rocks.get_predefined_options() is PredefinedOptions.FLASH_SSD_OPTIMIZED
    assert rocks.get_db_storage_paths() == ["/a", "/b"]
    assert (rocks.get_number_of_transfer_threads(), rocks.get_options()) == (8, "factory")
    with pytest.raises(ValueError, match="greater than zero, found 0"):
        rocks.set_number_of_transfer_threads(0)
    assert JobManagerCheckpointStorage().get_max_state_size() == 5 * 1024 * 1024
    files = FileSystemCheckpointStorage("file:///c", 100, 50)
    assert files.get_checkpoint_path() == "file:///c"
    assert (files.get_min_file_size_threshold(), files.get_write_buffer_size()) == (100, 100)
    with pytest.raises(ValueError, match=r"must be in \[0, 1048576\]"):
        FileSystemCheckpointStorage("file:///c", -1)


def test_retry_strategies_say_when_and_how_often() -> None:
    fixed = AsyncRetryStrategy.fixed_delay(2, 100, empty_result_predicate, None)
    assert [fixed.can_retry(n) for n in (1, 2, 3)] == [True, True, False]
    assert fixed.get_backoff_time_millis(2) == 100
    assert fixed.get_retry_predicate().result_predicate() is empty_result_predicate
    growing = AsyncRetryStrategy.exponential_backoff(
        5, 100, 250, 2.0, None, has_exception_predicate
    )
    assert [growing.get_backoff_time_millis(n) for n in (1, 2, 3, 4)] == [100, 200, 250, 250]
    assert not AsyncRetryStrategy.no_restart().can_retry(1)
    with pytest.raises(AssertionError, match="max_attempts should be greater than zero"):
        AsyncRetryStrategy.fixed_delay(0, 100, None, None)


def test_retry_predicates() -> None:
    assert empty_result_predicate([])
    assert empty_result_predicate(None)
    assert not empty_result_predicate([1])
    assert has_exception_predicate(ValueError())
    assert not has_exception_predicate(None)
    assert exception_type_predicate(ValueError(), ValueError)
    assert not exception_type_predicate(ValueError(), KeyError)


class Lookup(AsyncFunction[Any, Any]):
    async def async_invoke(self, value: Any) -> list[Any]:
        return [value]


def test_an_async_operator_has_its_settings_in_the_spec() -> None:
    stream = StreamExecutionEnvironment.get_execution_environment().from_collection([1])
    ordered = AsyncDataStream.ordered_wait(stream, Lookup(), Time.seconds(1), 7, Types.INT())
    spec = ordered.transformation.spec
    assert isinstance(spec, AsyncSpec)
    assert (spec.timeout_ms, spec.capacity, spec.ordered, spec.retry_strategy) == (
        1000,
        7,
        True,
        None,
    )
    assert ordered.transformation.name == "async wait operator"
    assert ordered.get_type() == Types.INT()
    strategy = AsyncRetryStrategy.fixed_delay(2, 100, None, None)
    retried = AsyncDataStream.unordered_wait_with_retry(stream, Lookup(), Time.seconds(1), strategy)
    spec = retried.transformation.spec
    assert isinstance(spec, AsyncSpec)
    assert (spec.capacity, spec.ordered, spec.retry_strategy) == (100, False, strategy)


def test_a_wrong_async_operator_is_refused() -> None:
    class NotAsync(AsyncFunction[Any, Any]):
        def async_invoke(self, value: Any) -> list[Any]:  # type: ignore[override]
            return [value]

    stream = StreamExecutionEnvironment.get_execution_environment().from_collection([1])
    second, retry = Time.seconds(1), AsyncRetryStrategy.fixed_delay(2, 100, None, None)
    for arguments, message in (
        ((stream, NotAsync(), second), "should be declared as 'async def'"),
        ((stream, print, second), "An AsyncFunction is required"),
        (([1], Lookup(), second), "A DataStream is required"),
        ((stream, Lookup(), 5), "expected a Time or a Duration, found 5"),
        ((stream, Lookup(), second, 0), "expected at least 1, found 0"),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            AsyncDataStream.ordered_wait(*arguments)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Timeout should be configured when do async with retry"):
        AsyncDataStream.ordered_wait_with_retry(stream, Lookup(), Time.milliseconds(0), retry)
