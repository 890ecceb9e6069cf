"""Changes of a program, reruns of it, and the search for counterfactuals.

A counterfactual is a changed program whose run has another outcome than the run in question.

- :mod:`.experiment_runner` runs changed programs quietly, within limits.
- :mod:`.change_catalog` lists the changes of each kind (:mod:`.time_changes`,
  :mod:`.input_changes`, :mod:`.value_changes`); :mod:`.change_cost` orders them by size.
- :mod:`.counterfactual_search` finds the smallest change that changes an outcome, and verifies
  causes.
- :mod:`.parameters` changes a parameter for a page. :mod:`.plan_edits`, :mod:`.chaining_fixes` and
  :mod:`.chaining_counterfactuals` change the plan.

Explanations from a trace belong to :mod:`flinksim.analysis.why`. Start with
:func:`flinksim.analysis.whatif.counterfactual_search.find_counterfactuals`. Not in Flink.
"""
