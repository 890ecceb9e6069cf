"""State of a job, computed from its events by reducers that are generated from declarations.

- :mod:`flinksim.trace.state.job_state` has the state classes; start reading there.
- :mod:`flinksim.trace.state.effects` is the language in which events declare their effects.
- :mod:`flinksim.trace.state.reducer` compiles the effects to Python,
  :mod:`flinksim.trace.state.typescript_reducer` to TypeScript.
- :mod:`flinksim.trace.state.keyframes` gives the state after any step.

Rules of Flink do not belong here: an effect only assigns what an event says. The state of live objects
is read in :mod:`flinksim.runtime.live_view`.
"""
