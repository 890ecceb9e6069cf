import java.util.*;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.api.java.typeutils.*;
import org.apache.flink.types.Row;
import com.sun.management.ThreadMXBean;

/**
 * Prints what one copy costs, by serializer: whether the same object comes back, nanoseconds, bytes allocated.
 *
 *   javac -cp "$(ls pyflink/lib/*.jar | tr '\n' ':')" CopyCost.java
 *   java --add-opens java.base/java.util=ALL-UNNAMED --add-opens java.base/java.lang=ALL-UNNAMED -cp ... CopyCost
 */
public class CopyCost {
  public static class Pojo { public String name; public long amount; public int count; public Pojo(){} }
  public static class NoPojo { private final String name; private final long amount; private final int count; NoPojo(String n,long a,int c){name=n;amount=a;count=c;} }
  static Object sink;
  static <T> void one(String what, TypeInformation<T> type, T value) throws Exception {
    TypeSerializer<T> s = type.createSerializer(new SerializerConfigImpl());
    boolean same = s.copy(value) == value;
    int n = 200_000; double best = 1e9;
    for (int round = 0; round < 40; round++) {
      long t = System.nanoTime();
      for (int i = 0; i < n; i++) sink = s.copy(value);
      best = Math.min(best, (System.nanoTime() - t) / (double) n);
    }
    ThreadMXBean b = (ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId(), a0 = b.getThreadAllocatedBytes(id);
    for (int i = 0; i < n; i++) sink = s.copy(value);
    double bytes = (b.getThreadAllocatedBytes(id) - a0) / (double) n;
    System.out.printf(Locale.ROOT, "%s\t%s\t%s\t%b\t%.1f\t%.0f%n", what, s.getClass().getSimpleName(), s.isImmutableType(), same, best, bytes);
  }
  public static void main(String[] a) throws Exception {
    Pojo p = new Pojo(); p.name = "JFK"; p.amount = 17L; p.count = 3;
    Row r = Row.of("JFK", 17L, 3);
    for (int k = 0; k < 2; k++) {
      System.out.println("what\tserializer\timmutable\tsame object\tns\tbytes");
      one("String", Types.STRING, "JFK");
      one("Long", Types.LONG, 17L);
      one("byte[] of 60 (PyFlink's pickled value)", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO, new byte[60]);
      one("Tuple3<String, Long, Integer>", Types.TUPLE(Types.STRING, Types.LONG, Types.INT), Tuple3.of("JFK", 17L, 3));
      one("Row(String, Long, Integer)", Types.ROW(Types.STRING, Types.LONG, Types.INT), r);
      one("Pojo(String, long, int)", Types.POJO(Pojo.class), p);
      one("the same, no POJO", new GenericTypeInfo<>(NoPojo.class), new NoPojo("JFK", 17L, 3));
      one("List<Long> of 10", Types.LIST(Types.LONG), new ArrayList<>(Arrays.asList(1L,2L,3L,4L,5L,6L,7L,8L,9L,10L)));
    }
  }
}
