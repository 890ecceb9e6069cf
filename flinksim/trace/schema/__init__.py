"""Declarations of events and of job state as data, read from their Python classes.

Code that is generated or driven by declarations starts here: the file codec, the reducers, the
causal links, the sentences and the TypeScript types. The declarations themselves are in
:mod:`flinksim.trace.events` and :mod:`flinksim.trace.state.job_state`. Start with
:mod:`flinksim.trace.schema.event_kinds`.
"""
