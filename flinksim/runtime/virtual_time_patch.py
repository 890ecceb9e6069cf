"""Patch of the ``time`` module: ``time.sleep`` and ``time.time`` follow the virtual clock.

A PyFlink program that sleeps, to let periodic watermarks out, behaves as on Flink but takes no real
time. The functions are replaced only while a run takes steps, and only for the thread of the run
and those of its source functions. Outside of a task they are the real ones.

Differs: a program that did ``from time import sleep`` keeps the real function.
"""

from __future__ import annotations

import _thread
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from flinksim.core.lockstep_threads import LOCKSTEP_THREADS
from flinksim.core.simulated_cost import CostMeter


class SleepableTask(Protocol):
    """A task whose user function may sleep."""

    def user_sleeps(self, seconds: float) -> None: ...
    def current_processing_time(self) -> int: ...


class VirtualTimePatch:
    """Replaces functions of the ``time`` module for one run.

    ``task`` is the task that runs the current step, or ``None``.
    """

    __slots__ = ("__weakref__", "task")

    def __init__(self) -> None:
        self.task: SleepableTask | None = None

    @contextmanager
    def install(self) -> Iterator[None]:
        """Patch the ``time`` module until the block ends; blocks may be nested."""
        own_thread = _thread.get_ident()
        self_reference = weakref.ref(
            self
        )  # a source function that sleeps must not keep a run that is forgotten
        originals = {name: getattr(time, name) for name in _CLOCK_FUNCTIONS | {"sleep": None}}
        original_spend = CostMeter.spend

        def sleep(seconds: float) -> None:
            thread = _thread.get_ident()
            if thread in LOCKSTEP_THREADS:
                LOCKSTEP_THREADS[thread].user_sleeps(seconds)
                return
            task = get_current_task(self_reference)
            if task is None or thread != own_thread:
                originals["sleep"](seconds)
            elif seconds < 0:
                raise ValueError("sleep length must be non-negative")
            else:
                task.user_sleeps(seconds * CostMeter.scale)

        def create_reader(name: str, convert: Callable[[int], float]) -> Callable[[], Any]:
            def read() -> Any:
                task, thread = self.task, _thread.get_ident()
                if thread in LOCKSTEP_THREADS:
                    return convert(LOCKSTEP_THREADS[thread].current_processing_time())
                if task is None or thread != own_thread:
                    return originals[name]()
                return convert(task.current_processing_time())

            return read

        def spend(seconds: float) -> None:
            lockstep_thread = LOCKSTEP_THREADS.get(_thread.get_ident())
            if lockstep_thread is not None:
                lockstep_thread.user_sleeps(seconds)
                return
            task = get_current_task(self_reference)
            if task is not None:
                task.user_sleeps(seconds * CostMeter.scale)

        CostMeter.spend = staticmethod(spend)
        for name, convert in _CLOCK_FUNCTIONS.items():
            setattr(time, name, create_reader(name, convert))
        setattr(time, "sleep", sleep)  # noqa: B010  # its stub has a narrower type
        try:
            yield
        finally:
            CostMeter.spend = original_spend
            for name, function in originals.items():
                setattr(time, name, function)


def get_current_task(patch: weakref.ref[VirtualTimePatch]) -> SleepableTask | None:
    """Return the task that runs the current step, if the run still exists and there is one."""
    found = patch()
    return None if found is None else found.task


_CLOCK_FUNCTIONS: dict[str, Callable[[int], float]] = {
    "time": lambda ms: ms / 1000,
    "time_ns": lambda ms: ms * 1_000_000,
    "monotonic": lambda ms: ms / 1000,
}
