"""Ctrl-C where it does no harm: noted at once, raised at the next place that asks, and only once."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from flinksim.replay.interrupts import defer_interrupts, raise_if_interrupted


@pytest.fixture(autouse=True)
def handler() -> Iterator[Any]:
    """Python's own; PySpark has put its handler in its place."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_a_block_goes_on_to_the_place_that_asks() -> None:
    went_on = False
    with defer_interrupts():
        raise_if_interrupted()
        press()
        went_on = True
        with pytest.raises(KeyboardInterrupt):
            raise_if_interrupted()
        raise_if_interrupted()  # cleaning up is not interrupted by what has been raised
    assert went_on
    with pytest.raises(KeyboardInterrupt):
        press()


def test_what_nobody_asked_for_is_raised_at_the_end_of_the_outermost_block() -> None:
    went_on = []

    def interrupted() -> None:
        with defer_interrupts():
            with defer_interrupts():
                press()
                went_on.append("inner")
            went_on.append("outer")

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert went_on == ["inner", "outer"]


def test_an_error_of_the_block_is_told_instead() -> None:
    def fails() -> None:
        with defer_interrupts():
            press()
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="the disk is full"):
        fails()


def test_the_third_time_is_at_once() -> None:
    went_on = []

    def interrupted() -> None:
        with defer_interrupts():
            for number in range(1, 9):
                press()
                went_on.append(number)

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert went_on == [1, 2]


def test_another_thread_is_left_alone() -> None:
    seen = []

    def work() -> None:
        with defer_interrupts():
            raise_if_interrupted()
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]
