"""Checkpoints: who begins them, what they keep, and what a job goes back to.

Flink: ``org.apache.flink.runtime.checkpoint``.
"""
