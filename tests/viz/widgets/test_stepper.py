"""The notebook's shell: traits and their limits. The rest is the browser's."""

from __future__ import annotations

import ipywidgets
import pytest

from flinksim.trace.storage.codec import decode
from flinksim.viz.widgets.stepper_widget import MAX_OPEN_STEPPERS, StepperWidget
from tests.trace.fixtures import made_up_trace

TRACE = made_up_trace(10)


def test_the_trace_travels_as_a_file() -> None:
    stepper = StepperWidget(TRACE)
    assert decode(stepper.trace) == TRACE
    assert (stepper.position, stepper.step) == (0, -1)


def test_position_and_step_can_be_set_within_the_run() -> None:
    stepper = StepperWidget(TRACE, position=5)
    stepper.position = len(TRACE.events)
    stepper.step = len(TRACE) - 1
    assert (stepper.position, stepper.step) == (len(TRACE.events), len(TRACE) - 1)


@pytest.mark.parametrize(("name", "value"), [("position", -1), ("position", 10_000), ("step", -2)])
def test_a_place_outside_of_the_run_is_refused(name: str, value: int) -> None:
    stepper = StepperWidget(TRACE)
    with pytest.raises(ValueError, match=f"{name}={value}: expected .* to "):
        setattr(stepper, name, value)


def test_an_unknown_keyword_is_refused() -> None:
    with pytest.raises(TypeError, match="speed"):
        StepperWidget(TRACE, speed=2)  # type: ignore[call-arg]


def test_more_of_the_run_can_be_shown() -> None:
    stepper = StepperWidget(TRACE, position=50)
    longer = made_up_trace(20)
    stepper.show(longer)
    assert decode(stepper.trace) == longer
    assert stepper.position == 50
    stepper.position = len(longer.events)


def test_only_the_last_steppers_of_a_kernel_stay_open() -> None:
    opened = [StepperWidget(TRACE) for _ in range(MAX_OPEN_STEPPERS + 3)]
    is_open = [one in StepperWidget._opened for one in opened]
    assert is_open == [False] * 3 + [True] * MAX_OPEN_STEPPERS
    assert len(StepperWidget._opened) == MAX_OPEN_STEPPERS
    opened[-1].close()
    assert len(StepperWidget._opened) == MAX_OPEN_STEPPERS - 1
    registered = ipywidgets.widgets.widget._instances.values()
    assert not {id(one) for one in opened[:3]} & {id(one) for one in registered}
