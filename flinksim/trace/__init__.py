"""The trace of a run: its events, how they are recorded, stored, linked and described.

- :mod:`flinksim.trace.recorder` has :class:`~flinksim.trace.recorder.Trace`; start reading there.
- :mod:`flinksim.trace.events` declares the event types.
- :mod:`flinksim.trace.causality` links each event to its causes and to a stack of Flink's methods.
- :mod:`flinksim.trace.state` computes the state of a job from its events.
- :mod:`flinksim.trace.metrics` computes Flink's metrics from its events.
- :mod:`flinksim.trace.narration` describes events in sentences.
- :mod:`flinksim.trace.storage` writes and reads trace files.

Explanations that search a trace belong to :mod:`flinksim.analysis`, pictures of it to
:mod:`flinksim.viz`, and code that emits events to :mod:`flinksim.runtime`.
"""
