"""Extraction of one window from a large log as a small run.

Finds the records of the window and the records that advanced the watermarks meanwhile. Builds a
small program from them in which the window fires as in the large run. Explaining the small run is
in ``flinksim.analysis.why``.

Start with :meth:`~flinksim.replay.replay_job.SparkJob.zoom` and
:class:`~flinksim.replay.extract.extractor.WindowExtractor`.
"""
