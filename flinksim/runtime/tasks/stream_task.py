"""A task: one mailbox, one chain of operators, its inputs and its outputs.

A turn runs one mail or, if there is none, the default action once. The default action processes one
element, the smallest unit of work (Flink: ``MailboxProcessor.runMailboxStep``). Then the task decides
whether it can continue. It checks the output buffers first (backpressure), then the input.

Differs: Flink processes elements in a row until a mail arrives; here each element is one turn, with the
same result. A suspended task resumes immediately, without the control mail that Flink sends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from flinksim.core.ids import SubtaskId
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.runtime.elements import MAX_WATERMARK, CheckpointBarrier, Element, Watermark
from flinksim.runtime.network.input_channels import InputChannel
from flinksim.runtime.operators.async_wait_operator import AsyncWaitOperator
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.runtime.tasks.buffer_debloating import BufferDebloating
from flinksim.runtime.tasks.input_selection import InputSelection
from flinksim.runtime.tasks.mailbox import Mail
from flinksim.runtime.tasks.operator_chain import OperatorChain
from flinksim.runtime.tasks.subtask_checkpoint_coordinator import (
    SubtaskCheckpointCoordinator,
    TaskSnapshot,
)
from flinksim.runtime.tasks.suspendable_task import StoppableTask
from flinksim.runtime.tasks.task_input import TaskInput
from flinksim.runtime.tasks.task_mailbox import MIN_PRIORITY, MailboxState
from flinksim.runtime.tasks.task_processing_time import TaskProcessingTime
from flinksim.runtime.virtual_clock import SimulatedClock
from flinksim.trace.events import (
    AfterInvokeReached,
    DefaultActionResumed,
    Emit,
    SuspendReason,
)
from flinksim.trace.events.base import Row


class StreamTask(StoppableTask):
    """One subtask of a job vertex.

    The deployment creates it and sets ``chain``, ``inputs`` and ``writers`` before the first turn.

    Life cycle: INITIALIZING (the chain opens from tail to head), RUNNING, then FINISHED. Before
    FINISHED, end of data goes through the chain from head to tail. With checkpoints, the final
    checkpoint completes as well. The number of inputs needs no subclasses.

    Flink: ``StreamTask``, ``OneInputStreamTask``, ``TwoInputStreamTask``.
    """

    __slots__ = ("_asynchronous", "_end_of_data_waits", "_finish_waits", "_says_it_yields",
                 "_selection", "_turn_has_not_ended", "actor_id", "chain", "checkpoints",
                 "data_ended", "debloating", "execution_is_over", "inputs", "on_finished",
                 "on_running", "processing_time", "refused", "vertex_name")  # fmt: skip

    def __init__(
        self,
        subtask: SubtaskId,
        vertex_name: str,
        runnable: RunnableSet,
        clock: SimulatedClock,
        emit: Emit | None,
    ) -> None:
        super().__init__(subtask, runnable, clock, emit)
        self.actor_id = str(subtask)
        self.vertex_name = vertex_name
        self.processing_time = TaskProcessingTime(self)
        self.chain = OperatorChain((), (), emit)
        self.inputs: Sequence[TaskInput] = ()
        self.checkpoints = SubtaskCheckpointCoordinator(self, emit)
        self.debloating: BufferDebloating | None = None
        self._asynchronous: Sequence[AsyncWaitOperator] = ()
        self._end_of_data_waits = False
        self._turn_has_not_ended = False
        self._says_it_yields = False
        self._finish_waits = False
        self.data_ended = False
        self.execution_is_over = False
        self.refused = ""
        """Error message with which the task fails when it begins, if any."""
        self.on_running: Callable[[], None] | None = None
        self.on_finished: Callable[[], None] | None = None
        self._selection: InputSelection | None = None

    @property
    def operators(self) -> Sequence[StreamOperator]:
        """The operators of its chain, from head to tail."""
        return self.chain.operators

    # --- turns -----------------------------------------------------------------------------------

    def deploy(self) -> None:
        """Prepare the first turn, which restores the task and opens its chain."""
        for writer in self.writers:
            writer.pool.on_available = self._output_available
            writer.on_blocked = self._block
        self._asynchronous = [
            each for each in self.operators if isinstance(each, AsyncWaitOperator)
        ]
        for task_input in self.inputs:
            task_input.gate.on_available = self.input_available
        if len(self.inputs) > 1:
            self._selection = InputSelection(self.inputs)
        self.mailbox.default_action = self._restore
        self._runnable.mask |= self.bit

    def describe(self) -> str:
        """Describe what the next turn will do."""
        if self.busy_until_ms is not None:
            return "wake from sleep"
        if self._blocked_writer is not None:
            return "go on writing"
        if self.mailbox.mailbox.attention:
            mail = self.mailbox.next_mail()
            if mail is not None:
                return f"mail: {mail.name}"
        return "restore" if self.execution.state == "DEPLOYING" else "processInput"

    def step(self) -> None:
        """Run one turn."""
        if self._withheld is None:
            self.mailbox.run_mailbox_step()
        else:
            self._go_on()
            self._says_it_yields = False
        if self._asynchronous and self.mailbox.yields:
            self._yield()
        elif self.mailbox.suspension is not None or self.execution_is_over:
            self._rest()
        if self._withheld is not None:
            self._stop_in_the_middle()

    def _rest(self) -> None:
        if self.execution_is_over or not self.mailbox.can_run():
            self._runnable.mask &= ~self.bit

    def _default_action(self) -> None:
        self.process_input()
        if self._withheld is None:
            self._suspend_if_waiting()

    def process_input(self) -> None:
        """Process one element of one input. Flink: ``StreamTask.processInput``."""
        inputs = self.inputs
        selection = self._selection
        task_input = inputs[0] if selection is None else selection.next()
        if not task_input.emit_next():
            return
        if task_input.channels_with_end_of_data and not self.data_ended:
            if all(each.has_end_of_data for each in inputs):
                self.end_data(all(each.drains for each in inputs))
        if task_input.channels_with_end_of_partition:
            if all(each.has_end_of_partition for each in inputs):
                self.finish()

    @property
    def waits_for_input(self) -> bool:
        """Whether the task waits only for an element."""
        suspension = self.mailbox.suspension
        return (
            suspension is not None
            and suspension.reason == "no input"
            and self._withheld is None
            and not self._asynchronous
            and not self.execution_is_over
        )

    def take(
        self, element: Element, size: int, task_input: TaskInput, channel: InputChannel
    ) -> None:
        """Process *element*, which was handed off directly, as one turn of this waiting task.

        Args:
            element: The element.
            size: Its size in bytes.
            task_input: The input that it belongs to.
            channel: The channel that it belongs to.
        """
        mailbox = self.mailbox
        suspension = mailbox.begin_turn()
        if self._selection is not None:
            self._selection.take(task_input)
        if task_input.checkpointed is not None:
            task_input.checkpointed.add_processed_bytes(size)
        task_input.take(element, channel)
        if self._withheld is None and not mailbox.mailbox.has_mail and self._has_output_buffers():
            mailbox.wait_on(suspension)
            if self._selection is not None:
                self._selection.wait()
            return
        self._runnable.mask |= self.bit
        if self._withheld is None:
            self._suspend_if_waiting()
        mailbox.end_turn()
        if mailbox.suspension is not None:
            self._rest()
        if self._withheld is not None:
            self._stop_in_the_middle()

    # --- suspension ------------------------------------------------------------------------------

    def _suspend_if_waiting(self) -> None:
        """Decide after a turn whether the default action can continue: outputs first, then inputs."""
        if self.execution_is_over:
            return
        if self.mailbox.yields:
            self._turn_has_not_ended = True
            return
        if self._finish_waits:
            self.mailbox.suspend_default_action("final checkpoint")
            return
        for writer in self.writers:
            if not writer.pool.available:
                self.mailbox.suspend_default_action("no output buffer")
                return
        if not self.is_input_available():
            self.mailbox.suspend_default_action("no input")
            if self._selection is not None:
                self._selection.wait()
            if self.debloating is not None:
                self.debloating.pause()

    def _yield(self) -> None:
        """Run only the mails of an operator that waits in the middle of this turn."""
        if not self._says_it_yields:
            self._says_it_yields = True
            self._report_suspension()
        self._rest()

    def goes_on_later(self, rest: Callable[[], None], priority: int) -> bool:
        """Defer *rest* while an operator yields.

        See :meth:`MailboxProcessor.goes_on_later`.
        """
        return self.mailbox.yields and self.mailbox.goes_on_later(self.going_on(rest), priority)

    def end_yielding(self, priority: int) -> None:
        """End the wait of the operator with mails of *priority*; resume the turn if none is left."""
        self.mailbox.end_yielding(priority)
        if not self.mailbox.yields and not self._end_of_data_waits:
            self._yields_no_more()

    def _yields_no_more(self) -> None:
        if self._says_it_yields and self._emit is not None:
            self._emit((DefaultActionResumed, self.subtask))
        self._says_it_yields = False
        if self.execution_is_over:
            return
        self._runnable.mask |= self.bit
        if self._turn_has_not_ended:
            self._turn_has_not_ended = False
            self._suspend_if_waiting()
        elif self.mailbox.suspension is not None:
            if self._has(self.mailbox.suspension.reason):
                self._resume()
            else:
                self._report_suspension()

    def is_input_available(self) -> bool:
        """Return whether the default action would find something to do."""
        for task_input in self.inputs:
            if task_input.available:
                return True
        return False

    def input_available(self) -> None:
        """Resume the task: input is available that was not before."""
        if self.suspended == "no input" and not self.execution_is_over:
            self._resume()

    def _output_available(self) -> None:
        if self._blocked_writer is not None:
            self._can_go_on()
        elif self.suspended == "no output buffer" and self._has_output_buffers():
            self._resume()

    def _has_output_buffers(self) -> bool:
        for writer in self.writers:
            if not writer.pool.available:
                return False
        return True

    def _has(self, reason: SuspendReason) -> bool:
        if reason == "no input":
            return self.is_input_available()
        if reason == "no output buffer":
            return self._has_output_buffers()
        return reason != "final checkpoint"

    # --- mails and timers ------------------------------------------------------------------------

    @property
    def takes_mails(self) -> bool:
        """Whether a mail of any priority runs in one of its next turns."""
        return self._withheld is None and not self.mailbox.yields

    def defer_callback_to_mailbox(
        self, name: str, callback: Callable[[int], None], at: int, priority: int
    ) -> Mail:
        """Run the *callback* of a due processing-time timer as a mail, unless timers have stopped.

        Args:
            name: Name of the mail.
            callback: Called with *at*.
            at: Time of the timer, in ms.
            priority: Priority of the mail.
        """

        def run() -> None:
            if not self.processing_time.quiesced:
                self.invoke_processing_time_callback(callback, at)

        mail = Mail(run, name, priority)
        self._put(mail)
        return mail

    def invoke_processing_time_callback(self, callback: Callable[[int], None], at: int) -> None:
        """Run the mail of a timer."""
        callback(at)

    def put_mail(
        self,
        name: str,
        action: Callable[[], None],
        *,
        urgent: bool = False,
        priority: int = MIN_PRIORITY,
    ) -> None:
        """Run *action* as a mail in one of the next turns.

        Args:
            name: Name of the mail in the trace.
            action: What to run.
            urgent: Whether it goes before all other waiting mails.
            priority: For an operator's mails, its position in the chain.
        """
        self._put(Mail(action, name, priority, urgent=urgent))

    def _put(self, mail: Mail) -> None:
        self.mailbox.mailbox.put(mail)
        if self._withheld is None and (not self.mailbox.yields or self.mailbox.can_run()):
            self._runnable.mask |= self.bit

    def put_late_mail(self, name: str, action: Callable[[], None], *, urgent: bool = False) -> None:
        """Put a mail that is not needed if the task has ended; ignored unless the mailbox is open."""
        if self.mailbox.mailbox.state is MailboxState.OPEN:
            self.put_mail(name, action, urgent=urgent)

    def report_buffer_size(self, row: Row) -> None:
        """Emit the trace event *row*: the task requests another buffer size."""
        if self._emit is not None:
            self._emit(row)

    # --- life cycle ------------------------------------------------------------------------------

    def _restore(self) -> None:
        """Run the first turn. Flink: ``StreamTask.restore``, which precedes the mailbox loop."""
        self.mailbox.default_action = self._default_action
        self._open()

    def _open(self) -> None:
        self.execution.move_to("INITIALIZING")
        if self.refused:
            raise RuntimeError(self.refused)
        self.chain.initialize_state_and_open(
            self.checkpoints.restored.operators, self.checkpoints.restored_from
        )
        for task_input in self.inputs:
            task_input.on_recovered = self._run_if_recovered
        self._run_if_recovered()
        self._suspend_if_waiting()

    def _run_if_recovered(self) -> None:
        """Switch to RUNNING once the recovered in-flight data of the inputs is read.

        Flink: ``StreamTask.restoreInternal``, which waits for ``InputGate.getStateConsumedFuture``.
        """
        if any(task_input.recovers for task_input in self.inputs):
            return
        self.execution.move_to("RUNNING")
        if self.on_running is not None:
            self.on_running()
        if self.debloating is not None:
            self.debloating.start()

    def finish_on_restore(self) -> None:
        """Skip all operators: the task had finished before the checkpoint that it starts from.

        Flink: ``StreamTaskFinishedOnRestoreSourceInput``, ``FinishedOnRestoreInput``.
        """
        self.chain.is_finished_on_restore = True
        ended: set[int] = set()

        def on_watermark(number: int, watermark: Watermark) -> None:
            if watermark.timestamp == MAX_TIMESTAMP:
                ended.add(number)
                if len(ended) == len(self.inputs):
                    self.broadcast_last_watermark()

        for task_input in self.inputs:
            task_input.pass_by(partial(on_watermark, task_input.number))

    def broadcast_last_watermark(self) -> None:
        """Send the maximum watermark to all output channels: no record can follow."""
        for writer in self.writers:
            writer.broadcast(MAX_WATERMARK)

    def finished_snapshot(self) -> TaskSnapshot:
        """Create the task's snapshot for a checkpoint that begins after it is FINISHED."""
        return TaskSnapshot(is_finished=True)

    def end_data(self, drain: bool = True) -> None:
        """End the input: finish the operators and announce the end downstream.

        This waits while an asynchronous operator has elements in progress. Without *drain* the job
        stops with a savepoint to resume from, and operators do not finish.

        Flink: ``StreamTask.endData``.
        """
        if not drain or not self._wait_until_empty():
            self._end_data_now(drain)

    def _wait_until_empty(self) -> bool:
        """Wait for the first operator with elements in progress; return ``False`` if there is none."""
        busy_operators = [operator for operator in self._asynchronous if not operator.is_empty]
        self._end_of_data_waits = bool(busy_operators)
        if busy_operators:
            busy_operators[0].wait_until_empty(self.going_on(self._go_on_to_end_data))
        return self._end_of_data_waits

    def _go_on_to_end_data(self) -> None:
        """Continue with the next asynchronous operator: this one has no elements in progress."""
        if not self._wait_until_empty():
            self._end_data_now()
            self._yields_no_more()

    def _end_data_now(self, drain: bool = True) -> None:
        self.data_ended = True
        self.processing_time.quiesce()
        if drain:
            self.chain.finish()
        for writer in self.writers:
            writer.notify_end_of_data(drain)
        if drain:
            self.checkpoints.end_data()

    def stop_with_savepoint(self, barrier: CheckpointBarrier) -> None:
        """Stop the job with the savepoint of *barrier*, which begins here.

        Flink: ``triggerStopWithSavepointAsync``.
        """
        self.checkpoints.trigger(barrier)

    def finish(self) -> None:
        """Close the operators and the output channels: all input channels have ended.

        With checkpoints, one of them has to contain the task's final output first; see
        :class:`SubtaskCheckpointCoordinator`.

        Flink: ``StreamTask.afterInvoke``.
        """
        if not self.checkpoints.allow_finish:
            self._finish_waits = True
            return
        if self._emit is not None:
            self._emit((AfterInvokeReached, self.subtask))
        self.checkpoints.finish()
        self.chain.close()
        self.finish_partitions()
        self.execution.move_to("FINISHED")
        self._end()
        if self.on_finished is not None:
            self.on_finished()

    def finish_partitions(self) -> None:
        """Announce on all output channels that nothing follows."""
        for writer in self.writers:
            writer.finish()

    def finish_if_allowed(self) -> None:
        """Finish if the task has ended and no longer has to wait."""
        if self._finish_waits and self.checkpoints.allow_finish:
            self._finish_waits = False
            self.finish()

    def cancel(self) -> None:
        """Cancel the task after a failure elsewhere; it emits nothing more."""
        self.processing_time.quiesce()
        if self.chain.was_begun:
            self._close_quietly()
        self.execution.move_to("CANCELED")
        self._end()

    def fail(self, closes: bool) -> None:
        """Fail the task: its turn raised an error, or its process is lost.

        Args:
            closes: Whether the operators are closed; not if the process is lost.
        """
        self.processing_time.quiesce()
        if closes:
            self._close_quietly()
        self.execution.move_to("FAILED")
        self._end()

    def _end(self) -> None:
        self.execution_is_over = True
        self.checkpoints.close()
        self.mailbox.prepare_close()
        self._runnable.mask &= ~self.bit

    def _close_quietly(self) -> None:
        try:
            self.chain.close()
        except BaseException:  # only the first error of the job is reported
            pass
