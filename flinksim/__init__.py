"""An Apache Flink that one can hold in the hand.

``flinksim.common`` and ``flinksim.datastream`` are PyFlink's modules: a program runs unchanged when
``pyflink`` is replaced by ``flinksim`` in its imports. The names here are what one writes around it::

    import flinksim as fs

    sim = fs.simulate(env)          # graphs built, tasks deployed, nothing has run
    sim.step(); sim.step("watermark"); sim.run()
    sim.show()                      # the stepper, in Jupyter
    sim.trace.save("run.flinktrace"); sim.export_html("run.html")
    fs.show_plan(env)               # the lens: why operators are chained, or not
"""

from __future__ import annotations

import pkgutil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flinksim.base.cost import cost as cost
    from flinksim.bench.run_tree import read_runs as read_runs
    from flinksim.bench.runs_beside import beside as beside
    from flinksim.bench.shared_cluster import SharedCluster as SharedCluster
    from flinksim.bench.simulation import Simulation as Simulation
    from flinksim.bench.simulation import simulate as simulate
    from flinksim.bench.snapshots import Snapshot as Snapshot
    from flinksim.bench.snapshots import SnapshotError as SnapshotError
    from flinksim.bench.snapshots import read_snapshot as read_snapshot
    from flinksim.explain.bottleneck import find_bottlenecks as find_bottlenecks
    from flinksim.explain.explore import always as always
    from flinksim.explain.explore import at_end as at_end
    from flinksim.explain.explore import eventually as eventually
    from flinksim.explain.explore import exactly as exactly
    from flinksim.explain.explore import explore as explore
    from flinksim.explain.explore import never as never
    from flinksim.explain.explore import same_result as same_result
    from flinksim.explain.run_plot import plot_run as plot_run
    from flinksim.lens.plans import export_plan as export_plan
    from flinksim.lens.plans import show_plan as show_plan
    from flinksim.runtime.budget import Budget as Budget
    from flinksim.runtime.budget import BudgetSpent as BudgetSpent
    from flinksim.runtime.failure import JobExecutionError as JobExecutionError
    from flinksim.runtime.interleaving import ArrivalOrder as ArrivalOrder
    from flinksim.runtime.interleaving import Interleaving as Interleaving
    from flinksim.runtime.interleaving import RoundRobin as RoundRobin
    from flinksim.runtime.interleaving import Scripted as Scripted
    from flinksim.runtime.interleaving import Seeded as Seeded
    from flinksim.runtime.interventions import Crash as Crash
    from flinksim.runtime.jobmaster.checkpoint_settings import SnapshotSettings as SnapshotSettings
    from flinksim.runtime.local_executor import run_settings as run_settings
    from flinksim.runtime.minicluster import RunSettings as RunSettings
    from flinksim.runtime.network_settings import NetworkSettings as NetworkSettings
    from flinksim.spark.logs.any_log import Log as Log
    from flinksim.trace.codec import load_trace as load_trace
    from flinksim.trace.events import CheckpointCompleted as CheckpointCompleted
    from flinksim.trace.events import CheckpointRestored as CheckpointRestored
    from flinksim.trace.events import LateRecordDropped as LateRecordDropped
    from flinksim.trace.events import ResultWritten as ResultWritten
    from flinksim.trace.events import Step as Step
    from flinksim.trace.events import TimerFired as TimerFired
    from flinksim.trace.events import WindowCleared as WindowCleared
    from flinksim.trace.events import WindowFired as WindowFired
    from flinksim.trace.recorder import Trace as Trace
    from flinksim.trace.view import JobView as JobView

__version__ = "0.2.0"

# Resolved when first asked for: a PyFlink program imports flinksim.datastream and should not wait
# for what it does not use.
_PLACES = {
    "ArrivalOrder": "flinksim.runtime.interleaving",
    "Budget": "flinksim.runtime.budget",
    "BudgetSpent": "flinksim.runtime.budget",
    "CheckpointCompleted": "flinksim.trace.events",
    "CheckpointRestored": "flinksim.trace.events",
    "Crash": "flinksim.runtime.interventions",
    "Interleaving": "flinksim.runtime.interleaving",
    "JobExecutionError": "flinksim.runtime.failure",
    "JobView": "flinksim.trace.view",
    "LateRecordDropped": "flinksim.trace.events",
    "Log": "flinksim.spark.logs.any_log",
    "NetworkSettings": "flinksim.runtime.network_settings",
    "ResultWritten": "flinksim.trace.events",
    "RoundRobin": "flinksim.runtime.interleaving",
    "RunSettings": "flinksim.runtime.minicluster",
    "Scripted": "flinksim.runtime.interleaving",
    "Seeded": "flinksim.runtime.interleaving",
    "SharedCluster": "flinksim.bench.shared_cluster",
    "Simulation": "flinksim.bench.simulation",
    "Snapshot": "flinksim.bench.snapshots",
    "SnapshotError": "flinksim.bench.snapshots",
    "SnapshotSettings": "flinksim.runtime.jobmaster.checkpoint_settings",
    "Step": "flinksim.trace.events",
    "TimerFired": "flinksim.trace.events",
    "Trace": "flinksim.trace.recorder",
    "WindowCleared": "flinksim.trace.events",
    "WindowFired": "flinksim.trace.events",
    "always": "flinksim.explain.explore",
    "at_end": "flinksim.explain.explore",
    "beside": "flinksim.bench.runs_beside",
    "class_diagram": "flinksim.explain.class_diagrams",
    "cost": "flinksim.base.cost",
    "eventually": "flinksim.explain.explore",
    "exactly": "flinksim.explain.explore",
    "explore": "flinksim.explain.explore",
    "export_plan": "flinksim.lens.plans",
    "find_bottlenecks": "flinksim.explain.bottleneck",
    "load_trace": "flinksim.trace.codec",
    "never": "flinksim.explain.explore",
    "plot_run": "flinksim.explain.run_plot",
    "run_settings": "flinksim.runtime.local_executor",
    "same_result": "flinksim.explain.explore",
    "show_plan": "flinksim.lens.plans",
    "read_runs": "flinksim.bench.run_tree",
    "read_snapshot": "flinksim.bench.snapshots",
    "simulate": "flinksim.bench.simulation",
}

__all__ = list(_PLACES)


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'flinksim' has no attribute {name!r}")
    value = pkgutil.resolve_name(f"{_PLACES[name]}:{name}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_PLACES])
