"""What is in flight is kept as it was, until the checkpoint is over."""

from __future__ import annotations

from flinksim.runtime.checkpoint.channel_state_writer import ChannelStateWriter
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import StreamRecord, Watermark

UNALIGNED = CheckpointOptions.unaligned()


def test_a_result_is_done_when_inputs_and_outputs_are() -> None:
    writer, said = ChannelStateWriter(), []
    writer.start(1, UNALIGNED)
    result = writer.write_result(1)
    assert result is not None
    result.when_done(lambda: said.append("done"))
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
    result.when_done(lambda: said.append("at once"))
    assert said == ["done", "at once"]


def test_an_output_that_is_promised_is_waited_for() -> None:
    writer = ChannelStateWriter()
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
    writer, said = ChannelStateWriter(), []
    writer.start(1, UNALIGNED)
    give = writer.add_output_data_future(1, "b")
    result = writer.write_result(1)
    assert result is not None
    result.when_done(lambda: said.append(result.failed))
    give(None, [])
    assert said == [True]


def test_an_aborted_checkpoint_takes_nothing_any_more() -> None:
    writer, said = ChannelStateWriter(), []
    writer.start(1, UNALIGNED)
    writer.start(2, UNALIGNED)
    first = writer.write_result(1)
    assert first is not None
    first.when_done(lambda: said.append(first.failed))
    writer.abort(1)
    writer.abort(1)
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
    writer = ChannelStateWriter()
    for number in (1, 2, 3):
        writer.start(number, UNALIGNED)
    writer.forget_up_to(2)
    assert [writer.write_result(number) is None for number in (1, 2, 3)] == [True, True, False]


def test_what_is_kept_has_nothing_in_common_with_what_is_read() -> None:
    writer, value = ChannelStateWriter(), ["x"]
    writer.start(1, UNALIGNED)
    writer.add_input_data(1, "a", [StreamRecord(value, 5), Watermark(4)], [10])
    value.append("changed")
    result = writer.write_result(1)
    assert result is not None
    given = result.inputs["a"].copy()
    assert given == [StreamRecord(["x"], 5), Watermark(4)]
    given[0].value.append("changed, too")
    assert result.inputs["a"].copy() == [StreamRecord(["x"], 5), Watermark(4)]
