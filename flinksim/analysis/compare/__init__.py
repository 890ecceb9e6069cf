"""Comparison of runs, from their traces alone.

- :mod:`.first_difference` aligns two runs of one job by virtual time and finds where they differ.
- :mod:`.schedules` compares the window results of one program under several schedules.

Start with :func:`flinksim.analysis.compare.first_difference.align_runs` and
:func:`flinksim.analysis.compare.schedules.compare_schedules`. The page that shows two runs side by
side is in ``flinksim.viz.compare_view``; the explanation of a difference is in
:mod:`flinksim.analysis.why.run_differences`.
"""
