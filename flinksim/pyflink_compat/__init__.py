"""PyFlink compatibility: ``import pyflink``, PyFlink's semantics, and stubs of Java objects.

- :mod:`.import_alias`: ``import pyflink`` gives flinksim; :mod:`.modules` and :mod:`.py4j` have the
  modules about Java, :mod:`.java_object_stubs` the few Java objects that tests use.
- :mod:`.python_flavor`: differences while a program is built. :mod:`.build_hooks`,
  :mod:`.pickle_check`, :mod:`.ask_functions` and :mod:`.coder_checks` reject what PyFlink rejects.
  :mod:`.pass_manager` applies :mod:`.expand_pass` and :mod:`.fuse_pass`, which create the operators
  of PyFlink.
- :mod:`.task_factory`: differences while a job runs. :mod:`.operators`, :mod:`.batched_timer_service`,
  :mod:`.worker_map_state`, :mod:`.bundles` and :mod:`.python_operator_chain` replace Java's versions.

Semantics that Java and PyFlink share belong to :mod:`flinksim.datastream` and :mod:`flinksim.runtime`.
Start with :mod:`.python_flavor`; :mod:`.documented_differences` lists all differences.
"""
