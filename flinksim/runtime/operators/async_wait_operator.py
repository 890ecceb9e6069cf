"""Asynchronous calls: many under way at a time, each with a limit and perhaps further attempts.

Flink: ``AsyncWaitOperator``; the words of its errors are PyFlink's.
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


def _run(action: _Action) -> None:
    action()


class AsyncWaitOperator(UserFunctionOperator):
    """Calls ``async_invoke`` for each record and puts the results out when they are there.

    * At most *capacity* elements, watermarks included, are in the queue. One that comes then waits for
      room, and with it the task, which takes only mails of this operator and those behind it.
    * What is ready goes out in a mail, one element in each; a watermark goes out at once if nothing is
      before it, and else when that has gone.
    * A call that takes longer than the timeout is answered by ``timeout(value)``; what it still does
      is ignored.
    * At the end of the input the task waits until nothing is under way.

    Flink: ``AsyncWaitOperator``.
    Differs: elements that come while the queue is full, from an operator in the same chain, wait in
    front of it, where Flink stops that operator in the middle of its call. Firing timers of processing
    time stops as in Flink.
    """

    __slots__ = (
        "_delayed",
        "_loop",
        "_queue",
        "_restored",
        "_run_mail",
        "_spec",
        "_waiting",
        "_when_empty",
        "retries_are_over",
    )

    FLINK_CLASS = "AsyncWaitOperator"

    def __init__(self, spec: AsyncSpec) -> None:
        super().__init__(spec.function)
        self._spec = spec
        self._queue = OrderedStreamElementQueue() if spec.ordered else UnorderedStreamElementQueue()
        self._waiting: deque[QueueEntry] = deque()
        self._restored: Sequence[Any] = ()
        self._when_empty: _Action | None = None
        self._delayed: dict[_Call, None] = {}
        self.retries_are_over = False
        self._run_mail: Callable[[_Action], None] | None = None
        """How a mail runs while the task waits for this operator in the middle of something."""
        self._loop: VirtualEventLoop

    # --- what the task asks ------------------------------------------------------------------------

    @property
    def is_empty(self) -> bool:
        """Whether nothing is under way."""
        return not self._waiting and len(self._queue) == 0

    # --- elements ----------------------------------------------------------------------------------

    def snapshot_state(self, snapshot: OperatorSnapshot) -> None:
        """Keep the elements that have not gone out: they are begun anew."""
        super().snapshot_state(snapshot)
        under_way = [*self._queue.elements(), *[entry.element for entry in self._waiting]]
        snapshot.add_list(STATE_NAME, [_stored(element) for element in under_way])

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        super().initialize_state(snapshot)
        self._restored = snapshot.items(STATE_NAME)

    def open(self) -> None:
        # Only programs with asynchronous functions pay for asyncio.
        from flinksim.runtime.operators.virtual_event_loop import VirtualEventLoop

        # asyncio's base class is abstract to the type checker alone
        self._loop = VirtualEventLoop(self.context.processing_time)  # type: ignore[abstract]
        super().open()
        for is_record, value, timestamp in self._restored:
            if is_record:
                self.process_element(StreamRecord(value, timestamp))
            else:
                self.process_watermark(Watermark(timestamp))
        self._restored = ()

    def close(self) -> None:
        self._loop.close()
        super().close()

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self._wait(record.copy())

    def process_watermark(self, watermark: Watermark) -> None:
        if self.emit is not None:
            self.emit((ElementProcessed, self.id, "watermark", None, watermark.timestamp))
        self._wait(watermark)

    def _wait(self, element: StreamRecord | Watermark) -> None:
        entry = QueueEntry(element, self.context.coming_of(self._put_out_entry))
        self._waiting.append(entry)
        self._take_in()
        if self._waiting:
            entry.go_on = self.context.going_on(_run)
            self._begin_to_yield()

    def wait_until_empty(self, go_on: _Action) -> None:
        """The input has ended: the task goes on with *go_on* when nothing is under way any more."""
        self._when_empty = go_on
        self._begin_to_yield()
        self._end_retries()

    def _end_retries(self) -> None:
        """Calls that are to be made again are made at once, and for the last time.

        Not while an element, such as the last watermark, waits for room: Flink is in the midst of that
        call then, and the end of the input comes after it.
        """
        if self._waiting or self.retries_are_over:
            return
        self.retries_are_over = True
        for call in [*self._delayed]:
            call.try_for_the_last_time()

    def _begin_to_yield(self) -> None:
        """From here on mails run in the midst of this call. Flink: ``MailboxExecutor.yield``."""
        begins = self._run_mail is None
        self._run_mail = self.context.going_on(_run)
        if begins:
            self.context.begin_yielding()

    def _take_in(self) -> None:
        while self._waiting and len(self._queue) < self._spec.capacity:
            entry = self._waiting.popleft()
            (entry.go_on or _run)(partial(self._take, entry))
        if self._when_empty:
            self._end_retries()

    def _take(self, entry: QueueEntry) -> None:
        self._queue.put(entry)
        if isinstance(entry.element, StreamRecord):
            _Call(self, entry, entry.element).begin()
        else:
            self._put_out_completed()

    def _put_out_completed(self) -> None:
        """Put one element out, if one is ready; the next of them has a mail of its own."""
        entry = self._queue.pop_completed()
        if entry is None:
            return
        entry.put_out(entry)
        if self._queue.has_completed:
            self._put_mail("output of completed element", self._go_on)

    def _put_mail(self, name: str, action: _Action) -> None:
        self.context.put_mail(name, lambda: self._in_the_midst(action))

    def _in_the_midst(self, action: _Action) -> None:
        """Run a mail, in the midst of the call that waits if there is one."""
        go_on = self._waiting[0].go_on if self._waiting else self._run_mail
        (go_on or _run)(action)

    def _go_on(self) -> None:
        self._put_out_completed()
        self._take_in()
        waits = not self.is_empty if self._when_empty else bool(self._waiting)
        if self._run_mail is None or waits:
            return
        self._run_mail = None
        self.context.end_yielding()
        if self._when_empty is not None:
            self._when_empty()

    def _put_out_entry(self, entry: QueueEntry) -> None:
        if isinstance(entry.element, Watermark):
            self.hand_watermark_on(entry.element)
        else:
            self.put_out(entry.results, entry.element.timestamp)

    def completed(self, entry: QueueEntry, results: list[Any]) -> None:
        """The results of *entry* are there; a mail takes them in, wherever the call ended."""

        def process_results() -> None:
            entry.results = results
            self._queue.completed(entry)
            self._go_on()

        self._put_mail("asynchronous result", process_results)

    def delay(self, call: _Call, timestamp: int) -> TimerHandle:
        """*call* is made again at *timestamp*."""
        self._delayed[call] = None

        def try_again(_: int) -> None:
            self._delayed.pop(call, None)
            call.try_again()

        return self.context.processing_time.register_timer(timestamp, try_again, "async retry")

    def fail(self, record: StreamRecord, message: str, cause: Exception | None = None) -> NoReturn:
        """The call for *record* fails the job."""
        raise RuntimeError(message) from cause

    @property
    def loop(self) -> VirtualEventLoop:
        """Where the function's coroutines run."""
        return self._loop

    @property
    def spec(self) -> AsyncSpec:
        """The function and its settings."""
        return self._spec


