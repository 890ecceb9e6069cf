"""``py4j`` for tests that mention it, where the real one is not installed."""
