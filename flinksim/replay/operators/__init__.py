"""Any program on Spark: the simulator's own operators, unit of work by unit of work."""
