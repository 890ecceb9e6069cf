"""Read plans that Flink prints, to explain jobs that run elsewhere.

:mod:`~flinksim.graph.plan_import.stream_graph_json` reads the JSON of ``getExecutionPlan()``, and
:mod:`~flinksim.graph.plan_import.job_graph_json` the REST responses of a cluster. The resulting
graphs can be drawn and explained, not run. Writing such plans belongs to
:mod:`flinksim.graph.plan_json`.
"""
