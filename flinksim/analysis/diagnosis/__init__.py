"""Diagnosis of a run without a question: what is probably wrong, with evidence and a fix.

:mod:`.job_profile` condenses a run to numbers. The rules in :mod:`.time_diagnosis`, :mod:`.window_diagnosis` and
:mod:`.load_diagnosis` read only these numbers, so that another source, such as the metrics of a cluster, can
feed them as well. Start with :mod:`.diagnose`. Answers to questions belong in
:mod:`flinksim.analysis.why`. Not in Flink.
"""
