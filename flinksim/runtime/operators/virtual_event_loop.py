"""An ``asyncio`` event loop inside one task, on the task's processing time.

``asyncio.sleep`` and every other wait register a timer with the task, which comes back as a mail.
Ready callbacks run immediately, in order, until none is left. So a run with asynchronous functions
is repeatable and takes no real time.

Not in Flink; PyFlink runs such functions in a thread with a loop of its own.
"""

from __future__ import annotations

import asyncio
import math
from asyncio import events
from collections import deque
from collections.abc import Callable
from contextvars import Context
from typing import Any, NoReturn

from flinksim.core.unsupported_api import UnsupportedFeature
from flinksim.runtime.operators.stream_operator import ProcessingTimeService

_NO_NETWORK = UnsupportedFeature(
    "asynchronous functions run in virtual time and cannot call external systems",
    "a result that the function computes itself, after 'await "
    "asyncio.sleep(seconds)' to model the latency",
)


class VirtualEventLoop(asyncio.AbstractEventLoop):
    """Event loop that runs callbacks on request, and timers by the task's clock.

    An error of a callback is stored and raised by :meth:`run_ready`.
    """

    def __init__(self, processing_time: ProcessingTimeService) -> None:
        self._processing_time = processing_time
        self._ready: deque[asyncio.Handle] = deque()
        self._error: BaseException | None = None
        self._closed = False
        self._running = False

    def run_ready(self) -> None:
        """Run callbacks until none is ready; raise the first error that nobody awaited."""
        if self._running:
            return
        outer = events._get_running_loop()
        events._set_running_loop(self)
        self._running = True
        try:
            while self._ready:
                handle = self._ready.popleft()
                if not handle.cancelled():
                    handle._run()
        finally:
            self._running = False
            events._set_running_loop(outer)
        error, self._error = self._error, None
        if error is not None:
            raise error

    def record_error(self, task: asyncio.Task[Any]) -> None:
        """Store the error of *task*, so that :meth:`run_ready` raises it."""
        if not task.cancelled() and task.exception() is not None:
            self.call_exception_handler({"exception": task.exception()})

    # --- asyncio.AbstractEventLoop ------------------------------------------------------------------

    def time(self) -> float:
        return self._processing_time.current_processing_time() / 1000

    def call_soon(  # type: ignore[override]  # the stubs speak of TypeVarTuples
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]  # there is one thread

    def call_later(  # type: ignore[override]
        self,
        delay: float,
        callback: Callable[..., Any],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[..., Any],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, args, self, context)

        def due(timestamp: int) -> None:
            self._ready.append(handle)
            self.run_ready()

        # The clock has whole milliseconds. Rounding up keeps a wait of less than one from looping.
        self._processing_time.schedule_at(math.ceil(round(when * 1000, 6)), due, "async timer")
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass  # it is skipped when it is due

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Any, **settings: Any) -> asyncio.Task[Any]:
        return asyncio.Task(coro, loop=self, **settings)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Run *func* immediately, because there is no other thread."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # the awaiting code gets it
            future.set_exception(error)
        return future

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if self._error is None and isinstance(error, BaseException):
            self._error = error

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return self._running

    def is_closed(self) -> bool:
        return self._closed

    def close(self) -> None:
        self._closed = True
        self._ready.clear()

    async def create_connection(self, *args: Any, **settings: Any) -> NoReturn:
        _NO_NETWORK.raise_error("network connection in an AsyncFunction")

    async def getaddrinfo(self, *args: Any, **settings: Any) -> NoReturn:
        _NO_NETWORK.raise_error("network connection in an AsyncFunction")
