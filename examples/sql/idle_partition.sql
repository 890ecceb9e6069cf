-- A partition without new rows keeps all windows open.
--
-- Kafka's source generates a watermark for each partition, and emits the lowest. Partition 1 has one row and
-- then nothing more. Add 'scan.watermark.idle-timeout' = '5 s' to the table: the watermark no longer waits for it.
--
-- Source: clicks=examples/sql/clicks_of_two_partitions.jsonl partition=partition timestamp=ts
-- Ask: why has window [12:00:00, 12:00:10) of ann not fired

CREATE TABLE clicks (
  customer STRING, ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '2' SECOND
) WITH ('connector' = 'kafka', 'topic' = 'clicks', 'format' = 'json');

SELECT window_start, customer, COUNT(*) AS clicks
FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND))
GROUP BY window_start, window_end, customer;
