"""Causality: what each event resulted from, and the stack of Flink's methods at that point.

A run records only events and, beside them, a span log (:mod:`flinksim.trace.causality.spans`). The
causal graph is built from both afterwards. Start with :mod:`flinksim.trace.causality.causal_graph`,
then read :mod:`flinksim.trace.causality.provenance` for links across steps and
:mod:`flinksim.trace.causality.stack_frames` for the stacks.

Code that instruments runtime objects belongs to :mod:`flinksim.runtime.tracing`, queries of the
graph to :mod:`flinksim.trace.query`.
"""
