"""Simulations: a program that is run step by step, inspected, forked and exported.

- :mod:`.simulation`: the class ``Simulation`` and the function ``simulate``.
- :mod:`.shared_cluster`: several jobs on one cluster.
- :mod:`.savepoint_inspector`, :mod:`.checkpoint_report`: state and checkpoints as tables.
- :mod:`.page`: the Python backend of an interactive page.

The package combines the runtime, traces, analyses and views. It has no Flink semantics of its own.
Start with :mod:`flinksim.simulation.simulation`. Not in Flink.
"""
