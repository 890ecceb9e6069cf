"""One kernel for keyed windows, on columns; it runs in this process and in Spark's workers."""
