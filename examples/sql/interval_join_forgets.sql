-- An interval join forgets the rows that can no longer match.
--
-- A payment belongs to an order of the last 10 seconds. When the watermark is past that, the join
-- removes the order. Compare regular_join_keeps_everything.sql.
--
-- Ask: what is in the state at step 36

CREATE TABLE orders (
  id STRING, customer STRING, currency STRING, amount INT, ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/orders.csv', 'format' = 'csv');
CREATE TABLE payments (
  id STRING, `method` STRING, ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/payments.csv', 'format' = 'csv');

SELECT o.id, o.amount, p.`method`
FROM orders AS o
JOIN payments AS p
ON o.id = p.id AND p.ts BETWEEN o.ts AND o.ts + INTERVAL '10' SECOND;
