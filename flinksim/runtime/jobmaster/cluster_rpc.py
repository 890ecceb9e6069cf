"""What the processes around a job say to each other: who registers with whom, who gets which slot.

Flink: ``Dispatcher``, ``ResourceManager`` (with ``FineGrainedSlotManager``), ``TaskExecutor``, and the
``DeclarativeSlotPool`` of a ``JobMaster``.
Differs: their calls take no time, and none is lost. They are told where Flink makes them and decide
nothing here; what an untraced run does not tell costs it nothing.
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
    """The TaskManagers with their slots, and what is said of them.

    Where the program fixes their number they run before the job comes; else the ResourceManager has
    them started when slots are missing, as in active mode.
    """

    def __init__(
        self,
        graph: ExecutionGraph,
        first_slot: int,
        configuration: Configuration,
        emit: Emit | None,
    ) -> None:
        """The TaskManagers before *first_slot* run already, for other jobs."""
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
        """TaskManagers that were stopped because they had been idle."""

    # --- the course of a job ---------------------------------------------------------------------

    def job_submitted(self, now_ms: int) -> None:
        """The Dispatcher has the job, and starts its JobMaster."""
        self._next_heartbeat_ms = now_ms + self._interval_ms
        if self._emit is None:
            return
        for manager in self._managers if self._are_fixed else ():
            if manager not in self._registered:
                self._register(manager)
        self._tell(DISPATCHER, JOB_MASTER, "start")

    def slots_needed(self) -> None:
        """Executions are scheduled: the slots that the JobMaster does not have are got."""
        if self._emit is None:
            return
        wanted = [manager for manager in self._taken if manager not in self._offered]
        if not wanted:
            return
        if not self._knows_job:
            self._knows_job = True
            self._tell(JOB_MASTER, RESOURCE_MANAGER, "registerJobMaster")
        total = sum(len(numbers) for numbers in self._taken.values())
        self._tell(JOB_MASTER, RESOURCE_MANAGER, "declareRequiredResources", count=total)
        started = [manager for manager in wanted if manager not in self._registered]
        for manager in started if not self._are_fixed else ():
            self._tell(RESOURCE_MANAGER, manager, "requestNewWorker")
        for manager in started:
            self._register(manager)
        for manager in wanted:
            for number in self._taken[manager]:
                self._tell(RESOURCE_MANAGER, manager, "requestSlot", slot=number)
        for manager in wanted:
            self._tell(manager, JOB_MASTER, "registerTaskManager")
            self._tell(manager, JOB_MASTER, "offerSlots", count=len(self._taken[manager]))
        self._offered.update(wanted)

    def job_ended(self) -> None:
        """The JobMaster gives its slots back and goes; whoever waits hears the result."""
        if self._emit is None:
            return
        self._tell(JOB_MASTER, RESOURCE_MANAGER, "declareRequiredResources", count=0)
        here = [one for one in self._taken if one in self._offered and one not in self._silent]
        for manager in here:
            for number in self._taken[manager]:
                self._tell(JOB_MASTER, manager, "freeSlot", slot=number)
                self._tell(manager, RESOURCE_MANAGER, "notifySlotAvailable", slot=number)
            self._tell(JOB_MASTER, manager, "disconnectJobManager")
        self._offered.clear()
        self._tell(JOB_MASTER, RESOURCE_MANAGER, "disconnectJobManager")
        self._tell(CLIENT, DISPATCHER, "requestJobResult")

    # --- TaskManagers that are lost --------------------------------------------------------------

    def task_manager_silent(self, manager: str) -> None:
        """Nobody hears of *manager* any more, and nobody knows it yet."""
        self._silent.add(manager)

    def task_manager_lost(self, manager: str) -> None:
        """JobMaster and ResourceManager have given *manager* up, with its slots."""
        self._silent.discard(manager)
        if manager not in self._registered:
            return
        self._registered.discard(manager)
        self._offered.discard(manager)
        self._tell(manager, JOB_MASTER, "disconnectTaskManager")
        self._tell(JOB_MASTER, manager, "disconnectJobManager")  # which it may not hear any more
        self._tell(manager, RESOURCE_MANAGER, "onWorkerTerminated")

    @property
    def kept(self) -> frozenset[str]:
        """The TaskManagers of which the job has slots."""
        return frozenset(self._offered - self._silent)

    def task_managers_idle(self, since_ms: Mapping[str, int]) -> None:
        """No job has slots of these TaskManagers, since then; fixed ones are kept all the same.

        Flink: ``DefaultSlotStatusSyncer`` and ``FineGrainedSlotManager.checkTaskManagerTimeouts``.
        """
        self._idle_since = {} if self._are_fixed else dict(since_ms)

    def time_advanced(self, now_ms: int) -> None:
        """Who is idle for too long is stopped; and rounds of heartbeats are behind."""
        for manager, since in list(self._idle_since.items()):
            if now_ms >= since + self._idle_timeout_ms and self._emit is not None:
                del self._idle_since[manager]
                self._registered.discard(manager)
                self.stopped.add(manager)
                self._tell(RESOURCE_MANAGER, manager, "disconnectResourceManager")
        self._exchange_heartbeats(now_ms)

    def _exchange_heartbeats(self, now_ms: int) -> None:
        """So many rounds of heartbeats are behind, of which nobody has told."""
        due = self._next_heartbeat_ms
        if self._emit is None or due is None or now_ms < due:
            return
        rounds = 1 + (now_ms - due) // self._interval_ms
        self._next_heartbeat_ms = due + rounds * self._interval_ms
        self._emit((HeartbeatsExchanged, rounds, tuple(sorted(self._silent))))

    # --- telling -----------------------------------------------------------------------------------

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
