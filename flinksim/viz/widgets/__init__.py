"""Notebook widgets: the stepper, linked steppers and the plan widget.

The Python side is thin; the views are TypeScript, bundled into ``static/``. :mod:`.protocol` has
the messages between page and Python, :mod:`.export` the HTML pages and films. The code that answers
a page is :mod:`flinksim.simulation.page`. Start with :mod:`flinksim.viz.widgets.stepper_widget`.
Not in Flink.
"""
