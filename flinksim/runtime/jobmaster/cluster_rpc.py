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
from flinksim.graph.slots import NUMBER_OF_TASK_MANAGERS, WAITING
from flinksim.trace.events import ActorCall, ActorCalled, Emit, HeartbeatsExchanged

CLIENT, DISPATCHER = "Client", "Dispatcher"
JOB_MASTER, RESOURCE_MANAGER = "JobMaster", "ResourceManager"


class ClusterActors:
    """The TaskManagers with their slots, and the calls about them.

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
        """Initialize; the TaskManagers of slots before *first_slot* already run, for other jobs."""
        self._emit = emit
        self._slots_of_each = graph.slots_per_task_manager
        self._managers = graph.task_managers
        self._taken: dict[str, list[int]] = {}
        for slot in graph.slots:
            if slot.subtasks and slot.task_manager != WAITING:
                self._taken.setdefault(slot.task_manager, []).append(slot.number)
        running = -(-first_slot // graph.slots_per_task_manager)
        self._registered = {f"tm{number}" for number in range(running)}
        self._are_fixed = configuration.contains_key(NUMBER_OF_TASK_MANAGERS)
        self._knows_job = False
        self._offered: set[str] = set()
        self._silent: set[str] = set()
        self._interval_ms = configuration.get_duration_ms("heartbeat.interval", 10_000)
        self._next_heartbeat_ms: int | None = None
        self._idle_timeout_ms = configuration.get_duration_ms(
            "resourcemanager.taskmanager-timeout", 30_000
        )
        self._idle_since: dict[str, int] = {}
        self.stopped: set[str] = set()
        """TaskManagers that were stopped because they were idle."""

    # --- life cycle of a job ---------------------------------------------------------------------

    def job_submitted(self, now_ms: int) -> None:
        """Handle the submission of the job: the Dispatcher starts its JobMaster."""
        self._next_heartbeat_ms = now_ms + self._interval_ms
        if self._emit is None:
            return
        for manager in self._managers if self._are_fixed else ():
            if manager not in self._registered:
                self._register(manager)
        self._tell(DISPATCHER, JOB_MASTER, "start")

    def slots_needed(self) -> None:
        """Request the slots that the JobMaster does not have, for executions that are scheduled."""
        if self._emit is None:
            return
        missing_managers = [manager for manager in self._taken if manager not in self._offered]
        if not missing_managers:
            return
        if not self._knows_job:
            self._knows_job = True
            self._tell(JOB_MASTER, RESOURCE_MANAGER, "registerJobMaster")
        total = sum(len(numbers) for numbers in self._taken.values())
        self._tell(JOB_MASTER, RESOURCE_MANAGER, "declareRequiredResources", count=total)
        new_managers = [manager for manager in missing_managers if manager not in self._registered]
        for manager in new_managers if not self._are_fixed else ():
            self._tell(RESOURCE_MANAGER, manager, "requestNewWorker")
        for manager in new_managers:
            self._register(manager)
        for manager in missing_managers:
            for number in self._taken[manager]:
                self._tell(RESOURCE_MANAGER, manager, "requestSlot", slot=number)
        for manager in missing_managers:
            self._tell(manager, JOB_MASTER, "registerTaskManager")
            self._tell(manager, JOB_MASTER, "offerSlots", count=len(self._taken[manager]))
        self._offered.update(missing_managers)

    def job_ended(self) -> None:
        """Return the slots of the job and disconnect the JobMaster; the client receives the result."""
        if self._emit is None:
            return
        self._tell(JOB_MASTER, RESOURCE_MANAGER, "declareRequiredResources", count=0)
        connected_managers = [
            one for one in self._taken if one in self._offered and one not in self._silent
        ]
        for manager in connected_managers:
            for number in self._taken[manager]:
                self._tell(JOB_MASTER, manager, "freeSlot", slot=number)
                self._tell(manager, RESOURCE_MANAGER, "notifySlotAvailable", slot=number)
            self._tell(JOB_MASTER, manager, "disconnectJobManager")
        self._offered.clear()
        self._tell(JOB_MASTER, RESOURCE_MANAGER, "disconnectJobManager")
        self._tell(CLIENT, DISPATCHER, "requestJobResult")

    # --- lost and idle TaskManagers --------------------------------------------------------------

    def task_manager_silent(self, manager: str) -> None:
        """Record that *manager* sends no heartbeats any more, which nobody has noticed yet."""
        self._silent.add(manager)

    def task_manager_lost(self, manager: str) -> None:
        """Remove *manager* and its slots: JobMaster and ResourceManager have given it up."""
        self._silent.discard(manager)
        if manager not in self._registered:
            return
        self._registered.discard(manager)
        self._offered.discard(manager)
        self._tell(manager, JOB_MASTER, "disconnectTaskManager")
        self._tell(
            JOB_MASTER, manager, "disconnectJobManager"
        )  # it may be gone and not receive this
        self._tell(manager, RESOURCE_MANAGER, "onWorkerTerminated")

    @property
    def kept(self) -> frozenset[str]:
        """The TaskManagers of which the job has slots."""
        return frozenset(self._offered - self._silent)

    def task_managers_idle(self, since_ms: Mapping[str, int]) -> None:
        """Record since when TaskManagers have no slots of any job; a fixed number is never stopped.

        Flink: ``DefaultSlotStatusSyncer`` and ``FineGrainedSlotManager.checkTaskManagerTimeouts``.
        """
        self._idle_since = {} if self._are_fixed else dict(since_ms)

    def time_advanced(self, now_ms: int) -> None:
        """Stop TaskManagers that were idle for too long, and report heartbeats up to *now_ms*."""
        for manager, since in list(self._idle_since.items()):
            if now_ms >= since + self._idle_timeout_ms and self._emit is not None:
                del self._idle_since[manager]
                self._registered.discard(manager)
                self.stopped.add(manager)
                self._tell(RESOURCE_MANAGER, manager, "disconnectResourceManager")
        self._exchange_heartbeats(now_ms)

    def _exchange_heartbeats(self, now_ms: int) -> None:
        """Report the rounds of heartbeats up to *now_ms* as one event."""
        due = self._next_heartbeat_ms
        if self._emit is None or due is None or now_ms < due:
            return
        rounds = 1 + (now_ms - due) // self._interval_ms
        self._next_heartbeat_ms = due + rounds * self._interval_ms
        self._emit((HeartbeatsExchanged, rounds, tuple(sorted(self._silent))))

    # --- trace events ------------------------------------------------------------------------------

    def _register(self, manager: str) -> None:
        self._registered.add(manager)
        self._tell(manager, RESOURCE_MANAGER, "registerTaskExecutor")
        self._tell(manager, RESOURCE_MANAGER, "sendSlotReport", count=self._slots_of_each)

    def _tell(
        self, caller: str, called: str, call: ActorCall, slot: int | None = None, count: int = 0
    ) -> None:
        if self._emit is not None:
            self._emit(
                (ActorCalled, caller, called, call, "" if slot is None else str(slot), count)
            )
