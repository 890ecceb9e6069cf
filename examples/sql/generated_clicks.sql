-- Clicks are generated, and counted for each customer in windows of 10 seconds.

CREATE TABLE clicks (
  customer STRING, ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '2' SECOND
) WITH ('connector' = 'datagen', 'number-of-rows' = '40', 'rows-per-second' = '2', 'fields.customer.length' = '1');

SELECT window_start, customer, COUNT(*) AS clicks
FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND))
GROUP BY window_start, window_end, customer;
