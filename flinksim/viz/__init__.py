"""Views of plans and runs: diagrams, plots, notebook widgets and exported HTML pages.

- :mod:`.diagram`: the model of a plan diagram, its layout, and renderers (SVG, PNG, DOT, text).
- :mod:`.plan`: builds plan diagrams from programs and from plans of a real Flink.
- :mod:`.plots`: single pictures, such as a cluster timeline.
- :mod:`.widgets`: the stepper and the plan widget, their messages and pages.
- :mod:`.codegen`: TypeScript and reference pages generated from Python declarations.

Nothing here runs a job or changes a trace. Start with :mod:`flinksim.viz.plan.show` for plans and
:mod:`flinksim.viz.widgets.export.html_page` for runs. Not in Flink.
"""
