-- A Top-N takes rows back.
--
-- The two largest orders so far are the result. A larger one pushes another out, which is deleted.
--
-- Ask: why is row [o1, 10] deleted

CREATE TABLE orders (
  id STRING, customer STRING, currency STRING, amount INT, ts TIMESTAMP(3)
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/orders.csv', 'format' = 'csv');

SELECT id, amount
FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY amount DESC) AS place FROM orders)
WHERE place <= 2;
