import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.jobgraph.IntermediateDataSet;
import org.apache.flink.runtime.jobgraph.JobEdge;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.runtime.jobgraph.jsonplan.JsonPlanGenerator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.graph.NonChainedOutput;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;

/** Reads a list of programs as JSON, writes the list with the plans that Flink makes of them. */
@SuppressWarnings({"unchecked", "rawtypes"})
class PlanRecorder {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ClassLoader LOADER = PlanRecorder.class.getClassLoader();

    public static void main(String[] arguments) throws Exception {
        ArrayNode cases = (ArrayNode) JSON.readTree(new File(arguments[0]));
        for (JsonNode each : cases) {
            resetIds();
            record((ObjectNode) each);
        }
        JSON.writeValue(new File(arguments[1]), cases);
    }

    /** Transformation ids start at 1 in a fresh program. */
    private static void resetIds() throws Exception {
        var counter = org.apache.flink.api.dag.Transformation.class.getDeclaredField("ID_COUNTER");
        counter.setAccessible(true);
        ((java.util.concurrent.atomic.AtomicInteger) counter.get(null)).set(0);
    }

    private static void record(ObjectNode result) {
        try {
            Programs program = new Programs(result);
            StreamGraph stream = program.environment.getStreamGraph(false);
            result.set("streamGraph", masked(JSON.readTree(stream.getStreamingPlanAsJSON())));
            result.set("streamNodes", streamNodes(stream));
            JobGraph job = stream.getJobGraph();
            ObjectNode plan = (ObjectNode) masked(JSON.valueToTree(JsonPlanGenerator.generatePlan(job)));
            plan.remove("jid");
            result.set("jobPlan", plan);
            List<JobVertex> vertices = job.getVerticesSortedTopologicallyFromSources();
            result.set("vertices", vertices(vertices));
            result.set("configs", configs(vertices));
        } catch (Throwable thrown) {
            result.put("exception", thrown.getClass().getName());
            result.put("message", thrown.getMessage() == null ? null : mask(thrown.getMessage()));
        }
    }

    /** What changes from run to run: identity hashes and places of calls. */
    private static JsonNode masked(JsonNode node) throws Exception {
        return JSON.readTree(mask(JSON.writeValueAsString(node)));
    }

    private static String mask(String text) {
        return text.replaceAll("@[0-9a-f]{4,8}\\b", "@<hash>")
                .replaceAll(
                        "AllWindowedStream\\.\\w+\\(\\w+\\.java:\\d+\\)",
                        "AllWindowedStream.<method>(<file>:<line>)");
    }

    // --- the stream graph --------------------------------------------------------------------

    private static ArrayNode streamNodes(StreamGraph graph) {
        ArrayNode nodes = JSON.createArrayNode();
        Map<Integer, StreamNode> sorted = new TreeMap<>();
        for (StreamNode node : graph.getStreamNodes()) sorted.put(node.getId(), node);
        for (StreamNode node : sorted.values()) {
            ObjectNode told = nodes.addObject();
            told.put("id", node.getId());
            told.put("parallelism", node.getParallelism());
            told.put("maxParallelism", node.getMaxParallelism());
            told.put("slotSharingGroup", node.getSlotSharingGroup());
            told.put("coLocationGroup", node.getCoLocationGroup());
            told.put("bufferTimeout", node.getBufferTimeout());
            told.put("chainingStrategy", String.valueOf(node.getOperatorFactory().getChainingStrategy()));
            told.put("minResources", String.valueOf(node.getMinResources()));
            ArrayNode edges = told.putArray("inEdges");
            for (StreamEdge edge : node.getInEdges()) {
                ArrayNode one = edges.addArray();
                one.add(edge.getSourceId());
                one.add(edge.getTypeNumber());
                one.add(edge.getPartitioner().toString());
                one.add(edge.getOutputTag() == null ? null : edge.getOutputTag().getId());
                one.add(String.valueOf(edge.getExchangeMode()));
                one.add(edge.getBufferTimeout());
                one.add(edge.supportsUnalignedCheckpoints());
            }
        }
        return nodes;
    }

