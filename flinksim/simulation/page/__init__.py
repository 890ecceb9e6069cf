"""Python backend of an interactive page: answers its queries and reruns the program with changes.

The messages are declared in :mod:`flinksim.viz.widgets.protocol`; the widgets do not import this
package. :mod:`.precomputed_answers` serves exported pages, which have no backend. Start with
:mod:`flinksim.simulation.page.backend`. Not in Flink.
"""
