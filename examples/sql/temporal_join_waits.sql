-- A temporal join waits for the watermark of the other side.
--
-- An order needs the rate that was valid at its time. The join can tell which one only when the
-- watermark of the rates has reached that time. No rate comes after 12:00:05, so orders after it wait.
--
-- Ask: why has the watermark of TemporalJoin not moved at step 34

CREATE TABLE orders (
  id STRING, customer STRING, currency STRING, amount INT, ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/orders.csv', 'format' = 'csv');
CREATE TABLE rates (
  currency STRING, rate INT, valid_from TIMESTAMP(3),
  WATERMARK FOR valid_from AS valid_from, PRIMARY KEY (currency) NOT ENFORCED
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/rates.csv', 'format' = 'csv');

SELECT o.id, o.amount * r.rate / 100 AS euros
FROM orders AS o
JOIN rates FOR SYSTEM_TIME AS OF o.ts AS r ON o.currency = r.currency;
