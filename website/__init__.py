"""The website: flinksim in a browser, with nothing to install.

``python -m website`` builds it. The modules here make pages from ``examples/``, ``notebooks/`` and
``docs/``; ``python/`` is the Python code that runs in the browser and ``src/`` its TypeScript. What
a run or a plan looks like belongs into ``flinksim.viz``. Start reading with ``__main__.py``.
"""
