import java.math.BigDecimal; import java.time.*; import java.util.*;
import org.apache.flink.configuration.*; import org.apache.flink.table.connector.*;
import org.apache.flink.table.connector.source.*; import org.apache.flink.table.connector.source.abilities.*;
import org.apache.flink.table.connector.sink.*; import org.apache.flink.table.connector.sink.legacy.SinkFunctionProvider;
import org.apache.flink.legacy.table.connector.source.SourceFunctionProvider;
import org.apache.flink.streaming.api.functions.source.legacy.*; import org.apache.flink.streaming.api.functions.sink.legacy.*;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.table.data.*; import org.apache.flink.table.factories.*; import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.*; import org.apache.flink.types.*;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.*;

/** 'connector'='script': source that plays rows (and watermarks) of a JSON script; sink that records. */
public class ScriptTable implements DynamicTableSourceFactory, DynamicTableSinkFactory {
  public static final Map<String, JsonNode> INPUTS = new HashMap<>();
  public static final Map<String, List<Object[]>> OUTPUTS = new TreeMap<>();
  static final ConfigOption<String> NAME = ConfigOptions.key("name").stringType().noDefaultValue();
  static final ConfigOption<String> CM = ConfigOptions.key("changelog").stringType().defaultValue("I");
  static final ConfigOption<Boolean> LOOKUP = ConfigOptions.key("lookup").booleanType().defaultValue(false);
  static final ConfigOption<Boolean> SW = ConfigOptions.key("source-watermark").booleanType().defaultValue(false);
  public String factoryIdentifier() { return "script"; }
  public Set<ConfigOption<?>> requiredOptions() { return Set.of(); }
  public Set<ConfigOption<?>> optionalOptions() { return Set.of(NAME, CM, SW, LOOKUP); }
  static ChangelogMode mode(String s) {
    ChangelogMode.Builder b = ChangelogMode.newBuilder();
    for (String k : s.split(",")) b.addContainedKind(switch (k.trim()) { case "I" -> RowKind.INSERT; case "UB" -> RowKind.UPDATE_BEFORE; case "UA" -> RowKind.UPDATE_AFTER; default -> RowKind.DELETE; });
    return b.build();
  }
  public DynamicTableSource createDynamicTableSource(Context c) {
    var h = FactoryUtil.createTableFactoryHelper(this, c); h.validate();
    String n = h.getOptions().getOptional(NAME).orElse(c.getObjectIdentifier().getObjectName());
    Src s = h.getOptions().get(LOOKUP) ? new SrcL() : h.getOptions().get(SW) ? new SrcW() : new Src();
    s.name = n; s.mode = h.getOptions().get(CM); s.type = c.getPhysicalRowDataType(); s.batch = c.getConfiguration().get(ExecutionOptions.RUNTIME_MODE) == org.apache.flink.api.common.RuntimeExecutionMode.BATCH; return s;
  }
  public DynamicTableSink createDynamicTableSink(Context c) {
    var h = FactoryUtil.createTableFactoryHelper(this, c); h.validate();
    Snk s = new Snk(); s.name = h.getOptions().getOptional(NAME).orElse(c.getObjectIdentifier().getObjectName());
    s.mode = h.getOptions().getOptional(CM).orElse("all"); s.type = c.getPhysicalRowDataType(); return s;
  }
  public static class Src implements ScanTableSource {
    String name, mode; DataType type; boolean batch; // a bounded legacy source suppresses its own watermarks
    public ChangelogMode getChangelogMode() { return mode(mode); }
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext c) {
      JsonNode n = INPUTS.get(name);
      return SourceFunctionProvider.of(new Source(name, n == null ? "[]" : n.toString(), (RowType) type.getLogicalType()), batch);
    }
    public DynamicTableSource copy() { Src s = this instanceof SrcL ? new SrcL() : this instanceof SrcW ? new SrcW() : new Src(); s.name = name; s.mode = mode; s.type = type; s.batch = batch; return s; }
    public String asSummaryString() { return "script"; }
  }
  public static class SrcW extends Src implements SupportsSourceWatermark { public void applySourceWatermark() {} }
  /** A table that is looked up: all rows of its script, from the beginning. */
  public static class SrcL extends Src implements LookupTableSource {
    public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext c) {
      JsonNode n = INPUTS.get(name);
      int[] keys = new int[c.getKeys().length];
      for (int i = 0; i < keys.length; i++) keys[i] = c.getKeys()[i][0];
      return org.apache.flink.table.connector.source.lookup.LookupFunctionProvider.of(new Finder(n == null ? "[]" : n.toString(), (RowType) type.getLogicalType(), keys));
    }
  }
  public static class Finder extends org.apache.flink.table.functions.LookupFunction {
    final String json; final RowType type; final int[] keys;
    Finder(String j, RowType t, int[] k) { json = j; type = t; keys = k; }
    public Collection<RowData> lookup(RowData key) throws java.io.IOException {
      List<RowData> found = new ArrayList<>();
      for (JsonNode r : new ObjectMapper().readTree(json)) {
        GenericRowData row = row(RowKind.INSERT, type, r.get(2));
        boolean same = true;
        for (int i = 0; i < keys.length; i++) {
          Object wanted = RowData.createFieldGetter(type.getTypeAt(keys[i]), i).getFieldOrNull(key);
          same &= wanted != null && wanted.equals(row.getField(keys[i]));
        }
        if (same) found.add(row);
      }
      return found;
    }
  }
  public static class Source implements SourceFunction<RowData> {
    final String name, json; final RowType type;
    Source(String n, String j, RowType t) { name = n; json = j; type = t; }
    public void run(SourceContext<RowData> ctx) throws Exception {
      JsonNode rows = new ObjectMapper().readTree(json); List<Integer> seqs = new ArrayList<>(); List<JsonNode> l = new ArrayList<>();
      for (JsonNode r : rows) { seqs.add(r.get(0).asInt()); l.add(r); }
      Turn.register(name, seqs);
      for (JsonNode r : l) {
        Turn.await(name);
        synchronized (ctx.getCheckpointLock()) {
          String k = r.get(1).asText();
          if (k.equals("WM")) ctx.emitWatermark(new Watermark(ts(r.get(2).asText()).getMillisecond()));
          else ctx.collect(row(RowKindOf(k), type, r.get(2)));
        }
        Turn.done();
      }
      Turn.await(name); if (Turn.expected > 1) Thread.sleep(30); Turn.done();
    }
    public void cancel() {}
  }
  static RowKind RowKindOf(String k) { return switch (k) { case "+I" -> RowKind.INSERT; case "-U" -> RowKind.UPDATE_BEFORE; case "+U" -> RowKind.UPDATE_AFTER; default -> RowKind.DELETE; }; }
  static TimestampData ts(String s) { return TimestampData.fromLocalDateTime(LocalDateTime.parse(s.replace(' ', 'T'))); }
  static GenericRowData row(RowKind k, RowType t, JsonNode v) {
    GenericRowData r = new GenericRowData(k, t.getFieldCount());
    for (int i = 0; i < t.getFieldCount(); i++) r.setField(i, val(t.getTypeAt(i), v.get(i)));
    return r;
  }
  static Object val(LogicalType t, JsonNode v) {
    if (v == null || v.isNull()) return null; String s = v.asText();
    switch (t.getTypeRoot()) {
      case CHAR: case VARCHAR: return StringData.fromString(s);
      case BOOLEAN: return Boolean.parseBoolean(s);
      case TINYINT: return Byte.parseByte(s); case SMALLINT: return Short.parseShort(s);
      case INTEGER: return Integer.parseInt(s); case BIGINT: return Long.parseLong(s);
      case FLOAT: return Float.parseFloat(s); case DOUBLE: return Double.parseDouble(s);
      case DECIMAL: return DecimalData.fromBigDecimal(new BigDecimal(s), ((DecimalType) t).getPrecision(), ((DecimalType) t).getScale());
      case DATE: return (int) LocalDate.parse(s).toEpochDay();
      case TIME_WITHOUT_TIME_ZONE: return (int) (LocalTime.parse(s).toNanoOfDay() / 1000000L);
      case TIMESTAMP_WITHOUT_TIME_ZONE: return ts(s);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE: return TimestampData.fromInstant(Instant.parse(s));
      case VARBINARY: case BINARY: return HexFormat.of().parseHex(s);
      case ARRAY: { Object[] a = new Object[v.size()]; for (int i = 0; i < a.length; i++) a[i] = val(t.getChildren().get(0), v.get(i)); return new GenericArrayData(a); }
      case MAP: { Map<Object, Object> m = new LinkedHashMap<>(); v.fields().forEachRemaining(e -> m.put(StringData.fromString(e.getKey()), val(t.getChildren().get(1), e.getValue()))); return new GenericMapData(m); }
      case ROW: return row(RowKind.INSERT, (RowType) t, v);
      default: throw new RuntimeException("type " + t);
    }
  }
  public static class Snk implements DynamicTableSink {
    String name, mode; DataType type;
    public ChangelogMode getChangelogMode(ChangelogMode req) { return mode.equals("all") ? req : mode(mode); }
    public SinkRuntimeProvider getSinkRuntimeProvider(Context c) {
      SFn f = new SFn(name, c.createDataStructureConverter(type), type.getLogicalType());
      return new DataStreamSinkProvider() { public org.apache.flink.streaming.api.datastream.DataStreamSink<?> consumeDataStream(ProviderContext pc, org.apache.flink.streaming.api.datastream.DataStream<RowData> ds) {
        var k = ds.addSink(f).name(name).setParallelism(1); pc.generateUid("script").ifPresent(k::uid); return k; } };
    }
    public DynamicTableSink copy() { Snk s = new Snk(); s.name = name; s.mode = mode; s.type = type; return s; }
    public String asSummaryString() { return "script"; }
  }
  public static class SFn extends RichSinkFunction<RowData> {
    final String name; final DynamicTableSink.DataStructureConverter conv; final LogicalType type;
    SFn(String n, DynamicTableSink.DataStructureConverter c, LogicalType t) { name = n; conv = c; type = t; }
    static List<Object[]> out(String n) { synchronized (OUTPUTS) { return OUTPUTS.computeIfAbsent(n, k -> new ArrayList<>()); } }
    public void invoke(RowData r, Context ctx) {
      Row w = (Row) conv.toExternal(r); Object[] vals = new Object[w.getArity()];
      for (int i = 0; i < vals.length; i++) vals[i] = fmt(w.getField(i), type.getChildren().get(i));
      synchronized (OUTPUTS) { out(name).add(new Object[] {r.getRowKind().shortString(), vals}); }
    }
    public void writeWatermark(org.apache.flink.api.common.eventtime.Watermark wm) {
      synchronized (OUTPUTS) { out(name).add(new Object[] {"WM", wm.getTimestamp() == Long.MAX_VALUE ? "MAX" : wm.getTimestamp() > 253402300799999L ? "MAX-" + (Long.MAX_VALUE - wm.getTimestamp()) : fmtTs(LocalDateTime.ofEpochSecond(Math.floorDiv(wm.getTimestamp(), 1000L), (int) Math.floorMod(wm.getTimestamp(), 1000L) * 1000000, ZoneOffset.UTC), 3)}); }
    }
  }
  static String fmtTs(LocalDateTime t, int p) {
    String s = String.format("%04d-%02d-%02d %02d:%02d:%02d", t.getYear(), t.getMonthValue(), t.getDayOfMonth(), t.getHour(), t.getMinute(), t.getSecond());
    if (p > 0) s += "." + String.format("%09d", t.getNano()).substring(0, p); return s;
  }
  static String fmt(Object o, LogicalType t) {
    if (o == null) return null;
    switch (t.getTypeRoot()) {
      case TIMESTAMP_WITHOUT_TIME_ZONE: return fmtTs((LocalDateTime) o, ((TimestampType) t).getPrecision());
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE: return fmtTs(LocalDateTime.ofInstant((Instant) o, ZoneOffset.UTC), ((LocalZonedTimestampType) t).getPrecision()) + "Z";
      case DECIMAL: return ((BigDecimal) o).toPlainString();
      case TIME_WITHOUT_TIME_ZONE: { LocalTime x = (LocalTime) o; return String.format("%02d:%02d:%02d", x.getHour(), x.getMinute(), x.getSecond()) + (x.getNano() == 0 ? "" : String.format(".%03d", x.getNano() / 1000000)); }
      case BINARY: case VARBINARY: return "x'" + HexFormat.of().formatHex((byte[]) o) + "'";
      case ARRAY: { List<String> l = new ArrayList<>(); int n = java.lang.reflect.Array.getLength(o); for (int i = 0; i < n; i++) l.add(String.valueOf(fmt(java.lang.reflect.Array.get(o, i), t.getChildren().get(0)))); return "[" + String.join(", ", l) + "]"; }
      case MAP: { TreeMap<String, String> m = new TreeMap<>(); ((Map<?, ?>) o).forEach((k, v) -> m.put(String.valueOf(fmt(k, t.getChildren().get(0))), String.valueOf(fmt(v, t.getChildren().get(1))))); return m.toString(); }
      case MULTISET: { TreeMap<String, String> m = new TreeMap<>(); ((Map<?, ?>) o).forEach((k, v) -> m.put(String.valueOf(fmt(k, t.getChildren().get(0))), String.valueOf(v))); return m.toString(); }
      case ROW: case STRUCTURED_TYPE: { if (!(o instanceof Row)) return o.toString(); Row r = (Row) o; List<String> l = new ArrayList<>(); for (int i = 0; i < r.getArity(); i++) l.add(String.valueOf(fmt(r.getField(i), t.getChildren().get(i)))); return "(" + String.join(", ", l) + ")"; }
      default: return o.toString();
    }
  }
}
