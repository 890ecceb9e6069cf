"""Plan diagrams of programs and of real Flink jobs.

The package builds all layers (transformations, stream graph, job graph, execution graph, slots),
the generation and deployment steps, and the variants for the plan widget. The graphs themselves are
derived in :mod:`flinksim.graph`. Start with :mod:`flinksim.viz.plan.layers`;
:mod:`flinksim.viz.plan.show` has the public functions. Not in Flink.
"""
