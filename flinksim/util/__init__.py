"""PyFlink: ``pyflink.util``."""
