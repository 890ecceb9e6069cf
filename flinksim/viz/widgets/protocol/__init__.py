"""Messages between a page and its Python backend.

Query messages ask about the run; rerun messages ask for the run with changed parameters or crashes.
The modules validate messages and call the functions that they are given. They do not run programs;
that is :mod:`flinksim.simulation.page`. Start with
:mod:`flinksim.viz.widgets.protocol.rerun_messages`. Not in Flink.
"""
