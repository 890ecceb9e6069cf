"""From SQL text to the COMPILE PLAN JSON of Flink: parser, validation, rules, physical operators.

Belongs here: everything that Flink does with a statement before a job exists. Does not belong here:
running a plan. ``statement_planner`` is the entry; ``sql_parser`` needs the extra ``flinksim[sql]``.
The stages, in order: ``sql_parser`` (text to ``sql_ast``), ``query_translator`` (names and types
are resolved, to ``rel_nodes``), ``logical_rules``, ``physical_rules``, ``changelog_modes``, and
``compiled_plan_writer``.
"""
