"""Renderers of a diagram layer: text, JSON, DOT, Mermaid, SVG, PNG, networkx.

Start with :func:`flinksim.viz.diagram.renderers.render.render`, which selects the format. Layout
belongs to :mod:`flinksim.viz.diagram.layered_layout`. Not in Flink.
"""
