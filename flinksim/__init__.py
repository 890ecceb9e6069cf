"""An Apache Flink that one can hold in the hand.

``flinksim.common`` and ``flinksim.datastream`` are PyFlink's modules: a program runs unchanged when
``pyflink`` is replaced by ``flinksim`` in its imports. The names here are what one writes around it::

    import flinksim as fs

    sim = fs.simulate(env)          # graphs built, tasks deployed, nothing has run
    sim.step(); sim.step("watermark"); sim.run()
    sim.show()                      # the stepper, in Jupyter
    sim.trace.save("run.flinktrace"); sim.export_html("run.html")
"""

from __future__ import annotations

from flinksim.runtime.failure import JobExecutionError
from flinksim.runtime.interleaving import (
    ArrivalOrder,
    Interleaving,
    RoundRobin,
    Scripted,
    Seeded,
)
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation import Simulation, simulate
from flinksim.trace.codec import load_trace
from flinksim.trace.events import (
    LateRecordDropped,
    ResultWritten,
    Step,
    TimerFired,
    WindowCleared,
    WindowFired,
)
from flinksim.trace.recorder import Trace
from flinksim.trace.view import JobView

__all__ = [
    "ArrivalOrder",
    "Interleaving",
    "JobExecutionError",
    "JobView",
    "LateRecordDropped",
    "ResultWritten",
    "RoundRobin",
    "RunSettings",
    "Scripted",
    "Seeded",
    "Simulation",
    "Step",
    "TimerFired",
    "Trace",
    "WindowCleared",
    "WindowFired",
    "load_trace",
    "run_settings",
    "simulate",
]

__version__ = "0.1.0"
