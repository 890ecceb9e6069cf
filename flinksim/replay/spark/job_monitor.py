"""Run Spark actions with progress, and cancel them on Ctrl-C.

An action runs in its own thread, because a thread that waits for Java can neither be interrupted
nor query Spark's progress. The calling thread waits, polls Spark's status tracker, and cancels the
action's jobs when it is interrupted, but never during a query.

Not in Flink.
"""

from __future__ import annotations

import itertools
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from flinksim.core.progress import StageProgressBar, can_redraw
from flinksim.replay.interrupts import defer_interrupts, raise_if_interrupted
from flinksim.replay.spark.spark_connection import is_remote
from flinksim.replay.worker_errors import translate_error

if TYPE_CHECKING:
    from pyspark import SparkContext, SparkStageInfo
    from pyspark.sql import SparkSession

Given = TypeVar("Given")

_POLL_INTERVAL_S = 0.2
_SETTLE_TIMEOUT_S = 60
_action_numbers = itertools.count(1)


class StageState(NamedTuple):
    """Progress of a stage of the replay: finished tasks, and tasks that Spark knows so far."""

    stage: str
    done: int
    tasks: int
    ended: bool = False


ProgressCallback = Callable[[StageState], None]


class SparkJobMonitor:
    """Runs the actions of one Spark session with progress and interruptibly.

    *on_progress* is called while an action runs and when it is done. If it is ``None``, a progress bar is
    drawn on a terminal or in a notebook. Without a session an action simply runs.
    """

    def __init__(
        self, spark: SparkSession | None, on_progress: ProgressCallback | None = None
    ) -> None:
        self._spark = spark
        self._bar = (
            StageProgressBar(sys.stderr) if on_progress is None and can_redraw(sys.stderr) else None
        )
        self._on_progress: ProgressCallback = on_progress or self._bar or _ignore_progress

    def run(self, stage: str, action: Callable[[], Given]) -> Given:
        """Run *action* and return its value; Ctrl-C cancels its Spark jobs and is then raised."""
        if self._spark is None:
            return self._run_directly(action)
        with defer_interrupts():
            raise_if_interrupted()
            result: Given = self._run_monitored(_create_action(self._spark, stage, action), stage)
            return result

    def _run_monitored(self, running: _Action, stage: str) -> Any:
        running.start()
        try:
            while not running.ended.wait(_POLL_INTERVAL_S):
                raise_if_interrupted()
                self._on_progress(StageState(stage, *running.count_tasks()))
        except BaseException:
            running.cancel()
            self.close()
            raise
        done, tasks = running.count_tasks()
        if running.error is not None:
            self._on_progress(StageState(stage, done, tasks))
            self.close()
            running.wait_until_idle()
            translated_error = translate_error(running.error)
            raise translated_error from (
                None if translated_error is running.error else running.error
            )
        self._on_progress(StageState(stage, max(tasks, 1), max(tasks, 1), ended=True))
        return running.result

    def _run_directly(self, action: Callable[[], Given]) -> Given:
        try:
            return action()
        except Exception as error:
            translated_error = translate_error(error)
            raise translated_error from (None if translated_error is error else error)

    def close(self) -> None:
        """Finish the line of the progress bar."""
        if self._bar is not None:
            self._bar.close()


def pause(seconds: float) -> None:
    """Sleep in real time."""
    Event().wait(seconds)


def _ignore_progress(state: StageState) -> None:
    """Ignore the progress of a stage; used where no progress is shown."""


def _create_action(spark: SparkSession, stage: str, action: Callable[[], Any]) -> _Action:
    if is_remote(spark):
        return _RemoteAction(spark, action)
    return _DriverAction(spark.sparkContext, stage, action)


class _Action(ABC):
    """Spark action that runs in its own thread, with the Spark jobs that it starts."""

    def __init__(self, action: Callable[[], Any], **session: Any) -> None:
        from pyspark import InheritableThread

        self._action = action
        self._name = f"flinksim-{next(_action_numbers)}"
        self.ended = Event()
        self.result: Any = None
        self.error: BaseException | None = None
        self._thread = InheritableThread(target=self._run, **session)
        self._thread.daemon = True

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        try:
            self._name_jobs()
            self.result = self._action()
        except BaseException as error:
            self.error = error
        finally:
            self.ended.set()

    def cancel(self) -> None:
        """Cancel the action's jobs, including those it has yet to start, and wait for its end."""
        while not self.ended.is_set():
            self._cancel_jobs()
            self.ended.wait(_POLL_INTERVAL_S)
        self.wait_until_idle()

    @abstractmethod
    def _name_jobs(self) -> None:
        """Mark the Spark jobs that this thread starts, so that they can be found and cancelled."""

    @abstractmethod
    def _cancel_jobs(self) -> None: ...

    @abstractmethod
    def wait_until_idle(self) -> None:
        """Wait until none of the action's tasks runs: after a failure some still write for a while."""

    @abstractmethod
    def count_tasks(self) -> tuple[int, int]:
        """Return the number of finished tasks and of known tasks."""


class _DriverAction(_Action):
    """Action in a session whose Spark driver belongs to this process, unlike with Spark Connect."""

    def __init__(self, context: SparkContext, stage: str, action: Callable[[], Any]) -> None:
        super().__init__(action)
        self._context = context
        self._stage = stage
        self._tracker = context.statusTracker()
        self._pause = Event()

    def _name_jobs(self) -> None:
        self._context.setJobGroup(self._name, self._stage, interruptOnCancel=True)

    def _cancel_jobs(self) -> None:
        self._context.cancelJobGroup(self._name)

    def wait_until_idle(self) -> None:
        for _ in range(int(_SETTLE_TIMEOUT_S / _POLL_INTERVAL_S)):
            if not any(each.numRunningTasks for each in self._tracker.getExecutorInfos()):
                return
            self._pause.wait(_POLL_INTERVAL_S)

    def count_tasks(self) -> tuple[int, int]:
        stages = self._list_stages()
        return sum(s.numCompletedTasks for s in stages), sum(s.numTasks for s in stages)

    def _list_stages(self) -> list[SparkStageInfo]:
        stages: set[int] = set()
        for number in self._tracker.getJobIdsForGroup(self._name):
            job = self._tracker.getJobInfo(number)
            if job is not None:
                stages.update(job.stageIds)
        found = [self._tracker.getStageInfo(number) for number in stages]
        return [stage for stage in found if stage is not None]


class _RemoteAction(_Action):
    """Action over Spark Connect, which reports stages and can interrupt by tag."""

    def __init__(self, spark: SparkSession, action: Callable[[], Any]) -> None:
        super().__init__(action, session=spark)
        self._spark: Any = spark
        self._task_counts = (0, 0)

    def _name_jobs(self) -> None:
        self._spark.addTag(self._name)
        self._spark.registerProgressHandler(self._on_progress)

    def _on_progress(self, stages: Any, **_: Any) -> None:
        known = list(stages or ())
        self._task_counts = (
            sum(each.num_completed_tasks for each in known),
            sum(each.num_tasks for each in known),
        )

    def _run(self) -> None:
        try:
            super()._run()
        finally:
            self._spark.removeTag(self._name)
            self._spark.removeProgressHandler(self._on_progress)

    def _cancel_jobs(self) -> None:
        self._spark.interruptTag(self._name)

    def wait_until_idle(self) -> None:
        """Do nothing: the server handles cancelled tasks."""

    def count_tasks(self) -> tuple[int, int]:
        return self._task_counts


__all__ = ["ProgressCallback", "SparkJobMonitor", "StageState"]
