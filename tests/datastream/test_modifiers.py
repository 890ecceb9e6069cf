from __future__ import annotations

import pytest

from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import DataStream, SlotSharingGroup, StreamExecutionEnvironment


@pytest.fixture
def env() -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment.get_execution_environment()


@pytest.fixture
def mapped(env: StreamExecutionEnvironment) -> DataStream:
    return env.from_collection([1]).map(lambda value: value)


def test_modifiers_change_the_operator_and_give_the_stream_back(mapped: DataStream) -> None:
    changed = (
        mapped.name("n").uid("u").set_description("d").set_parallelism(3).set_max_parallelism(64)
        .set_buffer_timeout(5).start_new_chain().slot_sharing_group("g")
    )  # fmt: skip
    assert changed is mapped
    transformation = mapped.transformation
    assert mapped.get_name() == "n"
    assert (transformation.uid, transformation.description) == ("u", "d")
    assert (transformation.parallelism, transformation.max_parallelism) == (3, 64)
    assert transformation.buffer_timeout_ms == 5
    assert transformation.chaining_strategy == "HEAD"
    assert transformation.slot_sharing_group == "g"
    assert mapped.disable_chaining().transformation.chaining_strategy == "NEVER"


def test_a_slot_sharing_group_object_brings_its_resources(mapped: DataStream) -> None:
    group = SlotSharingGroup.builder("big").set_cpu_cores(2.0).set_task_heap_memory_mb(10).build()
    mapped.slot_sharing_group(group)
    assert mapped.transformation.slot_sharing_group == "big"
    assert mapped.transformation.slot_resources is group
    mapped.slot_sharing_group("big")
    assert mapped.transformation.slot_resources is None
    with pytest.raises(TypeError, match="expected a name or a SlotSharingGroup, found 3"):
        mapped.slot_sharing_group(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("parallelism", [0, -2])
def test_a_parallelism_below_one_is_refused_naming_the_operator(
    mapped: DataStream, parallelism: int
) -> None:
    with pytest.raises(ValueError, match="must be at least 1, or ExecutionConfig") as refusal:
        mapped.set_parallelism(parallelism)
    assert f"set_parallelism({parallelism}) was called on 'Map'" in str(refusal.value)


def test_minus_one_is_the_environments_parallelism(
    env: StreamExecutionEnvironment, mapped: DataStream
) -> None:
    env.set_parallelism(5)
    assert mapped.set_parallelism(3).set_parallelism(-1).transformation.parallelism == 5


def test_a_parallelism_that_is_no_number_is_refused(mapped: DataStream) -> None:
    with pytest.raises(TypeError, match=r"set_parallelism\(parallelism\).*found '2'"):
        mapped.set_parallelism("2")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="found True"):
        mapped.set_parallelism(True)


@pytest.mark.parametrize(
    ("max_parallelism", "message"),
    [
        (0, "The maximum parallelism must be greater than 0."),
        (32769, "Maximum parallelism must be between 1 and 32768. Found: 32769"),
    ],
)
def test_a_maximum_parallelism_out_of_bounds_is_refused_in_flinks_words(
    mapped: DataStream, max_parallelism: int, message: str
) -> None:
    with pytest.raises(ValueError, match="key groups") as refusal:
        mapped.set_max_parallelism(max_parallelism)
    assert str(refusal.value).startswith(message)


def test_a_source_that_is_not_parallel_stays_so(env: StreamExecutionEnvironment) -> None:
    source = env.from_collection([1])
    with pytest.raises(ValueError, match=r"^The parallelism of non parallel operator must be 1\."):
        source.set_parallelism(2)
    with pytest.raises(ValueError, match=r"^The maximum parallelism of non parallel operator"):
        source.set_max_parallelism(2)
    assert source.set_parallelism(1) is source


def test_force_non_parallel_holds_from_then_on(mapped: DataStream) -> None:
    mapped.force_non_parallel()
    assert (mapped.transformation.parallelism, mapped.transformation.max_parallelism) == (1, 1)
    with pytest.raises(ValueError, match="non parallel operator"):
        mapped.set_parallelism(2)


@pytest.mark.parametrize("method", ["name", "uid", "set_description"])
def test_a_stream_that_is_no_operator_has_no_modifiers(mapped: DataStream, method: str) -> None:
    with pytest.raises(TypeError, match=rf"{method}: 'Partition' .* is not an operator"):
        getattr(mapped.rebalance(), method)("x")


def test_texts_must_be_texts(mapped: DataStream) -> None:
    with pytest.raises(TypeError, match=r"name\(name\): expected text, found 3"):
        mapped.name(3)  # type: ignore[arg-type]


def test_a_uid_hash_has_32_hexadecimal_digits(mapped: DataStream) -> None:
    mapped.set_uid_hash("0123456789abcdef" * 2)
    with pytest.raises(ValueError, match="32 character String"):
        mapped.set_uid_hash("xyz")


def test_a_sink_of_the_newer_kind_takes_no_uid_hash(mapped: DataStream) -> None:
    with pytest.raises(TypeError, match="Cannot set a custom UID hash on a non-legacy sink"):
        mapped.sink_to(CollectSink()).set_uid_hash("0123456789abcdef" * 2)
    assert mapped.print().set_uid_hash("0123456789abcdef" * 2).uid  # the old kind takes one


def test_a_buffer_timeout_below_minus_one_is_refused(mapped: DataStream) -> None:
    with pytest.raises(ValueError, match="timeout must be >= -1, found -5"):
        mapped.set_buffer_timeout(-5)