    // --- the job graph -----------------------------------------------------------------------

    private static ArrayNode vertices(List<JobVertex> vertices) {
        Map<JobVertexID, Integer> positions = new HashMap<>();
        for (JobVertex vertex : vertices) positions.put(vertex.getID(), positions.size());
        ArrayNode all = JSON.createArrayNode();
        for (JobVertex vertex : vertices) {
            ObjectNode told = all.addObject();
            told.put("id", vertex.getID().toHexString());
            told.put("name", mask(vertex.getName()));
            told.put("parallelism", vertex.getParallelism());
            told.put("maxParallelism", vertex.getMaxParallelism());
            told.put("slotSharingGroup", vertex.getSlotSharingGroup().getSlotSharingGroupName());
            told.put("invokable", simple(vertex.getInvokableClassName()));
            ArrayNode chain = told.putArray("chain");
            for (StreamConfig config : operators(vertex)) {
                ObjectNode operator = chain.addObject();
                operator.put("node", config.getVertexID());
                operator.put("name", mask(config.getOperatorName()));
                ArrayNode chained = operator.putArray("chainedTo");
                for (StreamEdge edge : config.getChainedOutputs(LOADER)) chained.add(edge.getTargetId());
                ArrayNode others = operator.putArray("nonChainedOutputs");
                for (NonChainedOutput output : config.getOperatorNonChainedOutputs(LOADER)) {
                    ArrayNode one = others.addArray();
                    one.add(output.getPartitioner().toString());
                    one.add(output.getConsumerParallelism());
                    one.add(output.getOutputTag() == null ? null : output.getOutputTag().getId());
                    one.add(output.getPartitionType().toString());
                }
            }
            List<IntermediateDataSet> produced = vertex.getProducedDataSets();
            told.put("producedDataSets", produced.size());
            ArrayNode types = told.putArray("resultTypes");
            for (IntermediateDataSet set : produced) types.add(set.getResultType().toString());
            ArrayNode inputs = told.putArray("inputs");
            for (JobEdge edge : vertex.getInputs()) {
                ObjectNode one = inputs.addObject();
                one.put("from", positions.get(edge.getSource().getProducer().getID()));
                one.put("fromDataSet", place(edge.getSource()));
                one.put("shipStrategy", edge.getShipStrategyName());
                one.put("distributionPattern", edge.getDistributionPattern().toString());
            }
        }
        return all;
    }

    private static int place(IntermediateDataSet set) {
        return new ArrayList<>(set.getProducer().getProducedDataSets()).indexOf(set);
    }

    /** The operators of a chain, depth first. */
    private static List<StreamConfig> operators(JobVertex vertex) {
        StreamConfig head = new StreamConfig(vertex.getConfiguration());
        Map<Integer, StreamConfig> all = head.getTransitiveChainedTaskConfigsWithSelf(LOADER);
        List<StreamConfig> ordered = new ArrayList<>();
        add(head.getVertexID(), all, ordered);
        return ordered;
    }

    private static void add(int id, Map<Integer, StreamConfig> all, List<StreamConfig> ordered) {
        StreamConfig config = all.get(id);
        ordered.add(config);
        for (StreamEdge edge : config.getChainedOutputs(LOADER)) add(edge.getTargetId(), all, ordered);
    }

    // --- what the tasks are told -------------------------------------------------------------

