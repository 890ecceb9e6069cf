import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** Keeps the gauges of watermarks, and what they said at moments in which nothing moved. */
public class Gauges implements MetricReporter, MetricReporterFactory {
    private static final Map<String, Gauge<?>> GAUGES = new ConcurrentHashMap<>();
    static final Map<Long, Map<String, Object>> SEEN = new TreeMap<>();

    static void reset() {
        GAUGES.clear();
        SEEN.clear();
    }

    /** What all gauges say now; what was seen earlier at the same virtual time is forgotten. */
    static void look() {
        Map<String, Object> values = new TreeMap<>();
        GAUGES.forEach((name, gauge) -> values.put(name, gauge.getValue()));
        SEEN.put(Virtual.now(), values);
    }

    @Override
    public MetricReporter createMetricReporter(Properties properties) {
        return this;
    }

    @Override
    public void open(MetricConfig config) {}

    @Override
    public void close() {}

    /** Names are "operator id/subtask/metric", or "task id/subtask/metric" with "task" before it. */
    @Override
    public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
        if (!name.matches("current(Input\\d?|Output)Watermark")) return;
        Map<String, String> variables = group.getAllVariables();
        String operator = variables.get("<operator_id>");
        String owner = operator == null ? "task " + variables.get("<task_id>") : operator;
        GAUGES.put(owner + "/" + variables.get("<subtask_index>") + "/" + name, (Gauge<?>) metric);
    }

    @Override
    public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {}
}
