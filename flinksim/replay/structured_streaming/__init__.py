"""Spark's own streaming, beside Flink's firings."""
