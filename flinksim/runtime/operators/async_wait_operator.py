"""Operator for asynchronous I/O: concurrent calls, each with a timeout and optional retries.

Flink: ``AsyncWaitOperator``; the error messages are PyFlink's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from flinksim.datastream.transformations import AsyncSpec
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.operators.stream_element_queue import (
    OrderedStreamElementQueue,
    QueueEntry,
    UnorderedStreamElementQueue,
)
from flinksim.runtime.operators.stream_operator import TimerHandle, UserFunctionOperator
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.trace.events import ElementProcessed

if TYPE_CHECKING:
    from flinksim.runtime.operators.virtual_event_loop import VirtualEventLoop


STATE_NAME = "_async_wait_operator_state_"
_Action = Callable[[], None]


def _run_action(action: _Action) -> None:
    action()


class AsyncWaitOperator(UserFunctionOperator):
    """Operator that calls ``async_invoke`` for each record and emits the results when available.

    * At most ``capacity`` elements, watermarks included, are in the queue. If it is full, a new
      element waits for room. The task then waits too, and runs only mails of this operator and
      those downstream.
    * Completed elements are emitted in mails, one element in each. A watermark is emitted
      immediately if it is first in the queue, else after the elements before it.
    * If a call takes longer than the timeout, ``timeout(value)`` provides the result, and a later
      result of the call is ignored.
    * At the end of the input the task waits until no call is in flight.

    Flink: ``AsyncWaitOperator``.
    Differs: if the queue is full, elements from an operator of the same chain wait before this
    operator; Flink stops that operator in the middle of its call. The firing of processing-time
    timers stops as in
    Flink.
    """

    __slots__ = (
        "_delayed_calls",
        "_loop",
        "_on_empty",
        "_queue",
        "_restored_elements",
        "_run_mail_in_call",
        "_spec",
        "_waiting_entries",
        "has_stopped_retrying",
    )

    FLINK_CLASS = "AsyncWaitOperator"

    def __init__(self, spec: AsyncSpec) -> None:
        super().__init__(spec.function)
        self._spec = spec
        self._queue = OrderedStreamElementQueue() if spec.ordered else UnorderedStreamElementQueue()
        self._waiting_entries: deque[QueueEntry] = deque()
        self._restored_elements: Sequence[Any] = ()
        self._on_empty: _Action | None = None
        self._delayed_calls: dict[_Call, None] = {}
        self.has_stopped_retrying = False
        self._run_mail_in_call: Callable[[_Action], None] | None = None
        """Wraps a mail so that a traced run shows it inside the call in which this operator waits."""
        self._loop: VirtualEventLoop

    # --- for the task ------------------------------------------------------------------------------

    @property
    def is_empty(self) -> bool:
        """Whether no call is in progress and all results were emitted."""
        return not self._waiting_entries and len(self._queue) == 0

    # --- elements ----------------------------------------------------------------------------------

    def snapshot_state(self, snapshot: OperatorSnapshot) -> None:
        """Store the elements whose results were not emitted; their calls start again after a restore."""
        super().snapshot_state(snapshot)
        in_flight = [*self._queue.elements(), *[entry.element for entry in self._waiting_entries]]
        snapshot.add_list(STATE_NAME, [_to_snapshot_item(element) for element in in_flight])

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        super().initialize_state(snapshot)
        self._restored_elements = snapshot.items(STATE_NAME)

    def open(self) -> None:
        # Only programs with asynchronous functions pay for asyncio.
        from flinksim.runtime.operators.virtual_event_loop import VirtualEventLoop

        # asyncio's base class is abstract to the type checker alone
        self._loop = VirtualEventLoop(self.context.processing_time)  # type: ignore[abstract]
        super().open()
        for is_record, value, timestamp in self._restored_elements:
            if is_record:
                self.process_element(StreamRecord(value, timestamp))
            else:
                self.process_watermark(Watermark(timestamp))
        self._restored_elements = ()

    def close(self) -> None:
        self._loop.close()
        super().close()

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self._enqueue(record.copy())

    def process_watermark(self, watermark: Watermark) -> None:
        if self.emit is not None:
            self.emit((ElementProcessed, self.id, "watermark", None, watermark.timestamp))
        self._enqueue(watermark)

    def _enqueue(self, element: StreamRecord | Watermark) -> None:
        entry = QueueEntry(element, self.context.follows_from(self._emit_entry))
        self._waiting_entries.append(entry)
        self._admit_waiting()
        if self._waiting_entries:
            entry.run_in_call = self.context.continue_later(_run_action)
            self._begin_yielding()

    def wait_until_empty(self, on_empty: _Action) -> None:
        """Call *on_empty* when all results were emitted, after the end of the input."""
        self._on_empty = on_empty
        self._begin_yielding()
        self._end_retries()

    def _end_retries(self) -> None:
        """Make calls that wait for a retry immediately, and for the last time.

        This does nothing while an element, such as the last watermark, waits for room. In Flink the
        end of the input comes after the call that waits.
        """
        if self._waiting_entries or self.has_stopped_retrying:
            return
        self.has_stopped_retrying = True
        for call in [*self._delayed_calls]:
            call.retry_immediately()

    def _begin_yielding(self) -> None:
        """Let mails run in the middle of this call from here on. Flink: ``MailboxExecutor.yield``."""
        is_first = self._run_mail_in_call is None
        self._run_mail_in_call = self.context.continue_later(_run_action)
        if is_first:
            self.context.begin_yielding()

    def _admit_waiting(self) -> None:
        while self._waiting_entries and len(self._queue) < self._spec.capacity:
            entry = self._waiting_entries.popleft()
            (entry.run_in_call or _run_action)(partial(self._admit, entry))
        if self._on_empty:
            self._end_retries()

    def _admit(self, entry: QueueEntry) -> None:
        self._queue.put(entry)
        if isinstance(entry.element, StreamRecord):
            _Call(self, entry, entry.element).start()
        else:
            self._emit_completed()

    def _emit_completed(self) -> None:
        """Emit one element if one is ready, and put a mail for the next one."""
        entry = self._queue.pop_completed()
        if entry is None:
            return
        entry.emit(entry)
        if self._queue.has_completed:
            self._put_mail("output of completed element", self._continue)

    def _put_mail(self, name: str, action: _Action) -> None:
        self.context.put_mail(name, lambda: self._run_in_waiting_call(action))

    def _run_in_waiting_call(self, action: _Action) -> None:
        """Run *action*, a mail.

        A traced run shows it inside the call in which this operator waits, if there is one.
        """
        run_in_call = (
            self._waiting_entries[0].run_in_call
            if self._waiting_entries
            else self._run_mail_in_call
        )
        (run_in_call or _run_action)(action)

    def _continue(self) -> None:
        self._emit_completed()
        self._admit_waiting()
        is_waiting = not self.is_empty if self._on_empty else bool(self._waiting_entries)
        if self._run_mail_in_call is None or is_waiting:
            return
        self._run_mail_in_call = None
        self.context.end_yielding()
        if self._on_empty is not None:
            self._on_empty()

    def _emit_entry(self, entry: QueueEntry) -> None:
        if isinstance(entry.element, Watermark):
            self.forward_watermark(entry.element)
        else:
            self.emit_results(entry.results, entry.element.timestamp)

    def complete(self, entry: QueueEntry, results: list[Any]) -> None:
        """Submit a mail that stores the results of *entry*, since the asynchronous call ended elsewhere."""

        def process_results() -> None:
            entry.results = results
            self._queue.complete(entry)
            self._continue()

        self._put_mail("asynchronous result", process_results)

    def schedule_retry(self, call: _Call, timestamp: int) -> TimerHandle:
        """Schedule the retry of *call* at *timestamp*."""
        self._delayed_calls[call] = None

        def try_again(_: int) -> None:
            self._delayed_calls.pop(call, None)
            call.retry()

        return self.context.processing_time.register_timer(timestamp, try_again, "async retry")

    def fail(self, record: StreamRecord, message: str, cause: Exception | None = None) -> NoReturn:
        """Fail the job with *message*, for the call of *record*.

        Raises:
            RuntimeError: Always.
        """
        raise RuntimeError(message) from cause

    @property
    def loop(self) -> VirtualEventLoop:
        """The event loop that runs the coroutines of the function."""
        return self._loop

    @property
    def spec(self) -> AsyncSpec:
        """The function and its settings."""
        return self._spec


def _to_snapshot_item(element: StreamRecord | Watermark) -> tuple[bool, Any, int | None]:
    """Convert an element to a snapshot item: whether it is a record, its value, its timestamp."""
    if isinstance(element, StreamRecord):
        return True, element.value, element.timestamp
    return False, None, element.timestamp


class _Call:
    """The call for one record, from its first attempt to its results.

    Flink: ``AsyncWaitOperator.ResultHandler`` and ``RetryableResultHandlerDelegator``.
    """

    __slots__ = ("_attempts", "_deadline", "_entry", "_has_ended", "_operator", "_record", "_retry",
                 "_retry_timer", "_timeout_timer")  # fmt: skip

    def __init__(
        self, operator: AsyncWaitOperator, entry: QueueEntry, record: StreamRecord
    ) -> None:
        self._operator = operator
        self._entry = entry
        self._record = record
        self._retry = operator.spec.retry_strategy
        self._attempts = 1
        self._has_ended = False
        self._deadline: int | None = None
        self._timeout_timer: TimerHandle | None = None
        self._retry_timer: TimerHandle | None = None

    def start(self) -> None:
        operator = self._operator
        if operator.spec.timeout_ms > 0:
            time = operator.context.processing_time
            self._deadline = time.current_processing_time() + operator.spec.timeout_ms
            self._timeout_timer = time.register_timer(
                self._deadline, self._on_timeout, "async timeout"
            )
        self._attempt()

    def _attempt(self) -> None:
        loop = self._operator.loop
        loop.create_task(self._invoke()).add_done_callback(loop.record_error)
        loop.run_ready()

    async def _invoke(self) -> None:
        try:
            results = await self._operator.function.async_invoke(self._record.value)
        except Exception as error:  # the retry strategy decides whether it is fatal
            self._on_attempt_ended(None, error)
        else:
            self._on_attempt_ended(results, None)

    def _on_attempt_ended(self, results: Any, error: Exception | None) -> None:
        if self._has_ended:
            return
        if self._should_retry(results, error):
            pause_ms = self._retry.get_backoff_time_millis(self._attempts)
            now = self._operator.context.processing_time.current_processing_time()
            self._retry_timer = self._operator.schedule_retry(self, now + pause_ms)
        elif error is None:
            self._complete(results)
        else:
            self._fail(error)

    def _should_retry(self, results: Any, error: Exception | None) -> bool:
        if self._retry is None or self._operator.has_stopped_retrying:
            return False
        now = self._operator.context.processing_time.current_processing_time()
        if self._deadline is not None and now > self._deadline:
            return False
        predicates = self._retry.get_retry_predicate()
        if error is None:
            predicate = predicates.result_predicate()
            is_wanted = predicate is not None and results is not None and predicate(results)
        else:
            predicate = predicates.exception_predicate()
            is_wanted = predicate is not None and predicate(error)
        return bool(is_wanted) and self._retry.can_retry(self._attempts)

    def retry(self) -> None:
        if not self._has_ended:
            self._attempts += 1
            self._attempt()

    def retry_immediately(self) -> None:
        """Retry now instead of at the scheduled time."""
        if self._retry_timer is not None:
            self._retry_timer.cancel()
        self.retry()

    def _on_timeout(self, timestamp: int) -> None:
        if self._has_ended:
            return
        try:
            results = self._operator.function.timeout(self._record.value)
        except Exception as error:  # reported with its record
            self._fail(error)
        else:
            self._complete(results)

    def _complete(self, results: Any) -> None:
        operator = self._operator
        name = type(operator.function).__name__
        if results is None:
            operator.fail(
                self._record,
                "The result of AsyncFunction cannot be none, please check the "
                f"methods 'async_invoke' and 'timeout' of class '{name}'. Return "
                "a list; for no result, return an empty list.",
            )
        if not isinstance(results, Iterable):
            operator.fail(
                self._record,
                "The result of AsyncFunction should be of list type, please "
                "check the methods 'async_invoke' and 'timeout' of class "
                f"'{name}'. It returned {results!r}. For one result, return "
                f"[{results!r}].",
            )
        self._finish()
        operator.complete(self._entry, list(results))

    def _fail(self, error: Exception) -> None:
        self._finish()
        self._operator.fail(
            self._record,
            f"Error happens inside the class '{type(self._operator.function).__name__}' during "
            f"handling input '{self._record.value}': {error!r}",
            error,
        )

    def _finish(self) -> None:
        self._has_ended = True
        for timer in (self._timeout_timer, self._retry_timer):
            if timer is not None:
                timer.cancel()
