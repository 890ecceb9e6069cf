"""Simulate and explain Apache Flink programs in Python.

``flinksim.common`` and ``flinksim.datastream`` mirror PyFlink's modules. A PyFlink program runs
unchanged after you replace ``pyflink`` by ``flinksim`` in its imports. The names in this module
control and inspect such a program::

    import flinksim as fs

    sim = fs.simulate(env)          # build the graphs and deploy the tasks; nothing runs yet
    sim.step(); sim.step("watermark"); sim.run()
    sim.show()                      # open the stepper in Jupyter
    sim.trace.save("run.flinktrace"); sim.export_html("run.html")
    fs.show_plan(env)               # show why operators are chained, or not

Start reading at ``flinksim.simulation.simulation`` (``simulate``) and ``flinksim.runtime``.
Only the public names are exported here. They are imported on first access.
"""

from __future__ import annotations

import pkgutil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flinksim.analysis.bottlenecks import find_bottlenecks as find_bottlenecks
    from flinksim.analysis.diagnosis.diagnose import diagnose_run as diagnose_run
    from flinksim.analysis.model_checking import always as always
    from flinksim.analysis.model_checking import at_end as at_end
    from flinksim.analysis.model_checking import eventually as eventually
    from flinksim.analysis.model_checking import exactly as exactly
    from flinksim.analysis.model_checking import explore as explore
    from flinksim.analysis.model_checking import never as never
    from flinksim.analysis.model_checking import same_result as same_result
    from flinksim.core.simulated_cost import cost as cost
    from flinksim.external_data.bind_jobs import bindings as bindings
    from flinksim.replay.logs.input_log import Log as Log
    from flinksim.runtime.budget import Budget as Budget
    from flinksim.runtime.budget import BudgetSpent as BudgetSpent
    from flinksim.runtime.failure_report import JobExecutionError as JobExecutionError
    from flinksim.runtime.fault_injection import Crash as Crash
    from flinksim.runtime.interleaving import ArrivalOrder as ArrivalOrder
    from flinksim.runtime.interleaving import Interleaving as Interleaving
    from flinksim.runtime.interleaving import RoundRobin as RoundRobin
    from flinksim.runtime.interleaving import Scripted as Scripted
    from flinksim.runtime.interleaving import Seeded as Seeded
    from flinksim.runtime.jobmaster.checkpoint_settings import SnapshotSettings as SnapshotSettings
    from flinksim.runtime.local_executor import run_settings as run_settings
    from flinksim.runtime.minicluster import RunSettings as RunSettings
    from flinksim.runtime.network_settings import NetworkSettings as NetworkSettings
    from flinksim.simulation.run_tree import read_runs as read_runs
    from flinksim.simulation.savepoint_inspector import Snapshot as Snapshot
    from flinksim.simulation.savepoint_inspector import SnapshotError as SnapshotError
    from flinksim.simulation.savepoint_inspector import read_snapshot as read_snapshot
    from flinksim.simulation.shared_cluster import SharedCluster as SharedCluster
    from flinksim.simulation.simulation import Simulation as Simulation
    from flinksim.simulation.simulation import simulate as simulate
    from flinksim.trace.events import CheckpointCompleted as CheckpointCompleted
    from flinksim.trace.events import CheckpointRestored as CheckpointRestored
    from flinksim.trace.events import LateRecordDropped as LateRecordDropped
    from flinksim.trace.events import ResultWritten as ResultWritten
    from flinksim.trace.events import Step as Step
    from flinksim.trace.events import TimerFired as TimerFired
    from flinksim.trace.events import WindowCleared as WindowCleared
    from flinksim.trace.events import WindowFired as WindowFired
    from flinksim.trace.recorder import Trace as Trace
    from flinksim.trace.state.job_state import JobView as JobView
    from flinksim.trace.storage.codec import load_trace as load_trace
    from flinksim.viz.compare_view import compare_side_by_side as compare_side_by_side
    from flinksim.viz.plan.show import export_plan as export_plan
    from flinksim.viz.plan.show import show_plan as show_plan
    from flinksim.viz.plots.run_timeline import plot_run as plot_run

