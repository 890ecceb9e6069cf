-- Two rows with the same key at the sink: removing one of them removes the other.
--
-- The three largest orders are written to a table with one row for each customer. Ann has two of them. The
-- sink keeps the later one, o3. When o1 leaves the result, the sink deletes the row of ann, though o3 is still
-- the largest order. Flink's SinkMaterializer prevents this, but here it is turned off.
--
-- Ask: why is row [ann, o3, 40] retracted

SET 'table.exec.sink.upsert-materialize' = 'NONE';
CREATE TABLE orders (
  id STRING, customer STRING, currency STRING, amount INT, ts TIMESTAMP(3)
) WITH ('connector' = 'filesystem', 'path' = 'examples/sql/orders.csv', 'format' = 'csv');
CREATE TABLE large_orders (
  customer STRING, id STRING, amount INT, PRIMARY KEY (customer) NOT ENFORCED
) WITH ('connector' = 'upsert-kafka', 'topic' = 'large_orders', 'key.format' = 'json', 'value.format' = 'json');

INSERT INTO large_orders
SELECT customer, id, amount
FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY amount DESC) AS place FROM orders)
WHERE place <= 3;
