"""What is in flight is kept as it was, until the checkpoint is over."""

from __future__ import annotations

from flinksim.runtime.checkpoint.channel_state_writer import (
    ChannelStateFiles,
    ChannelStateWriter,
    ChannelStateWriteResult,
)
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import StreamRecord, Watermark

UNALIGNED = CheckpointOptions.unaligned()


def alone() -> ChannelStateWriter:
    """One that shares its file with nobody."""
    return ChannelStateFiles().create_writer(1)


def test_a_result_is_done_when_inputs_and_outputs_are() -> None:
    writer, said = alone(), []
    writer.start(1, UNALIGNED)
    result = writer.write_result(1)
    assert result is not None
    result.add_done_callback(lambda: said.append("done"))
    writer.add_input_data(1, "a", [StreamRecord("x", 5), Watermark(4)], [10, 20])
    writer.add_input_data(1, "a", [StreamRecord("y", 6)], [30])
    writer.add_output_data(1, "b", [StreamRecord("z", 7)], [7])
    writer.add_output_data(1, "c", [], [])  # nothing was overtaken there
    writer.finish_input(1)
    assert (result.done, said) == (False, [])
    writer.finish_output(1)
    assert (result.done, said) == (True, ["done"])
    assert result.inputs["a"].elements == [StreamRecord("x", 5), Watermark(4), StreamRecord("y", 6)]
    assert (result.inputs["a"].buffers, result.inputs["a"].bytes) == (3, 60)
    assert list(result.outputs) == ["b"]
    assert result.bytes == 67
    result.add_done_callback(lambda: said.append("at once"))
    assert said == ["done", "at once"]


def test_an_output_that_is_promised_is_waited_for() -> None:
    writer = alone()
    writer.start(1, UNALIGNED)
    give = writer.add_output_data_future(1, "b")
    writer.finish_input(1)
    writer.finish_output(1)
    result = writer.write_result(1)
    assert result is not None
    assert not result.done
    give([StreamRecord("z", 7)], [3])
    assert result.done
    assert not result.failed
    assert result.bytes == 3


def test_a_promise_that_is_not_kept_fails_the_checkpoint() -> None:
    writer, said = alone(), []
    writer.start(1, UNALIGNED)
    give = writer.add_output_data_future(1, "b")
    result = writer.write_result(1)
    assert result is not None
    result.add_done_callback(lambda: said.append(result.failed))
    give(None, [])
    assert said == [True]


def test_an_aborted_checkpoint_takes_nothing_any_more() -> None:
    writer, said = alone(), []
    writer.start(1, UNALIGNED)
    first = writer.write_result(1)
    assert first is not None
    first.add_done_callback(lambda: said.append(first.failed))
    writer.abort(1)
    writer.abort(1)
    writer.start(2, UNALIGNED)
    assert said == [True]
    assert writer.write_result(1) is None
    for late in (writer.add_input_data, writer.add_output_data):
        late(1, "a", [Watermark(1)], [1])
    writer.finish_input(1)
    writer.finish_output(1)
    writer.add_output_data_future(1, "a")([Watermark(1)], [1])
    assert first.bytes == 0
    assert writer.write_result(2) is not None


def test_checkpoints_that_are_over_are_forgotten_and_later_ones_are_not() -> None:
    writer = alone()
    for number in (1, 2, 3):
        writer.start(number, UNALIGNED)
    writer.discard_up_to(2)
    assert [writer.write_result(number) is None for number in (1, 2, 3)] == [True, True, False]


def test_what_is_kept_has_nothing_in_common_with_what_is_read() -> None:
    writer, value = alone(), ["x"]
    writer.start(1, UNALIGNED)
    writer.add_input_data(1, "a", [StreamRecord(value, 5), Watermark(4)], [10])
    value.append("changed")
    result = writer.write_result(1)
    assert result is not None
    given = result.inputs["a"].copy()
    assert given == [StreamRecord(["x"], 5), Watermark(4)]
    given[0].value.append("changed, too")
    assert result.inputs["a"].copy() == [StreamRecord(["x"], 5), Watermark(4)]


# --- one file for several ----------------------------------------------------------------------------


def begun(writer: ChannelStateWriter, number: int = 1) -> ChannelStateWriteResult:
    writer.start(number, UNALIGNED)
    result = writer.write_result(number)
    assert result is not None
    return result


def complete(writer: ChannelStateWriter, number: int = 1) -> None:
    writer.finish_input(number)
    writer.finish_output(number)


def test_those_who_share_a_file_are_done_when_all_are() -> None:
    files = ChannelStateFiles()
    first, second, third = files.create_writer(2), files.create_writer(2), files.create_writer(2)
    result = begun(first)
    complete(first)
    assert not result.done, "the second has not begun"
    alone_there = begun(third)
    complete(third)
    assert alone_there.done, "it has a file of its own"
    other = begun(second)
    second.finish_output(1)
    assert not result.done
    second.finish_input(1)
    assert (result.done, other.done, result.failed, other.failed) == (True, True, False, False)


def test_nobody_joins_once_a_checkpoint_has_begun_or_one_has_ended() -> None:
    files = ChannelStateFiles()
    first = files.create_writer(5)
    result = begun(first)
    late = files.create_writer(5)
    complete(first)
    assert result.done
    late.close()
    later = begun(files.create_writer(5))
    assert not later.done


def test_one_that_has_ended_is_not_waited_for() -> None:
    files = ChannelStateFiles()
    first, second = files.create_writer(5), files.create_writer(5)
    result = begun(first)
    complete(first)
    second.close()
    assert result.done
    assert not result.failed
    result = begun(first, 2)
    complete(first, 2)
    assert result.done


def test_what_one_gives_up_fails_for_all() -> None:
    files = ChannelStateFiles()
    first, second, third = files.create_writer(5), files.create_writer(5), files.create_writer(5)
    results = [begun(first), begun(second)]
    second.abort(1)
    results.append(begun(third))
    assert [result.failed for result in results] == [True] * 3
    results = [begun(one, 2) for one in (first, second, third)]
    first.abort(1)  # that is over
    for one in (first, second, third):
        complete(one, 2)
    assert [(result.done, result.failed) for result in results] == [(True, False)] * 3


def test_a_newer_checkpoint_of_one_ends_the_older_one_of_all() -> None:
    files = ChannelStateFiles()
    first, second = files.create_writer(5), files.create_writer(5)
    older = begun(first)
    newer = begun(second, 2)
    assert (older.failed, newer.failed) == (True, False)
    assert begun(second).failed, "it comes too late"
