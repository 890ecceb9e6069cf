"""Who schedules a job, and decides what becomes of it when a task fails. Flink: ``JobMaster``."""
