"""A source that runs a user-defined ``SourceFunction``.

``run`` has its own thread, which runs only while the task waits for it: from one call of its
context to the next, or to the next ``time.sleep``. It sees virtual time. It is therefore as
deterministic as any other source, and can be stepped through.

Flink: ``SourceStreamTask.LegacySourceFunctionThread``, ``StreamSourceContexts``. Flink 2 creates
only one of the three contexts there, the ``ManualWatermarkContext``: watermarks come from ``run``.
Differs: ``run`` stops only where it calls the context or sleeps. Code that does neither blocks the
whole job. A ``run`` that is cancelled while it sleeps continues as if the sleep had ended.
"""

from __future__ import annotations

import _thread
import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from flinksim.connectors.source import (
    Source,
    SourceItem,
    SourcePause,
    SourceRecord,
    SourceStatus,
    SourceWatermark,
)
from flinksim.core.lockstep_threads import LOCKSTEP_THREADS

_CANCEL_TIMEOUT_S = 10.0
"""Real time that ``run`` may take to return after ``cancel``."""


class SourceContextClosed(BaseException):
    """Ends a ``run`` that continues after ``cancel``; ``except Exception`` does not catch it."""


class SourceFunctionSource(Source):
    """Reads what ``function.run(ctx)`` collects, in one subtask or, if *parallel*, in each."""

    bounded = False

    def __init__(self, function: Any, parallel: bool) -> None:
        self.function = function
        self.parallel = parallel

    def splits(self, parallelism: int) -> Sequence[str]:
        return [f"run {subtask}" for subtask in range(parallelism)]

    def open_split(self, split: str) -> Iterator[SourceItem]:
        raise RuntimeError(f"{type(self.function).__name__}.run() can only run in a job")

    def open_run(self, runtime_context: Any, now_ms: Callable[[], int]) -> SourceFunctionRun:
        """Start a run of a copy of the function.

        Args:
            runtime_context: the argument of the function's ``open``.
            now_ms: the processing-time clock.
        """
        function = copy.deepcopy(self.function)
        if hasattr(function, "open"):
            function.open(runtime_context)
        return SourceFunctionRun(function, now_ms)


class CheckpointLock:
    """The result of ``get_checkpoint_lock``; it locks nothing, as nothing else runs meanwhile."""

    def __enter__(self) -> CheckpointLock:
        return self

    def __exit__(self, *error: object) -> None:
        pass


class SourceContext:
    """The argument of ``run``.

    As in Flink one record object is reused: after ``collect_with_timestamp``, elements of
    ``collect`` have the same timestamp. Watermarks are emitted as they are, even if they decrease.

    Flink: ``SourceFunction.SourceContext``, ``StreamSourceContexts.ManualWatermarkContext``.
    """

    def __init__(self, emit: Callable[[SourceItem], None]) -> None:
        self._emit = emit
        self._timestamp: int | None = None
        self._lock = CheckpointLock()

    def collect(self, element: Any) -> None:
        """Emit *element*, with the timestamp of the previous one, if that had one."""
        self._emit(SourceRecord(element, self._timestamp))

    def collect_with_timestamp(self, element: Any, timestamp: int) -> None:
        """Emit *element* with *timestamp*, in epoch milliseconds."""
        self._timestamp = _check_int(timestamp, "collect_with_timestamp(timestamp)")
        self._emit(SourceRecord(element, timestamp))

    def emit_watermark(self, mark: Any) -> None:
        """Emit a ``Watermark``: no element with this timestamp or an earlier one will follow."""
        timestamp = getattr(mark, "timestamp", mark)
        self._emit(SourceWatermark(_check_int(timestamp, "emit_watermark(mark)")))

    def mark_as_temporarily_idle(self) -> None:
        """Mark the source as idle until it emits something."""
        self._emit(SourceStatus(is_idle=True))

    def get_checkpoint_lock(self) -> CheckpointLock:
        """Return a lock for ``with ctx.get_checkpoint_lock():``, which has no effect here."""
        return self._lock

    def close(self) -> None:
        """Do nothing; in Flink the task calls this method."""


