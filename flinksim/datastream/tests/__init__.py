"""PyFlink: ``pyflink.datastream.tests``, of which only ``test_util`` is here: no test is in it."""
