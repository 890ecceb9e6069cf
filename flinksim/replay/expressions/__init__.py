"""Python functions read as expressions, and expressions written as SQL."""
