"""Translate a program into a stream graph, a job graph and an execution graph, as Flink does.

Input is a :class:`flinksim.datastream.pipeline_executor.Pipeline`. Every step is a module of its own:

1. :mod:`~flinksim.graph.stream_graph_generator`: transformations to nodes and edges.
2. :mod:`~flinksim.graph.job_graph_generator`: chains of operators (:mod:`~flinksim.graph.chaining`).
3. :mod:`~flinksim.graph.execution_graph`: subtasks, channels and slots.

Start with :func:`~flinksim.graph.stream_graph_generator.generate_stream_graph`. Plans that Flink
prints are read in :mod:`flinksim.graph.plan_import`. Code that runs a job is in
:mod:`flinksim.runtime`, code that draws a graph in :mod:`flinksim.viz.plan`.
"""
