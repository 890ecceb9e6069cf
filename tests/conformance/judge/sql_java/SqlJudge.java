import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.api.dag.Pipeline;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.api.operators.UdfStreamOperatorFactory;
import org.apache.flink.table.api.CompiledPlan;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.TablePipeline;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.utils.TypeConversions;

/** Reads one SQL case per line as JSON, runs it, and prints what Flink did as one line of JSON. */
public class SqlJudge {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static MiniCluster cluster;
  private static ArrayNode vertices;

  static final class Executor
      implements PipelineExecutorServiceLoader, PipelineExecutorFactory, PipelineExecutor {
    public PipelineExecutorFactory getExecutorFactory(Configuration ignored) {
      return this;
    }

    public Stream<String> getExecutorNames() {
      return Stream.of("judge");
    }

    public String getName() {
      return "judge";
    }

    public boolean isCompatibleWith(Configuration ignored) {
      return true;
    }

    public PipelineExecutor getExecutor(Configuration ignored) {
      return this;
    }

    public CompletableFuture<JobClient> execute(
        Pipeline pipeline, Configuration ignored, ClassLoader loader) throws Exception {
      StreamGraph graph = (StreamGraph) pipeline;
      int sources = 0;
      for (StreamNode node : graph.getStreamNodes()) {
        if (node.getOperatorFactory() instanceof UdfStreamOperatorFactory<?> factory
            && factory.getUserFunction() instanceof ScriptTable.Source) {
          sources++;
        }
      }
      Turn.reset(sources);
      JobGraph job = graph.getJobGraph(loader);
      vertices = JSON.createArrayNode();
      for (JobVertex vertex : job.getVerticesSortedTopologicallyFromSources()) {
        vertices.addObject().put("name", vertex.getName());
      }
      cluster.submitJob(job).get(20, TimeUnit.SECONDS);
      return CompletableFuture.completedFuture(
          new MiniClusterJobClient(
              job.getJobID(), cluster, loader,
              MiniClusterJobClient.JobFinalizationBehavior.NOTHING));
    }
  }

  private static StreamTableEnvironment environment(JsonNode task) {
    Configuration options = new Configuration();
    options.setString("execution.target", "judge");
    options.setString("pipeline.auto-watermark-interval", "0 ms");
    options.setString("execution.buffer-timeout.interval", "0 ms");
    options.setString("parallelism.default", "1");
    options.setString("table.exec.resource.default-parallelism", "1");
    options.setString("table.local-time-zone", "UTC");
    // The adaptive join of batch plans needs the adaptive scheduler, which this cluster does not have.
    options.setString("table.optimizer.adaptive-broadcast-join.strategy", "none");
    options.setString("table.optimizer.skewed-join-optimization.strategy", "none");
    task.path("config").fields()
        .forEachRemaining(entry -> options.setString(entry.getKey(), entry.getValue().asText()));
    StreamExecutionEnvironment environment =
        new StreamExecutionEnvironment(new Executor(), options, SqlJudge.class.getClassLoader());
    environment.setParallelism(1);
    EnvironmentSettings.Builder settings = EnvironmentSettings.newInstance();
    if (isBatch(task)) {
      settings.inBatchMode();
    } else {
      settings.inStreamingMode();
    }
    return StreamTableEnvironment.create(
        environment, settings.withConfiguration(options).build());
  }

  private static boolean isBatch(JsonNode task) {
    return task.path("mode").asText("streaming").equals("batch");
  }