__version__ = "0.2.0"

# Imported on first access, so that a PyFlink program that imports flinksim.datastream does not load
# modules that it does not use.
_LAZY_EXPORTS = {
    "bindings": "flinksim.external_data.bind_jobs",
    "ArrivalOrder": "flinksim.runtime.interleaving",
    "Budget": "flinksim.runtime.budget",
    "BudgetSpent": "flinksim.runtime.budget",
    "CheckpointCompleted": "flinksim.trace.events",
    "CheckpointRestored": "flinksim.trace.events",
    "Crash": "flinksim.runtime.fault_injection",
    "Interleaving": "flinksim.runtime.interleaving",
    "JobExecutionError": "flinksim.runtime.failure_report",
    "JobView": "flinksim.trace.state.job_state",
    "LateRecordDropped": "flinksim.trace.events",
    "Log": "flinksim.replay.logs.input_log",
    "NetworkSettings": "flinksim.runtime.network_settings",
    "ResultWritten": "flinksim.trace.events",
    "RoundRobin": "flinksim.runtime.interleaving",
    "RunSettings": "flinksim.runtime.minicluster",
    "Scripted": "flinksim.runtime.interleaving",
    "Seeded": "flinksim.runtime.interleaving",
    "SharedCluster": "flinksim.simulation.shared_cluster",
    "Simulation": "flinksim.simulation.simulation",
    "Snapshot": "flinksim.simulation.savepoint_inspector",
    "SnapshotError": "flinksim.simulation.savepoint_inspector",
    "SnapshotSettings": "flinksim.runtime.jobmaster.checkpoint_settings",
    "Step": "flinksim.trace.events",
    "TimerFired": "flinksim.trace.events",
    "Trace": "flinksim.trace.recorder",
    "WindowCleared": "flinksim.trace.events",
    "WindowFired": "flinksim.trace.events",
    "always": "flinksim.analysis.model_checking",
    "at_end": "flinksim.analysis.model_checking",
    "compare_side_by_side": "flinksim.viz.compare_view",
    "draw_class_diagram": "flinksim.viz.plots.class_diagrams",
    "cost": "flinksim.core.simulated_cost",
    "eventually": "flinksim.analysis.model_checking",
    "exactly": "flinksim.analysis.model_checking",
    "explore": "flinksim.analysis.model_checking",
    "export_plan": "flinksim.viz.plan.show",
    "find_bottlenecks": "flinksim.analysis.bottlenecks",
    "load_trace": "flinksim.trace.storage.codec",
    "never": "flinksim.analysis.model_checking",
    "plot_run": "flinksim.viz.plots.run_timeline",
    "run_settings": "flinksim.runtime.local_executor",
    "same_result": "flinksim.analysis.model_checking",
    "show_plan": "flinksim.viz.plan.show",
    "read_runs": "flinksim.simulation.run_tree",
    "diagnose_run": "flinksim.analysis.diagnosis.diagnose",
    "read_snapshot": "flinksim.simulation.savepoint_inspector",
    "simulate": "flinksim.simulation.simulation",
}

__all__ = list(_LAZY_EXPORTS)


def __getattr__(name: str) -> Any:
    if name not in _LAZY_EXPORTS:
        raise AttributeError(f"module 'flinksim' has no attribute {name!r}")
    value = pkgutil.resolve_name(f"{_LAZY_EXPORTS[name]}:{name}")
    globals()[name] = value
    return value


def load_ipython_extension(shell: Any) -> None:
    """Add the cell magic ``%%flinksql``; IPython calls this for ``%load_ext flinksim``."""
    from flinksim.simulation.sql_cells import add_sql_magic

    add_sql_magic(shell)


def __dir__() -> list[str]:
    return sorted([*globals(), *_LAZY_EXPORTS])
