-- A regular join keeps all rows of both sides.
--
-- Any later payment may belong to any order. So the join never forgets an order or a payment. Compare
-- interval_join_forgets.sql.
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
JOIN payments AS p ON o.id = p.id;
