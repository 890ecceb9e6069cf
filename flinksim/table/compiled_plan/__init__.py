"""Compiled plans: the JSON of ``COMPILE PLAN``, and its translation into a job.

:mod:`~flinksim.table.compiled_plan.plan_document` reads the document,
:mod:`~flinksim.table.compiled_plan.plan_translator` builds a pipeline from it. The ``*_nodes`` modules
translate one family of exec nodes each. Tables are connected in
:mod:`~flinksim.table.compiled_plan.table_connectors`.

Flink: ``CompiledPlan``, ``ExecNodeGraphJsonDeserializer``, ``ExecNode.translateToPlan``.
"""