    private static ArrayNode configs(List<JobVertex> vertices) {
        Map<JobVertexID, Integer> positions = new HashMap<>();
        for (JobVertex vertex : vertices) positions.put(vertex.getID(), positions.size());
        ArrayNode all = JSON.createArrayNode();
        for (JobVertex vertex : vertices) {
            ObjectNode told = all.addObject();
            told.put("minResources", String.valueOf(vertex.getMinResources()));
            told.put("slotResources", String.valueOf(vertex.getSlotSharingGroup().getResourceProfile()));
            ArrayNode coLocated = told.putArray("coLocatedWith");
            if (vertex.getCoLocationGroup() != null) {
                TreeSet<Integer> others = new TreeSet<>();
                for (JobVertexID id : vertex.getCoLocationGroup().getVertexIds()) {
                    if (!id.equals(vertex.getID())) others.add(positions.get(id));
                }
                others.forEach(coLocated::add);
            }
            StreamConfig head = new StreamConfig(vertex.getConfiguration());
            ArrayNode physical = told.putArray("inPhysicalEdges");
            for (StreamEdge edge : head.getInPhysicalEdges(LOADER)) physical.add(mask(edge.getEdgeId()));
            ArrayNode written = told.putArray("vertexNonChainedOutputs");
            for (NonChainedOutput output : head.getVertexNonChainedOutputs(LOADER)) {
                written.add(outputOf(output));
            }
            ArrayNode chain = told.putArray("chain");
            for (StreamConfig config : operators(vertex)) chain.add(configOf(config));
        }
        return all;
    }

    private static ArrayNode outputOf(NonChainedOutput output) {
        ArrayNode one = JSON.createArrayNode();
        one.add(output.getSourceNodeId());
        one.add(output.getPartitioner().toString());
        one.add(output.getConsumerParallelism());
        one.add(output.getConsumerMaxParallelism());
        one.add(output.getOutputTag() == null ? null : output.getOutputTag().getId());
        one.add(output.getBufferTimeout());
        one.add(output.getPartitionType().toString());
        one.add(output.supportsUnalignedCheckpoints());
        return one;
    }

    private static ObjectNode configOf(StreamConfig config) {
        ObjectNode told = JSON.createObjectNode();
        told.put("operatorId", config.getOperatorID().toHexString());
        told.put("node", config.getVertexID());
        told.put("operatorName", mask(config.getOperatorName()));
        told.put("chainIndex", config.getChainIndex());
        told.put("chainStart", config.isChainStart());
        told.put("chainEnd", config.isChainEnd());
        told.put("numberOfNetworkInputs", config.getNumberOfNetworkInputs());
        told.put("numberOfOutputs", config.getNumberOfOutputs());
        ArrayNode inputs = told.putArray("inputs");
        for (StreamConfig.InputConfig input : config.getInputs(LOADER)) {
            ArrayNode one = inputs.addArray();
            StreamConfig.NetworkInputConfig network = (StreamConfig.NetworkInputConfig) input;
            one.add(network.getInputGateIndex());
            one.add(name(network.getTypeSerializer()));
            one.add(network.getInputRequirement().toString());
        }
        told.put("typeSerializerOut", name(config.getTypeSerializerOut(LOADER)));
        told.put("stateKeySerializer", name(config.getStateKeySerializer(LOADER)));
        ArrayNode chained = told.putArray("chainedOutputs");
        ObjectNode side = told.putObject("typeSerializerSideOut");
        for (StreamEdge edge : config.getChainedOutputs(LOADER)) {
            chained.add(mask(edge.getEdgeId()));
            if (edge.getOutputTag() != null) {
                side.put(
                        edge.getOutputTag().getId(),
                        name(config.getTypeSerializerSideOut(edge.getOutputTag(), LOADER)));
            }
        }
        ArrayNode others = told.putArray("nonChainedOutputs");
        for (NonChainedOutput output : config.getOperatorNonChainedOutputs(LOADER)) {
            others.add(outputOf(output));
            if (output.getOutputTag() != null) {
                side.put(
                        output.getOutputTag().getId(),
                        name(config.getTypeSerializerSideOut(output.getOutputTag(), LOADER)));
            }
        }
        return told;
    }

    private static String name(TypeSerializer<?> serializer) {
        if (serializer == null) return null;
        Class<?> named = serializer.getClass();
        while (named.isAnonymousClass()) named = named.getSuperclass();
        return named.getSimpleName();
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
