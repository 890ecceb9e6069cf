"""Plan diagrams: model, text measurement, layered layout and renderers.

The package knows nodes, edges and positions, but nothing about how a program becomes a graph; that
is :mod:`flinksim.viz.plan`. Start with :mod:`flinksim.viz.diagram.model`. Not in Flink.
"""