  private static ObjectNode judge(JsonNode task) {
    ObjectNode answer = JSON.createObjectNode();
    String phase = "setup";
    try {
      ScriptTable.INPUTS.clear();
      synchronized (ScriptTable.OUTPUTS) {
        ScriptTable.OUTPUTS.clear();
      }
      task.path("inputs").fields()
          .forEachRemaining(entry -> ScriptTable.INPUTS.put(entry.getKey(), entry.getValue()));
      StreamTableEnvironment tables = environment(task);
      for (JsonNode statement : task.path("setup")) {
        tables.executeSql(statement.asText());
      }
      ExplainDetail detail = ExplainDetail.CHANGELOG_MODE;
      CompiledPlan plan = null;
      String explained;
      TableResult result;
      if (task.has("statements")) {
        phase = "plan";
        StatementSet set = tables.createStatementSet();
        for (JsonNode statement : task.get("statements")) {
          set.addInsertSql(statement.asText());
        }
        explained = set.explain(detail);
        phase = "compile";
        plan = isBatch(task) ? null : set.compilePlan();
        phase = "run";
        result = set.execute();
      } else {
        phase = "plan";
        Table query = tables.sqlQuery(task.get("query").asText());
        ObjectNode columns = answer.putObject("schema");
        Schema.Builder schema = Schema.newBuilder();
        for (Column column : query.getResolvedSchema().getColumns()) {
          LogicalType type = column.getDataType().getLogicalType();
          columns.put(column.getName(), type.asSummaryString());
          schema.column(
              column.getName(), TypeConversions.fromLogicalToDataType(withoutRowtime(type)));
        }
        tables.createTable(
            "out", TableDescriptor.forConnector("script").schema(schema.build()).build());
        TablePipeline pipeline = query.insertInto("out");
        explained = pipeline.explain(detail);
        phase = "compile";
        try {
          plan = isBatch(task) ? null : pipeline.compilePlan();
        } catch (Throwable problem) {
          answer.put("compile_error", firstLines(findRoot(problem)));
        }
        if (task.path("plan_only").asBoolean()) {
          answer.put("explain", explained);
          return answer;
        }
        phase = "run";
        result = pipeline.execute();
      }
      answer.put("explain", explained);
      if (plan != null) {
        answer.set("compiled_plan", JSON.readTree(plan.asJsonString()));
      }
      result.await(25, TimeUnit.SECONDS);
      answer.set("vertices", vertices);
      ObjectNode sinks = answer.putObject("sinks");
      synchronized (ScriptTable.OUTPUTS) {
        for (var output : ScriptTable.OUTPUTS.entrySet()) {
          sinks.set(output.getKey(), toJson(output.getValue()));
        }
      }
    } catch (Throwable problem) {
      Throwable root = findRoot(problem);
      ObjectNode error = answer.putObject("error");
      error.put("phase", phase);
      error.put("class", problem.getClass().getName());
      error.put("message", firstLines(problem));
      error.put("root_class", root.getClass().getName());
      error.put("root_message", firstLines(root));
    }
    return answer;
  }

  private static LogicalType withoutRowtime(LogicalType type) {
    if (type instanceof TimestampType timestamp) {
      return new TimestampType(true, timestamp.getPrecision());
    }
    if (type instanceof LocalZonedTimestampType timestamp) {
      return new LocalZonedTimestampType(true, timestamp.getPrecision());
    }
    return type.copy(true);
  }

  private static String firstLines(Throwable problem) {
    String message = String.valueOf(problem.getMessage());
    String[] lines = message.split("\n");
    boolean opens = lines.length > 1 && (lines[0].isBlank() || lines[0].endsWith(":"));
    return opens ? lines[0] + "\n" + lines[1] : lines[0];
  }

  private static Throwable findRoot(Throwable problem) {
    while (problem.getCause() != null) {
      problem = problem.getCause();
    }
    return problem;
  }

  private static ArrayNode toJson(List<Object[]> rows) {
    ArrayNode array = JSON.createArrayNode();
    for (Object[] row : new ArrayList<>(rows)) {
      ArrayNode pair = array.addArray().add((String) row[0]);
      if (row[1] instanceof Object[] values) {
        ArrayNode texts = pair.addArray();
        for (Object value : values) {
          texts.add((String) value);
        }
      } else {
        pair.add((String) row[1]);
      }
    }
    return array;
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err);
    Configuration options = new Configuration();
    options.setString("taskmanager.memory.managed.size", "256m");
    options.setString("taskmanager.memory.network.min", "64m");
    options.setString("taskmanager.memory.network.max", "64m");
    options.setString("rest.port", "0");
    options.setString("rest.bind-port", "0");
    options.setString("jobmanager.scheduler", "Default");
    cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(options)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(16)
                .build());
    cluster.start();
    BufferedReader tasks = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    PrintStream lines = new PrintStream(answers, true, "UTF-8");
    for (String line = tasks.readLine(); line != null; line = tasks.readLine()) {
      lines.println(JSON.writeValueAsString(judge(JSON.readTree(line))));
    }
    cluster.close();
    System.exit(0);
  }
}
