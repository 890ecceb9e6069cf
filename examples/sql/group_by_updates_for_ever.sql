-- A GROUP BY without windows updates its results for ever.
--
-- Each order changes the total of its customer. So the query retracts the old total and emits the new
-- one, and it keeps the total of each customer.
--
-- Ask: why is row [ann, 1, 10] retracted

CREATE TABLE orders (
  id STRING, customer STRING, currency STRING, amount INT, ts TIMESTAMP(3)
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/orders.csv', 'format' = 'csv');

SELECT customer, COUNT(*) AS orders, SUM(amount) AS total
FROM orders
GROUP BY customer;
