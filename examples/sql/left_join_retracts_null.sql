-- An outer join emits a row without a match, and deletes it when the match arrives.
--
-- An order without a payment is in the result with NULL. The payment comes later.
--
-- Ask: why is row [o1, null] deleted

CREATE TABLE orders (
  id STRING, customer STRING, currency STRING, amount INT, ts TIMESTAMP(3)
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/orders.csv', 'format' = 'csv');
CREATE TABLE payments (
  id STRING, `method` STRING, ts TIMESTAMP(3)
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/payments.csv', 'format' = 'csv');

SELECT o.id, p.`method`
FROM orders AS o
LEFT JOIN payments AS p ON o.id = p.id;
