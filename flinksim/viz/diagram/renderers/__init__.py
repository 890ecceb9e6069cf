"""Layers as pictures and text. Not in Flink."""
