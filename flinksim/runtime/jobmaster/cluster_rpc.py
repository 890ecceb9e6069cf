"""Calls between the processes of a cluster: registration, and allocation of slots.

Flink: ``Dispatcher``, ``ResourceManager`` (with ``FineGrainedSlotManager``), ``TaskExecutor``, and the
``DeclarativeSlotPool`` of a ``JobMaster``.
Differs: calls take no time and none is lost. They are only trace events at the places where Flink makes
them, and decide nothing here. An untraced run skips them.
"""

from __future__ import annotations

from collections.abc import Mapping

from flinksim.common.configuration import Configuration
from flinksim.graph.execution_graph import ExecutionGraph
from flinksim.graph.slots import NUMBER_OF_TASK_MANAGERS, WAITING_FOR_SLOT
from flinksim.trace.events import ActorCall, ActorCalled, Emit, HeartbeatsExchanged

CLIENT, DISPATCHER = "Client", "Dispatcher"
JOB_MASTER, RESOURCE_MANAGER = "JobMaster", "ResourceManager"


class ClusterRpc:
    """The TaskManagers with their slots, and the calls between processes that concern them.

    If the program fixes the number of TaskManagers, they run before the job starts. Otherwise the
    ResourceManager starts them when slots are missing, as in active mode.
    """

    def __init__(
        self,
        graph: ExecutionGraph,
        first_slot: int,
        configuration: Configuration,
        emit: Emit | None,
    ) -> None:
        """Create the TaskManagers.

        Slots before number *first_slot* belong to other jobs; their TaskManagers already run.
        """
        self._emit = emit
        self._slots_per_manager = graph.slots_per_task_manager
        self._managers = graph.task_managers
        self._slots_by_manager: dict[str, list[int]] = {}
        for slot in graph.slots:
            if slot.subtasks and slot.task_manager != WAITING_FOR_SLOT:
                self._slots_by_manager.setdefault(slot.task_manager, []).append(slot.number)
        running = -(-first_slot // graph.slots_per_task_manager)
        self._registered_managers = {f"tm{number}" for number in range(running)}
        self._has_fixed_managers = configuration.contains_key(NUMBER_OF_TASK_MANAGERS)
        self._is_job_registered = False
        self._offering_managers: set[str] = set()
        self._silent_managers: set[str] = set()
        self._interval_ms = configuration.get_duration_ms("heartbeat.interval", 10_000)
        self._next_heartbeat_ms: int | None = None
        self._idle_timeout_ms = configuration.get_duration_ms(
            "resourcemanager.taskmanager-timeout", 30_000
        )
        self._idle_since: dict[str, int] = {}
        self.stopped_managers: set[str] = set()
        """TaskManagers that were stopped because they were idle."""

    # --- life cycle of a job ---------------------------------------------------------------------

    def on_job_submitted(self, now_ms: int) -> None:
        """Handle the submission of the job: the Dispatcher starts its JobMaster."""
        self._next_heartbeat_ms = now_ms + self._interval_ms
        if self._emit is None:
            return
        for manager in self._managers if self._has_fixed_managers else ():
            if manager not in self._registered_managers:
                self._register(manager)
        self._emit_call(DISPATCHER, JOB_MASTER, "start")

    def request_slots(self) -> None:
        """Request slots for the tasks to be scheduled, as far as the JobMaster has too few."""
        if self._emit is None:
            return
        missing_managers = [
            manager for manager in self._slots_by_manager if manager not in self._offering_managers
        ]
        if not missing_managers:
            return
        if not self._is_job_registered:
            self._is_job_registered = True
            self._emit_call(JOB_MASTER, RESOURCE_MANAGER, "registerJobMaster")
        total = sum(len(numbers) for numbers in self._slots_by_manager.values())
        self._emit_call(JOB_MASTER, RESOURCE_MANAGER, "declareRequiredResources", count=total)
        new_managers = [
            manager for manager in missing_managers if manager not in self._registered_managers
        ]
        for manager in new_managers if not self._has_fixed_managers else ():
            self._emit_call(RESOURCE_MANAGER, manager, "requestNewWorker")
        for manager in new_managers:
            self._register(manager)
        for manager in missing_managers:
            for number in self._slots_by_manager[manager]:
                self._emit_call(RESOURCE_MANAGER, manager, "requestSlot", slot=number)
        for manager in missing_managers:
            self._emit_call(manager, JOB_MASTER, "registerTaskManager")
            self._emit_call(
                manager, JOB_MASTER, "offerSlots", count=len(self._slots_by_manager[manager])
            )
        self._offering_managers.update(missing_managers)

    def on_job_ended(self) -> None:
        """Return the slots of the job and disconnect the JobMaster; the client receives the result."""
        if self._emit is None:
            return
        self._emit_call(JOB_MASTER, RESOURCE_MANAGER, "declareRequiredResources", count=0)
        connected_managers = [
            one
            for one in self._slots_by_manager
            if one in self._offering_managers and one not in self._silent_managers
        ]
        for manager in connected_managers:
            for number in self._slots_by_manager[manager]:
                self._emit_call(JOB_MASTER, manager, "freeSlot", slot=number)
                self._emit_call(manager, RESOURCE_MANAGER, "notifySlotAvailable", slot=number)
            self._emit_call(JOB_MASTER, manager, "disconnectJobManager")
        self._offering_managers.clear()
        self._emit_call(JOB_MASTER, RESOURCE_MANAGER, "disconnectJobManager")
        self._emit_call(CLIENT, DISPATCHER, "requestJobResult")

    # --- lost and idle TaskManagers --------------------------------------------------------------

    def on_task_manager_silent(self, manager: str) -> None:
        """Record that *manager* sends no heartbeats any more, which nobody has noticed yet."""
        self._silent_managers.add(manager)

    def on_task_manager_lost(self, manager: str) -> None:
        """Remove *manager* and its slots: JobMaster and ResourceManager have given it up."""
        self._silent_managers.discard(manager)
        if manager not in self._registered_managers:
            return
        self._registered_managers.discard(manager)
        self._offering_managers.discard(manager)
        self._emit_call(manager, JOB_MASTER, "disconnectTaskManager")
        self._emit_call(
            JOB_MASTER, manager, "disconnectJobManager"
        )  # it may be gone and not receive this
        self._emit_call(manager, RESOURCE_MANAGER, "onWorkerTerminated")

    @property
    def active_managers(self) -> frozenset[str]:
        """The TaskManagers on which the job has slots."""
        return frozenset(self._offering_managers - self._silent_managers)

    def on_task_managers_idle(self, since_ms: Mapping[str, int]) -> None:
        """Record since when TaskManagers have no slots of any job; a fixed number is never stopped.

        Flink: ``DefaultSlotStatusSyncer`` and ``FineGrainedSlotManager.checkTaskManagerTimeouts``.
        """
        self._idle_since = {} if self._has_fixed_managers else dict(since_ms)

    def on_time_advanced(self, now_ms: int) -> None:
        """Stop TaskManagers that were idle for too long, and report heartbeats up to *now_ms*."""
        for manager, since in list(self._idle_since.items()):
            if now_ms >= since + self._idle_timeout_ms and self._emit is not None:
                del self._idle_since[manager]
                self._registered_managers.discard(manager)
                self.stopped_managers.add(manager)
                self._emit_call(RESOURCE_MANAGER, manager, "disconnectResourceManager")
        self._report_heartbeats(now_ms)

    def _report_heartbeats(self, now_ms: int) -> None:
        """Emit one trace event for all heartbeats up to *now_ms* that were not reported yet."""
        due = self._next_heartbeat_ms
        if self._emit is None or due is None or now_ms < due:
            return
        rounds = 1 + (now_ms - due) // self._interval_ms
        self._next_heartbeat_ms = due + rounds * self._interval_ms
        self._emit((HeartbeatsExchanged, rounds, tuple(sorted(self._silent_managers))))

    # --- trace events ------------------------------------------------------------------------------

    def _register(self, manager: str) -> None:
        self._registered_managers.add(manager)
        self._emit_call(manager, RESOURCE_MANAGER, "registerTaskExecutor")
        self._emit_call(manager, RESOURCE_MANAGER, "sendSlotReport", count=self._slots_per_manager)

    def _emit_call(
        self, caller: str, callee: str, method: ActorCall, slot: int | None = None, count: int = 0
    ) -> None:
        if self._emit is not None:
            self._emit(
                (ActorCalled, caller, callee, method, "" if slot is None else str(slot), count)
            )
