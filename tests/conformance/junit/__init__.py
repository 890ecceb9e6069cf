"""Flink's own JUnit classes, translated to Python and run on flinksim. See docs/dev/junit.md."""
