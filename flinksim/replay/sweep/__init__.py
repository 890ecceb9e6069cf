"""A grid of settings, judged in one pass over the log."""
