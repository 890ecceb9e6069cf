"""``time.sleep`` and ``time.time`` inside a user function follow the virtual clock.

A PyFlink program that sleeps, to let periodic watermarks out, behaves as on Flink and takes no time.
The functions of the ``time`` module are replaced only while a run takes steps, and only for the
thread that takes them and those of its source functions; outside of a task they are the real ones.

Differs: a program that did ``from time import sleep`` keeps the real function.
"""

from __future__ import annotations

import _thread
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from flinksim.core.lockstep_threads import GUESTS
from flinksim.core.simulated_cost import Expenses


class SleepingTask(Protocol):
    """A task whose user function may sleep."""

    def user_sleeps(self, seconds: float) -> None: ...
    def current_processing_time(self) -> int: ...


class UserTime:
    """Whose time it is: ``task`` is the task that takes the current step, or ``None``."""

    __slots__ = ("__weakref__", "task")

    def __init__(self) -> None:
        self.task: SleepingTask | None = None

    @contextmanager
    def installed(self) -> Iterator[None]:
        """The ``time`` module follows this run until the block ends; may be nested."""
        own_thread = _thread.get_ident()
        me = weakref.ref(
            self
        )  # a source function that sleeps must not keep a run that is forgotten
        saved = {name: getattr(time, name) for name in _READERS | {"sleep": None}}
        spent_by = Expenses.spend

        def sleep(seconds: float) -> None:
            thread = _thread.get_ident()
            if thread in GUESTS:
                GUESTS[thread].user_sleeps(seconds)
                return
            task = task_of(me)
            if task is None or thread != own_thread:
                saved["sleep"](seconds)
            elif seconds < 0:
                raise ValueError("sleep length must be non-negative")
            else:
                task.user_sleeps(seconds * Expenses.share)

        def reader(name: str, convert: Callable[[int], float]) -> Callable[[], Any]:
            def read() -> Any:
                task, thread = self.task, _thread.get_ident()
                if thread in GUESTS:
                    return convert(GUESTS[thread].current_processing_time())
                if task is None or thread != own_thread:
                    return saved[name]()
                return convert(task.current_processing_time())

            return read

        def spend(seconds: float) -> None:
            guest = GUESTS.get(_thread.get_ident())
            if guest is not None:
                guest.user_sleeps(seconds)
                return
            task = task_of(me)
            if task is not None:
                task.user_sleeps(seconds * Expenses.share)

        Expenses.spend = staticmethod(spend)
        for name, convert in _READERS.items():
            setattr(time, name, reader(name, convert))
        setattr(time, "sleep", sleep)  # noqa: B010  # its stub has a narrower type
        try:
            yield
        finally:
            Expenses.spend = spent_by
            for name, function in saved.items():
                setattr(time, name, function)


def task_of(user_time: weakref.ref[UserTime]) -> SleepingTask | None:
    """The task that takes the current step of a run, if there is one."""
    found = user_time()
    return None if found is None else found.task


_READERS: dict[str, Callable[[int], float]] = {
    "time": lambda ms: ms / 1000,
    "time_ns": lambda ms: ms * 1_000_000,
    "monotonic": lambda ms: ms / 1000,
}
