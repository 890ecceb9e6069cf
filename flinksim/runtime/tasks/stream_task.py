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
from flinksim.runtime.tasks.suspendable_task import SuspendableTask
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
from flinksim.trace.events.event import Row


class StreamTask(SuspendableTask):
    """One subtask of a job vertex, which runs one chain of operators.

    The deployment creates it and sets ``chain``, ``inputs`` and ``writers`` before the first turn.

    Life cycle: INITIALIZING (the chain opens from tail to head), RUNNING, then FINISHED. Before
    FINISHED, end of data goes through the chain from head to tail. With checkpoints, the final
    checkpoint completes as well. The number of inputs needs no subclasses.

    Flink: ``StreamTask``, ``OneInputStreamTask``, ``TwoInputStreamTask``.
    """

    __slots__ = (
        "_async_operators",
        "_is_end_of_data_pending",
        "_is_finish_pending",
        "_is_turn_unfinished",
        "_is_yield_reported",
        "_selection",
        "actor_id",
        "chain",
        "checkpoint_coordinator",
        "data_ended",
        "debloating",
        "inputs",
        "is_over",
        "on_finished",
        "on_running",
        "processing_time",
        "startup_error",
        "vertex_name",
    )

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
        self.checkpoint_coordinator = SubtaskCheckpointCoordinator(self, emit)
        self.debloating: BufferDebloating | None = None
        self._async_operators: Sequence[AsyncWaitOperator] = ()
        self._is_end_of_data_pending = False
        self._is_turn_unfinished = False
        self._is_yield_reported = False
        self._is_finish_pending = False
        self.data_ended = False
        self.is_over = False
        self.startup_error = ""
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
        """Schedule the first turn, which restores state and opens the operators."""
        for writer in self.writers:
            writer.pool.on_available = self._on_output_available
            writer.on_blocked = self._block_on_buffer
        self._async_operators = [
            each for each in self.operators if isinstance(each, AsyncWaitOperator)
        ]
        for task_input in self.inputs:
            task_input.gate.on_available = self.on_input_available
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
        if self.mailbox.mailbox.needs_attention:
            mail = self.mailbox.next_mail()
            if mail is not None:
                return f"mail: {mail.name}"
        return "restore" if self.execution.state == "DEPLOYING" else "processInput"

    def step(self) -> None:
        """Run one turn: one mail, or the default action once."""
        if self._deferred_writes is None:
            self.mailbox.run_mailbox_step()
        else:
            self._resume_turn()
            self._is_yield_reported = False
        if self._async_operators and self.mailbox.is_yielding:
            self._yield()
        elif self.mailbox.suspension is not None or self.is_over:
            self._clear_runnable_if_idle()
        if self._deferred_writes is not None:
            self._suspend_mid_turn()

    def _clear_runnable_if_idle(self) -> None:
        if self.is_over or not self.mailbox.can_run():
            self._runnable.mask &= ~self.bit

    def _default_action(self) -> None:
        self.process_input()
        if self._deferred_writes is None:
            self._suspend_if_waiting()

    def process_input(self) -> None:
        """Process one element of one input. Flink: ``StreamTask.processInput``."""
        inputs = self.inputs
        selection = self._selection
        task_input = inputs[0] if selection is None else selection.select_next()
        if not task_input.emit_next():
            return
        if task_input.channels_with_end_of_data and not self.data_ended:
            if all(each.has_end_of_data for each in inputs):
                self.end_data(all(each.should_drain for each in inputs))
        if task_input.channels_with_end_of_partition:
            if all(each.has_end_of_partition for each in inputs):
                self.finish()

    @property
    def is_waiting_for_input(self) -> bool:
        """Whether the task has nothing to do until an element arrives."""
        suspension = self.mailbox.suspension
        return (
            suspension is not None
            and suspension.reason == "no input"
            and self._deferred_writes is None
            and not self._async_operators
            and not self.is_over
        )

    def process_handoff(
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
            self._selection.on_handoff(task_input)
        if task_input.checkpointed_gate is not None:
            task_input.checkpointed_gate.add_processed_bytes(size)
        task_input.process_handoff(element, channel)
        if (
            self._deferred_writes is None
            and not mailbox.mailbox.has_mail
            and self._has_output_buffers()
        ):
            mailbox.restore_suspension(suspension)
            if self._selection is not None:
                self._selection.mark_all_empty()
            return
        self._runnable.mask |= self.bit
        self.end_turn()

    def end_turn(self) -> None:
        """Decide what to wait for after a turn that was not begun by the mailbox loop."""
        if self._deferred_writes is None:
            self._suspend_if_waiting()
        self.mailbox.end_turn()
        if self.mailbox.suspension is not None or self.is_over:
            self._clear_runnable_if_idle()
        if self._deferred_writes is not None:
            self._suspend_mid_turn()

    @property
    def is_waiting_for_mail(self) -> bool:
        """Whether the task does nothing but wait, so that a mail would run next."""
        return self.is_waiting_for_input and not self.mailbox.mailbox.has_mail

    def process_timer(self, callback: Callable[[int], None], at: int) -> None:
        """Run the callback of a due processing-time timer as one turn of this waiting task.

        This does what the mail of :meth:`defer_callback_to_mailbox` and the turn that runs it do.

        Args:
            callback: Called with *at*.
            at: Time of the timer, in ms.
        """
        self.mailbox.begin_mail()
        self._runnable.mask |= self.bit
        if not self.processing_time.is_quiesced:
            self.invoke_processing_time_callback(callback, at)
        if self.mailbox.suspension is not None or self.is_over:
            self._clear_runnable_if_idle()
        if self._deferred_writes is not None:
            self._suspend_mid_turn()

    # --- suspension ------------------------------------------------------------------------------

    def _suspend_if_waiting(self) -> None:
        """Decide after a turn whether the default action can continue: outputs first, then inputs."""
        if self.is_over:
            return
        if self.mailbox.is_yielding:
            self._is_turn_unfinished = True
            return
        if self._is_finish_pending:
            self.mailbox.suspend_default_action("final checkpoint")
            return
        for writer in self.writers:
            if not writer.pool.is_available:
                self._suspend_for_output()
                return
        if not self.is_input_available():
            self.mailbox.suspend_default_action("no input")
            if self._selection is not None:
                self._selection.mark_all_empty()
            if self.debloating is not None:
                self.debloating.pause()

    def _yield(self) -> None:
        """Run only mails of the operator that waits in the middle of this turn, and of those after it."""
        if not self._is_yield_reported:
            self._is_yield_reported = True
            self._report_suspension()
        self._clear_runnable_if_idle()

    def defer_while_yielding(self, continuation: Callable[[], None], priority: int) -> bool:
        """Defer *continuation*, the rest of a call, while an operator waits in the middle of that call.

        See :meth:`MailboxProcessor.defer_while_yielding`.
        """
        return self.mailbox.is_yielding and self.mailbox.defer_while_yielding(
            self.continue_later(continuation), priority
        )

    def end_yielding(self, priority: int) -> None:
        """End the wait of the operator whose mails have *priority*.

        If no other operator waits, the interrupted turn continues.
        """
        self.mailbox.end_yielding(priority)
        if not self.mailbox.is_yielding and not self._is_end_of_data_pending:
            self._on_yielding_ended()

    def _on_yielding_ended(self) -> None:
        if self._is_yield_reported and self._emit is not None:
            self._emit((DefaultActionResumed, self.subtask))
        self._is_yield_reported = False
        if self.is_over:
            return
        self._runnable.mask |= self.bit
        if self._is_turn_unfinished:
            self._is_turn_unfinished = False
            self._suspend_if_waiting()
        elif self.mailbox.suspension is not None:
            if self._is_resumable(self.mailbox.suspension.reason):
                self._resume()
            else:
                self._report_suspension()

    def is_input_available(self) -> bool:
        """Return whether the default action could process an element now."""
        for task_input in self.inputs:
            if task_input.is_available:
                return True
        return False

    def on_input_available(self) -> None:
        """Resume the task: input is available that was not before."""
        if self.suspend_reason == "no input" and not self.is_over:
            self._resume()

    def _on_output_available(self) -> None:
        if self._blocked_writer is not None:
            self._wake_if_resumable()
        elif self.suspend_reason == "no output buffer" and self._has_output_buffers():
            self._resume()

    def _has_output_buffers(self) -> bool:
        for writer in self.writers:
            if not writer.pool.is_available:
                return False
        return True

    def _is_resumable(self, reason: SuspendReason) -> bool:
        if reason == "no input":
            return self.is_input_available()
        if reason == "no output buffer":
            return self._has_output_buffers()
        return reason != "final checkpoint"

    # --- mails and timers ------------------------------------------------------------------------

    @property
    def accepts_mails(self) -> bool:
        """Whether a mail would be run in one of the task's next turns, whatever its priority."""
        return self._deferred_writes is None and not self.mailbox.is_yielding

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
            if not self.processing_time.is_quiesced:
                self.invoke_processing_time_callback(callback, at)

        mail = Mail(run, name, priority)
        self._put(mail)
        return mail

    def invoke_processing_time_callback(self, callback: Callable[[int], None], at: int) -> None:
        """Call the *callback* of a processing-time timer with its time *at*, inside the timer's mail."""
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
        if self._deferred_writes is None and (
            not self.mailbox.is_yielding or self.mailbox.can_run()
        ):
            self._runnable.mask |= self.bit

    def put_mail_if_open(
        self, name: str, action: Callable[[], None], *, urgent: bool = False
    ) -> None:
        """Run *action* as a mail, but ignore it if the mailbox is closed, because the task has ended."""
        if self.mailbox.mailbox.state is MailboxState.OPEN:
            self.put_mail(name, action, urgent=urgent)

    def report_buffer_size(self, row: Row) -> None:
        """Emit *row*, a trace event that the task asks its senders for another buffer size."""
        if self._emit is not None:
            self._emit(row)

    # --- life cycle ------------------------------------------------------------------------------

    def _restore(self) -> None:
        """Run the first turn: restore state and open the operators.

        Flink: ``StreamTask.restore``, which precedes the mailbox loop.
        """
        self.mailbox.default_action = self._default_action
        self._open()

    def _open(self) -> None:
        self.execution.transition_to("INITIALIZING")
        if self.startup_error:
            raise RuntimeError(self.startup_error)
        self.chain.initialize_state_and_open(
            self.checkpoint_coordinator.restored_snapshot.operators,
            self.checkpoint_coordinator.restored_checkpoint_id,
        )
        for task_input in self.inputs:
            task_input.on_recovered = self._switch_to_running_if_recovered
        self._switch_to_running_if_recovered()
        self._suspend_if_waiting()

    def _switch_to_running_if_recovered(self) -> None:
        """Switch to RUNNING once the recovered in-flight data of the inputs is read.

        Flink: ``StreamTask.restoreInternal``, which waits for ``InputGate.getStateConsumedFuture``.
        """
        if any(task_input.is_recovering for task_input in self.inputs):
            return
        self.execution.transition_to("RUNNING")
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
                    self.broadcast_max_watermark()

        for task_input in self.inputs:
            task_input.bypass_operator(partial(on_watermark, task_input.number))

    def broadcast_max_watermark(self) -> None:
        """Send the maximum watermark to all output channels: no record can follow."""
        for writer in self.writers:
            writer.broadcast(MAX_WATERMARK)

    def create_finished_snapshot(self) -> TaskSnapshot:
        """Create the task's snapshot for a checkpoint that begins after it is FINISHED."""
        return TaskSnapshot(is_finished=True)

    def end_data(self, drain: bool = True) -> None:
        """End the input: finish the operators and announce the end downstream.

        This waits while an asynchronous operator has elements in progress. Without *drain* the job
        stops with a savepoint to resume from, and operators do not finish.

        Flink: ``StreamTask.endData``.
        """
        if not drain or not self._wait_until_empty():
            self._do_end_data(drain)

    def _wait_until_empty(self) -> bool:
        """Wait for the first operator with asynchronous calls in progress; return ``False`` if there is none."""
        busy_operators = [operator for operator in self._async_operators if not operator.is_empty]
        self._is_end_of_data_pending = bool(busy_operators)
        if busy_operators:
            busy_operators[0].wait_until_empty(self.continue_later(self._resume_end_data))
        return self._is_end_of_data_pending

    def _resume_end_data(self) -> None:
        """Continue to end the input: one asynchronous operator has emitted all results, wait for the next."""
        if not self._wait_until_empty():
            self._do_end_data()
            self._on_yielding_ended()

    def _do_end_data(self, drain: bool = True) -> None:
        self.data_ended = True
        self.processing_time.quiesce()
        if drain:
            self.chain.finish()
        for writer in self.writers:
            writer.notify_end_of_data(drain)
        if drain:
            self.checkpoint_coordinator.end_data()

    def stop_with_savepoint(self, barrier: CheckpointBarrier) -> None:
        """Stop the job with the savepoint of *barrier*, which begins here.

        Flink: ``triggerStopWithSavepointAsync``.
        """
        self.checkpoint_coordinator.trigger(barrier)

    def finish(self) -> None:
        """Close the operators and the output channels: all input channels have ended.

        With checkpoints, one of them has to contain the task's final output first; see
        :class:`SubtaskCheckpointCoordinator`.

        Flink: ``StreamTask.afterInvoke``.
        """
        if not self.checkpoint_coordinator.can_finish:
            self._is_finish_pending = True
            return
        if self._emit is not None:
            self._emit((AfterInvokeReached, self.subtask))
        self.checkpoint_coordinator.finish()
        self.chain.close()
        self.finish_partitions()
        self.execution.transition_to("FINISHED")
        self._terminate()
        if self.on_finished is not None:
            self.on_finished()

    def finish_partitions(self) -> None:
        """Announce on all output channels that nothing follows."""
        for writer in self.writers:
            writer.finish()

    def finish_if_allowed(self) -> None:
        """Finish if all input has ended and the task need not wait for a final checkpoint or its readers."""
        if self._is_finish_pending and self.checkpoint_coordinator.can_finish:
            self._is_finish_pending = False
            self.finish()

    def cancel(self) -> None:
        """Cancel the task after a failure elsewhere; it emits nothing more."""
        self.processing_time.quiesce()
        if self.chain.is_set_up:
            self._close_quietly()
        self.execution.transition_to("CANCELED")
        self._terminate()

    def fail(self, close_operators: bool) -> None:
        """Fail the task: its turn raised an error, or its process is lost.

        Args:
            close_operators: Whether the operators are closed; not if the process is lost.
        """
        self.processing_time.quiesce()
        if close_operators:
            self._close_quietly()
        self.execution.transition_to("FAILED")
        self._terminate()

    def _terminate(self) -> None:
        self.is_over = True
        self.checkpoint_coordinator.close()
        self.mailbox.prepare_close()
        self._runnable.mask &= ~self.bit

    def _close_quietly(self) -> None:
        try:
            self.chain.close()
        except BaseException:  # only the first error of the job is reported
            pass
