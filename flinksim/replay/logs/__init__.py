"""The logs that a replay reads: Parquet, text in pieces, made logs, the flights of 2013."""
