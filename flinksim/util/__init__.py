"""PyFlink: ``pyflink.util``.

Belongs here: names that PyFlink programs and tests import from ``pyflink.util``. Does not belong
here: flinksim's own helpers, which are in ``flinksim.core``. Start reading at ``java_utils``.
"""