def _stored(element: StreamRecord | Watermark) -> tuple[bool, Any, int | None]:
    """Whether it is a record, its value, its timestamp."""
    if isinstance(element, StreamRecord):
        return True, element.value, element.timestamp
    return False, None, element.timestamp


class _Call:
    """One record's call, from its first attempt to its results.

    Flink: ``AsyncWaitOperator.ResultHandler`` and ``RetryableResultHandlerDelegator``.
    """

    __slots__ = ("_attempts", "_deadline", "_entry", "_is_over", "_operator", "_record", "_retry",
                 "_retry_timer", "_timeout_timer")  # fmt: skip

    def __init__(
        self, operator: AsyncWaitOperator, entry: QueueEntry, record: StreamRecord
    ) -> None:
        self._operator = operator
        self._entry = entry
        self._record = record
        self._retry = operator.spec.retry_strategy
        self._attempts = 1
        self._is_over = False
        self._deadline: int | None = None
        self._timeout_timer: TimerHandle | None = None
        self._retry_timer: TimerHandle | None = None

    def begin(self) -> None:
        operator = self._operator
        if operator.spec.timeout_ms > 0:
            time = operator.context.processing_time
            self._deadline = time.current_processing_time() + operator.spec.timeout_ms
            self._timeout_timer = time.register_timer(
                self._deadline, self._timed_out, "async timeout"
            )
        self._attempt()

    def _attempt(self) -> None:
        loop = self._operator.loop
        loop.create_task(self._invoke()).add_done_callback(loop.note_error)
        loop.run_ready()

    async def _invoke(self) -> None:
        try:
            results = await self._operator.function.async_invoke(self._record.value)
        except Exception as error:  # whether it is fatal is for the retry strategy to say
            self._ended(None, error)
        else:
            self._ended(results, None)

    def _ended(self, results: Any, error: Exception | None) -> None:
        if self._is_over:
            return
        if self._shall_retry(results, error):
            pause_ms = self._retry.get_backoff_time_millis(self._attempts)
            now = self._operator.context.processing_time.current_processing_time()
            self._retry_timer = self._operator.delay(self, now + pause_ms)
        elif error is None:
            self._complete(results)
        else:
            self._fail(error)

    def _shall_retry(self, results: Any, error: Exception | None) -> bool:
        if self._retry is None or self._operator.retries_are_over:
            return False
        now = self._operator.context.processing_time.current_processing_time()
        if self._deadline is not None and now > self._deadline:
            return False
        predicates = self._retry.get_retry_predicate()
        if error is None:
            asks = predicates.result_predicate()
            wanted = asks is not None and results is not None and asks(results)
        else:
            asks = predicates.exception_predicate()
            wanted = asks is not None and asks(error)
        return bool(wanted) and self._retry.can_retry(self._attempts)

    def try_again(self) -> None:
        if not self._is_over:
            self._attempts += 1
            self._attempt()

    def try_for_the_last_time(self) -> None:
        """Do not wait until it is due."""
        if self._retry_timer is not None:
            self._retry_timer.cancel()
        self.try_again()

    def _timed_out(self, timestamp: int) -> None:
        if self._is_over:
            return
        try:
            results = self._operator.function.timeout(self._record.value)
        except Exception as error:  # told with the record that it belongs to
            self._fail(error)
        else:
            self._complete(results)

    def _complete(self, results: Any) -> None:
        operator = self._operator
        name = type(operator.function).__name__
        if results is None:
            operator.fail(
                self._record,
                "The result of AsyncFunction cannot be none, please check the methods 'async_invoke' "
                f"and 'timeout' of class '{name}'. Return a list; an empty one for no result.",
            )
        if not isinstance(results, Iterable):
            operator.fail(
                self._record,
                "The result of AsyncFunction should be of list type, please check the methods "
                f"'async_invoke' and 'timeout' of class '{name}'. It gave {results!r}; return "
                f"[{results!r}] for one result.",
            )
        self._end()
        operator.completed(self._entry, list(results))

    def _fail(self, error: Exception) -> None:
        self._end()
        self._operator.fail(
            self._record,
            f"Error happens inside the class '{type(self._operator.function).__name__}' during "
            f"handling input '{self._record.value}': {error!r}",
            error,
        )

    def _end(self) -> None:
        self._is_over = True
        for timer in (self._timeout_timer, self._retry_timer):
            if timer is not None:
                timer.cancel()
