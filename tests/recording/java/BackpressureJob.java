import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A fast source and a slow sink with small buffers: long records wait in the network, and record 30 needs more
 * buffers than there are. With the argument "remote" the sink is in another TaskManager; with
 * "fail" the last record fails. */
public class BackpressureJob {
    public static void main(String[] arguments) throws Exception {
        boolean isRemote = arguments.length > 0 && arguments[0].equals("remote");
        Configuration settings = new Configuration();
        settings.set(TaskManagerOptions.MEMORY_SEGMENT_SIZE, MemorySize.parse("4kb"));
        if (isRemote) {
            settings.setString("local.number-taskmanager", "2");
            settings.setString("taskmanager.numberOfTaskSlots", "1");
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
        env.setParallelism(1);
        env.setBufferTimeout(-1);
        env.fromSequence(0, 39)
                .slotSharingGroup("source")
                .map(i -> i + " " + "x".repeat(i == 30 ? 400_000 : 1500))
                .returns(Types.STRING)
                .slotSharingGroup("source")
                .rescale()
                .map(text -> {
                    Thread.sleep(20);
                    if (arguments.length > 0 && arguments[0].equals("fail") && text.startsWith("39 ")) {
                        throw new IllegalStateException("number 39");
                    }
                    return text.substring(0, text.indexOf(' '));
                })
                .returns(Types.STRING)
                .slotSharingGroup(isRemote ? "sink" : "source")
                .print()
                .slotSharingGroup(isRemote ? "sink" : "source");
        env.execute("backpressure");
    }
}
