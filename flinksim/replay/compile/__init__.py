"""What keyed windows make of their records, read as expressions."""
