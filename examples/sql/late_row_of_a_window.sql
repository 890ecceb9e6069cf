-- A row comes after the watermark has closed its window, and is dropped.
--
-- The watermark is 2 seconds behind the latest time. The click at 12:00:15 moves it to 12:00:13, and closes the
-- window that begins at 12:00:00. The click of bob at 12:00:08 comes after that.
--
-- Ask: why was record 4 dropped

CREATE TABLE clicks (
  customer STRING, ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '2' SECOND
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/customer_clicks.csv', 'format' = 'csv');

SELECT window_start, customer, COUNT(*) AS clicks
FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND))
GROUP BY window_start, window_end, customer;
