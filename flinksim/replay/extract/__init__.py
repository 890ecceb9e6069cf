"""Extraction of one window from a large log as a small run that can be stepped through.

Finds the records of the window, and the records that advanced the watermarks in the same period.
Builds a small program from them in which the window fires as in the large run. Explaining the small
run is in ``flinksim.analysis.why``.

Start with :meth:`~flinksim.replay.replay_job.SparkJob.zoom` and
:class:`~flinksim.replay.extract.extractor.WindowExtractor`.
"""
