"""From transformations to a stream graph, a job graph and an execution graph, as Flink derives them."""
