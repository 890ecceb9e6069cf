"""Export of runs and plans: self-contained HTML pages and films.

A page needs no server, kernel or network. Films are recorded from such a page in a headless
Chromium. Start with :mod:`flinksim.viz.widgets.export.html_page`. Not in Flink.
"""
