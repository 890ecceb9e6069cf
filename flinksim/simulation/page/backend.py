"""Backend of an interactive page: answers its queries and reruns the program with changes.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flinksim.analysis.whatif.parameters import knobs_of, turner
from flinksim.core.tunable_parameter import Knob
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.runtime.minicluster import RunSettings
from flinksim.runtime.rerun import MAX_FACTS, crasher
from flinksim.simulation.page.query_handler import Asking
from flinksim.simulation.simulation import Simulation
from flinksim.trace.recorder import Trace
from flinksim.viz.widgets.protocol.query_messages import Ask, reply_to
from flinksim.viz.widgets.protocol.rerun_messages import CrashAgain, Turn, answer_to


@dataclass(frozen=True, slots=True)
class Behind:
    """The functions that serve one page; the fields are arguments of the stepper."""

    knobs: tuple[Knob, ...]
    turn: Turn | None
    crash: CrashAgain | None
    ask: Ask

    def traits(self) -> dict[str, Any]:
        """Return the traits that tell the page what the backend can do."""
        return {
            "knobs": [{**knob.to_data(), "live": True} for knob in self.knobs],
            "crashes": self.crash is not None,
            "can_ask": True,
        }

    def reply(self, name: str, message: Mapping[str, Any]) -> tuple[str, dict[str, Any], bytes]:
        """Reply to a message that the page has put into the trait ``asked`` or ``asks``.

        Returns:
            The trait for the reply, the reply, and the encoded trace of another run or ``b""``.
        """
        if name == "asked":
            return ("turned", *answer_to(message, self.knobs, self.turn, self.crash))
        return ("told", *reply_to(message, self.ask))


def behind(
    trace: Trace, pipeline: Pipeline, settings: RunSettings, *, is_live: bool = False
) -> Behind:
    """Create the backend of the page that shows *trace*, a run of *pipeline* with *settings*.

    If the input *is_live*, it cannot be read again, so that nothing is rerun. A long run is not
    rerun for parameters and crashes.
    """
    quiet = replace(settings, watchers=())  # watchers belong to the original run
    ask = Asking(
        trace,
        None if is_live else pipeline,
        quiet,
        lambda case: Simulation(case.pipeline, case.settings),
    )
    if is_live or len(trace.events) > MAX_FACTS:
        return Behind((), None, None, ask)
    return Behind(tuple(knobs_of(pipeline)), turner(pipeline, quiet), crasher(pipeline, quiet), ask)


def behind_simulation(simulation: Simulation, trace: Trace) -> Behind:
    """Create the backend of the page that shows *trace*, the run of *simulation* or its completion."""
    return behind(
        trace,
        simulation._pipeline,
        simulation._settings,
        is_live=simulation.cluster.reads_live,
    )
