import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.StreamTask;

/** What happens to the operators of a chain, in which order; "afterInvoke" goes by the call stack. */
public class LifeCycle {
    static final ObjectMapper JSON = new ObjectMapper();
    static final List<String> SEEN = new CopyOnWriteArrayList<>();

    public static class Told extends AbstractStreamOperator<Long>
            implements OneInputStreamOperator<Long, Long> {
        final String name;
        final boolean fails;

        Told(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
        }

        public void setup(StreamTask<?, ?> task, StreamConfig config, Output<StreamRecord<Long>> to) {
            SEEN.add("setup " + name);
            super.setup(task, config, to);
        }

        public void initializeState(StateInitializationContext context) throws Exception {
            SEEN.add("initializeState " + name);
            super.initializeState(context);
        }

        public void open() throws Exception {
            SEEN.add("open " + name);
            super.open();
        }

        public void processElement(StreamRecord<Long> record) {
            if (fails) {
                throw new IllegalStateException("it fails");
            }
            output.collect(record);
        }

        public void finish() throws Exception {
            SEEN.add("finish " + name);
            super.finish();
        }

        public void close() throws Exception {
            for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
                if (frame.getMethodName().equals("afterInvoke") && !SEEN.contains("afterInvoke")) {
                    SEEN.add("afterInvoke");
                }
            }
            SEEN.add("close " + name);
            super.close();
        }
    }

    public static void main(String[] args) throws Exception {
        ArrayNode cases = (ArrayNode) JSON.readTree(new java.io.File(args[0]));
        for (JsonNode each : cases) {
            SEEN.clear();
            Configuration anyPort = new Configuration();
            anyPort.setString("rest.port", "0");
            StreamExecutionEnvironment env =
                    StreamExecutionEnvironment.getExecutionEnvironment(anyPort);
            env.setParallelism(1);
            DataStream<Long> stream = env.fromData(1L);
            String fails = each.path("fails").asText();
            for (JsonNode name : each.get("chain")) {
                stream = stream.transform(
                        name.asText(), Types.LONG, new Told(name.asText(), fails.equals(name.asText())));
            }
            try {
                env.execute();
            } catch (Exception error) {
                ((ObjectNode) each).put("failed", true);
            }
            ArrayNode order = ((ObjectNode) each).putArray("order");
            SEEN.forEach(order::add);
        }
        JSON.writeValue(new java.io.File(args[1]), cases);
        System.exit(0);
    }
}