class SourceFunctionRun(Iterator[SourceItem]):
    """The items of one ``run``, each produced on demand.

    It raises errors of ``run`` in place of the next item.
    """

    def __init__(self, function: Any, now_ms: Callable[[], int]) -> None:
        self._function = function
        self._thread = _RunThread(function)
        self._now_ms = now_ms

    def __next__(self) -> SourceItem:
        item = self._thread.next_item(self._now_ms())
        if item is None:
            raise StopIteration
        return item

    def close(self) -> None:
        """Cancel ``run`` if it has not ended, and wait for its end."""
        thread, function = self._thread, self._function
        self._function = None
        if function is None:
            return
        try:
            thread.cancel(function)
        finally:
            if hasattr(function, "close"):
                function.close()

    def __del__(self) -> None:
        if self._function is not None:  # an abandoned simulation
            self._thread.cancel(self._function)


class _RunThread:
    """The thread of one ``run``, and two locks by which it alternates with the task.

    It has no reference to the task, so that a simulation may be abandoned at any step.
    """

    def __init__(self, function: Any) -> None:
        self._name = type(function).__name__
        self._run = function.run
        self._now_ms = 0
        self._run_lock, self._task_lock = _thread.allocate_lock(), _thread.allocate_lock()
        self._run_lock.acquire()
        self._task_lock.acquire()
        self._thread_id: int | None = None
        self._has_ended = self._is_cancelled = False
        self._item: SourceItem | None = None
        self._error: BaseException | None = None

    # --- called by the task -----------------------------------------------------------------------

    def next_item(self, now_ms: int) -> SourceItem | None:
        """Resume ``run`` until its next item; return ``None`` when it has ended.

        *now_ms* is the processing time that ``run`` sees.
        """
        if self._has_ended:
            return None
        self._now_ms = now_ms
        self._item = None
        self._resume()
        self._task_lock.acquire()
        if self._error is not None:
            error, self._error = self._error, None
            raise error
        return self._item

    def cancel(self, function: Any) -> None:
        """Call ``function.cancel()`` and wait until ``run`` returns."""
        if self._has_ended or self._thread_id is None:
            self._has_ended = True
            return
        self._is_cancelled = True
        try:
            function.cancel()
        finally:
            self._run_lock.release()
            if not self._task_lock.acquire(timeout=_CANCEL_TIMEOUT_S):
                raise RuntimeError(
                    f"{self._name}.run() did not return within "
                    f"{_CANCEL_TIMEOUT_S:.0f} s after cancel(). In cancel(), set "
                    "a field that the loop of run() checks"
                )

    def _resume(self) -> None:
        if self._thread_id is not None:
            self._run_lock.release()
            return
        try:
            self._thread_id = _thread.start_new_thread(self._run_in_thread, ())
        except RuntimeError as error:
            self._has_ended = True
            raise NotImplementedError(
                f"{self._name}: run() needs its own thread, but threads are not "
                f"available here ({error}). Write it as a "
                "flinksim.connectors.source.Source, or use ScriptedSource."
            ) from None

    # --- called by run() --------------------------------------------------------------------------

    def _run_in_thread(self) -> None:
        number = _thread.get_ident()
        LOCKSTEP_THREADS[number] = self
        try:
            self._run(SourceContext(self._emit))
        except SourceContextClosed:
            pass
        except BaseException as error:
            if not self._is_cancelled:
                self._error = error
        finally:
            del LOCKSTEP_THREADS[number]
            self._has_ended = True
            self._task_lock.release()

    def _emit(self, item: SourceItem) -> None:
        if _thread.get_ident() not in LOCKSTEP_THREADS:
            raise RuntimeError(
                f"{self._name}: the context was called from another thread than "
                "the one of run(). Collect the results of other threads in run()"
            )
        if self._is_cancelled:
            raise SourceContextClosed("The Source Context has been closed already.")
        self._item = item
        self._task_lock.release()
        self._run_lock.acquire()

    def user_sleeps(self, seconds: float) -> None:
        """Handle ``time.sleep`` in ``run``: the task waits, and other tasks continue."""
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self._emit(SourcePause(self._now_ms + round(seconds * 1000)))

    def current_processing_time(self) -> int:
        return self._now_ms


def _check_int(timestamp: Any, context: str) -> int:
    if isinstance(timestamp, bool) or not isinstance(timestamp, int):
        raise TypeError(f"{context}: expected whole milliseconds since 1970, found {timestamp!r}")
    return timestamp
