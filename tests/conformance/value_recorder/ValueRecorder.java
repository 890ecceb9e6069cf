import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Reads a list of cases as JSON, writes the list with what Flink does. */
@SuppressWarnings({"unchecked", "rawtypes"})
class ValueRecorder {
    public static void main(String[] arguments) throws Exception {
        java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("UTC"));
        ArrayNode cases = (ArrayNode) JavaValues.JSON.readTree(new File(arguments[0]));
        for (JsonNode each : cases) {
            ObjectNode result = (ObjectNode) each;
            try {
                switch (result.get("kind").asText()) {
                    case "key":
                        key(result);
                        break;
                    case "aggregation":
                        aggregation(result);
                        break;
                    default:
                        result.set("results", JavaValues.JSON.valueToTree(new Jobs(result).run()));
                }
            } catch (Throwable thrown) {
                Throwable cause = thrown;
                while (cause.getCause() != null) {
                    cause = cause.getCause();
                }
                result.put("exception", cause.getClass().getName());
                result.put("message", cause.getMessage());
            }
        }
        JavaValues.JSON.writeValue(new File(arguments[1]), cases);
    }

    private static DataStream stream(JsonNode type) throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1);
        return environment.addSource(new Jobs.Script(new ArrayList<>()), "source", JavaValues.type(type));
    }

    /** The hash code of a key of a declared type, and where it goes; or why it cannot be a key. */
    private static void key(ObjectNode result) throws Exception {
        TypeInformation type = JavaValues.type(result.get("type"));
        stream(result.get("type")).keyBy((KeySelector) value -> value, type);
        List<List<Integer>> places = new ArrayList<>();
        for (JsonNode each : result.get("keys")) {
            Object key = JavaValues.value(result.get("type"), each);
            places.add(List.of(
                    key.hashCode(),
                    KeyGroupRangeAssignment.assignToKeyGroup(key, 128),
                    KeyGroupRangeAssignment.assignKeyToParallelOperator(key, 128, 4)));
        }
        result.set("places", JavaValues.JSON.valueToTree(places));
    }

    /** Whether sum, min, max ... of a field can be built. */
    private static void aggregation(ObjectNode result) throws Exception {
        KeyedStream keyed = stream(result.get("type")).keyBy((KeySelector) value -> 0, org.apache.flink.api.common.typeinfo.Types.INT);
        Object target = result.path("windows").asBoolean() ? keyed.countWindow(2) : keyed;
        Jobs.aggregate(target, result.get("method").asText(), result.get("field"), null);
    }
}
