"""Backend of an interactive page: answers its queries and reruns the program with changes.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flinksim.analysis.whatif.parameters import list_parameters, make_parameter_rerunner
from flinksim.core.tunable_parameter import TunableParameter
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.runtime.minicluster import RunSettings
from flinksim.runtime.rerun import MAX_EVENTS, make_crash_rerunner
from flinksim.simulation.page.query_handler import QueryHandler
from flinksim.simulation.simulation import Simulation
from flinksim.trace.recorder import Trace
from flinksim.viz.widgets.protocol.query_messages import QueryFunction, handle_query
from flinksim.viz.widgets.protocol.rerun_messages import (
    CrashRerunner,
    ParameterRerunner,
    handle_rerun,
)


@dataclass(frozen=True, slots=True)
class PageBackend:
    """The functions with which the Python side serves one page.

    They are passed as arguments to the widget that shows the page (the stepper).
    """

    parameters: tuple[TunableParameter, ...]
    rerun_with_parameter: ParameterRerunner | None
    rerun_with_crashes: CrashRerunner | None
    answer_query: QueryFunction

    def build_traits(self) -> dict[str, Any]:
        """Return the widget traits (values shared with the page) that tell what the backend can do."""
        return {
            "knobs": [{**knob.to_data(), "live": True} for knob in self.parameters],
            "crashes": self.rerun_with_crashes is not None,
            "can_ask": True,
        }

    def reply(self, name: str, message: Mapping[str, Any]) -> tuple[str, dict[str, Any], bytes]:
        """Reply to a message of the page, which it has put into the widget trait ``asked`` or ``asks``.

        Returns:
            The trait for the reply, the reply, and the encoded trace of another run or ``b""``.
        """
        if name == "asked":
            return (
                "turned",
                *handle_rerun(
                    message, self.parameters, self.rerun_with_parameter, self.rerun_with_crashes
                ),
            )
        return ("told", *handle_query(message, self.answer_query))


def create_page_backend(
    trace: Trace, pipeline: Pipeline, settings: RunSettings, *, is_live: bool = False
) -> PageBackend:
    """Create the backend of the page that shows *trace*, a run of *pipeline* with *settings*.

    If the input *is_live*, it cannot be read again, so that nothing is rerun. A long run is not
    rerun when the user changes a parameter or adds a crash.
    """
    quiet = replace(settings, watchers=())  # watchers belong to the original run
    ask = QueryHandler(
        trace,
        None if is_live else pipeline,
        quiet,
        lambda case: Simulation(case.pipeline, case.settings),
    )
    if is_live or len(trace.events) > MAX_EVENTS:
        return PageBackend((), None, None, ask)
    return PageBackend(
        tuple(list_parameters(pipeline)),
        make_parameter_rerunner(pipeline, quiet),
        make_crash_rerunner(pipeline, quiet),
        ask,
    )


def create_simulation_backend(simulation: Simulation, trace: Trace) -> PageBackend:
    """Create the backend of the page that shows a simulation.

    *trace* is its run so far, or that run continued to its end.
    """
    return create_page_backend(
        trace,
        simulation._pipeline,
        simulation._settings,
        is_live=simulation.cluster.has_live_sources,
    )
