"""Effects are data: all of them can be compiled, and speak of what is there."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.core.ids import ChannelId, OperatorId, SubtaskId
from flinksim.trace.events import Event, InputWatermarkAdvanced, MailTaken, declare_event
from flinksim.trace.schema.event_kinds import KINDS, KindDeclaration
from flinksim.trace.schema.state_schema import read_class_shapes
from flinksim.trace.state import job_state as view_module
from flinksim.trace.state import reducer as fold_module
from flinksim.trace.state.effects import CHANNEL, JOB, OPERATOR, Const, Each, Effect, Next
from flinksim.trace.state.job_state import ChannelView, JobView, OperatorView, apply_events
from flinksim.trace.state.keyframes import StateKeyframes
from flinksim.trace.state.typescript_reducer import _generate_case
from flinksim.trace.storage.columns import TraceFileError
from tests.claim_runs import trace_of
from tests.trace.fixtures import made_up_trace

SHAPE = read_class_shapes(vars(view_module))


def spoken_of(effect: Effect) -> list[str]:
    """The fields of the fact that *effect* names."""
    parts: list[Any] = [part for _, part in effect.path.entries] + list(effect.key)
    parts += [source for _, source in effect.values]
    named = [part.field if isinstance(part, Next | Each) else part for part in parts]
    fields = [each for each in named if isinstance(each, str)]
    return [*fields, effect.condition[0]] if effect.condition else fields


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.cls.EFFECTS], ids=lambda k: k.name)
def test_effects_speak_of_fields_and_attributes_that_exist(kind: KindDeclaration) -> None:
    for effect in kind.cls.EFFECTS:
        for name in spoken_of(effect):
            assert kind.find_field(name), f"{kind.name} has no {name}"
    fold_module.generate_apply(kind.cls.EFFECTS, SHAPE, "JobView")
    _generate_case(kind.name, kind.cls.EFFECTS, SHAPE)


def test_an_effect_on_what_a_view_lacks_is_refused_by_name() -> None:
    with pytest.raises(
        TypeError,
        match=r"ChannelView has no attribute 'colour'. Attributes that an effect can change: watermark",
    ):
        fold_module.generate_apply((CHANNEL.set(colour="after"),), SHAPE, "JobView")


def test_a_new_kind_of_event_costs_one_declaration() -> None:
    @declare_event(flink_method="Nowhere.atAll")
    class Moved(Event):
        """Elements were moved from some channels to another."""

        channel: ChannelId
        sources: tuple[ChannelId, ...]
        operator: OperatorId
        queued: int

        EFFECTS = (
            CHANNEL.set(queued="queued", stops_reading=True),
            JOB.at("channels", Each("sources")).set(queued=0),
            OPERATOR.put("timers", Const("event"), "channel", Const(""), "queued"),
            OPERATOR.add(late=2).when("queued", 3),
        )

    view = JobView(channels={ChannelId(name): ChannelView(queued=9) for name in "abc"})
    view.operators[OperatorId("o")] = OperatorView()
    before = view.copy()
    moved: Any = Moved(ChannelId("a"), (ChannelId("b"),), OperatorId("o"), 3)
    view.apply(moved)
    assert [channel.queued for channel in view.channels.values()] == [3, 0, 9]
    assert view.channels[ChannelId("a")].stops_reading
    assert view.operators[OperatorId("o")].timers == {("event", "a", "", 3): None}
    assert view.operators[OperatorId("o")].late == 2
    assert [channel.queued for channel in before.channels.values()] == [9, 9, 9]
    assert before.operators[OperatorId("o")] == OperatorView()


def test_a_copy_is_independent_of_what_it_was_copied_from() -> None:
    trace = made_up_trace(60)
    view, twin = JobView(), JobView()
    for event in trace.events:
        copied = view.copy()
        view.apply(event)
        assert copied == twin, f"changed by {event}"
        twin.apply(event)


def test_views_are_made_from_keyframes_that_cost_no_more_than_the_events() -> None:
    trace = made_up_trace(400)
    views = StateKeyframes(trace, interval=1)
    last = views.get_state_after(len(trace))
    assert views.get_state_after(len(trace)) == last
    assert 2 < len(views._keyframes) < len(trace) / 5


def test_a_job_begins_with_all_that_its_plan_names_and_nothing_has_run() -> None:
    trace = trace_of("two_inputs")
    plan = trace.plan
    view = JobView()
    view.start(plan)
    assert view.time_ms == plan.start_time_ms
    assert set(view.tasks) == {subtask.id for subtask in plan.subtasks}
    assert set(view.channels) == {channel.id for channel in plan.channels}
    assert set(view.operators) == {instance.id for instance in plan.instances()}
    readers = {
        OperatorId(f"o{channel.target_node}/{channel.target.rpartition('/')[2]}")
        for channel in plan.channels
        if channel.input == 1
    }
    assert readers, "the run has an operator with two inputs"
    for operator, state in view.operators.items():
        assert set(state.inputs) == ({0, 1} if operator in readers else set())
    for channel in plan.channels:
        assert view.channels[channel.id].credit == channel.initial_credit
        assert view.channels[channel.id].exclusive == channel.initial_credit
        assert channel.input in view.tasks[channel.target].inputs


def test_folding_is_applying_one_event_after_the_other() -> None:
    trace = trace_of("two_inputs")
    one_by_one = JobView()
    middle = len(trace.events) // 2
    for event in trace.events[:middle]:
        one_by_one.apply(event)
    half = apply_events(trace.events[:middle])
    assert half == one_by_one != JobView()
    assert apply_events(trace.events[middle:], half) is half
    assert half == apply_events(trace.events) != one_by_one


def test_a_task_that_begins_again_has_its_inputs_and_operators_anew_and_others_keep_theirs() -> (
    None
):
    trace = trace_of("two_inputs")
    end = apply_events(trace.events)
    again = end.copy()
    task = next(channel.target for channel in trace.plan.channels if channel.input == 1)
    again.reset(task)
    fresh = JobView()
    fresh.start(trace.plan)
    for operator in end.operators:
        vertex = next(one.subtask.id for one in trace.plan.instances() if one.id == operator)
        assert again.operators[operator] == (fresh if vertex == task else end).operators[operator]
    for name, state in again.tasks.items():
        assert state == (fresh if name == task else end).tasks[name]
    for channel in trace.plan.channels:
        kept = fresh if channel.target == task else end
        assert again.channels[channel.id] == kept.channels[channel.id]


def test_an_event_of_what_is_not_in_the_job_is_a_damaged_trace() -> None:
    event = InputWatermarkAdvanced(SubtaskId("v77/0"), 0, 0, 5, ())
    with pytest.raises(TraceFileError, match="InputWatermarkAdvanced names 'v77/0'"):
        apply_events([event])


def test_an_event_that_does_not_fit_the_state_is_a_damaged_trace() -> None:
    trace = trace_of("two_inputs")
    taken = next(event for event in trace.events if isinstance(event, MailTaken))
    with pytest.raises(TraceFileError, match="MailTaken does not fit the state of the job"):
        apply_events([*trace.events, taken])
