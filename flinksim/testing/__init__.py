"""Tools for testing Flink programs and operators on flinksim, without a cluster.

- :mod:`flinksim.testing.harness`: Flink's test harnesses for single operators; start reading there.
- :mod:`flinksim.testing.process_function_test_harnesses`: harnesses around functions.
- :mod:`flinksim.testing.test_case_utils`: PyFlink's base classes of test cases.
- :mod:`flinksim.testing.pytest_plugin`: runs the tests of a PyFlink job unchanged.
- :mod:`flinksim.testing.pytest_properties`: a pytest fixture for properties of all schedules.
- :mod:`flinksim.testing.transcripts`: expected behaviour of windows, in YAML files.

Tests of flinksim itself, and helpers that only they use, belong to ``tests/``.
"""
