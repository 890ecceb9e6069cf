"""Pictures of one subject: class diagrams, a cluster timeline, a run timeline.

Each module draws from a trace or from the class catalog and returns SVG or a matplotlib figure.
Diagrams of plans are in :mod:`flinksim.viz.diagram`. Start with
:mod:`flinksim.viz.plots.run_timeline`. Not in Flink.
"""
