-- A window needs a time attribute: TUMBLE without a watermark is rejected.
--
-- Add WATERMARK FOR ts AS ts - INTERVAL '5' SECOND to the table.

CREATE TABLE clicks (customer STRING, ts TIMESTAMP(3))
WITH ('connector' = 'filesystem', 'path' = 'examples/sql/customer_clicks.csv', 'format' = 'csv');

SELECT window_start, COUNT(*) AS clicks
FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND))
GROUP BY window_start, window_end;
