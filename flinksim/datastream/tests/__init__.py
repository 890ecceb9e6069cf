"""Test utilities, like ``pyflink.datastream.tests``.

Only :mod:`~flinksim.datastream.tests.test_util` exists here, for programs that import it. It
contains no tests: flinksim's own tests are in the folder ``tests`` of the repository, and its
testing API is :mod:`flinksim.testing`.
"""
