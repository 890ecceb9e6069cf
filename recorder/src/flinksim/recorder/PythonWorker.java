package flinksim.recorder;

import java.io.File;
import java.net.URISyntaxException;
import java.util.Map;

/** Attaches the recorder to the Python workers of PyFlink: they import a file that the jar contains. */
final class PythonWorker {
    private static final Ref FUNCTION = new Ref("getPythonFunction");
    private static final Ref INPUTS = new Ref("getInputs");
    private static final Ref SERIALIZED = new Ref("getSerializedPythonFunction");
    private static final Ref INFO = new Ref("getPythonFunctionInfo");

    private PythonWorker() {}

    /** Change the environment of a worker before it starts: Python imports files of a jar on its path. */
    static void attach(Map<String, String> environment) throws URISyntaxException {
        String jar = new File(PythonWorker.class.getProtectionDomain().getCodeSource().getLocation().toURI()).getPath();
        String before = environment.get("PYTHONPATH");
        boolean isSet = before != null && !before.isEmpty();
        environment.put("PYTHONPATH", jar + (isSet ? File.pathSeparator + before : ""));
        environment.put("FLINKSIM_RECORDER", Recording.options.format());
    }

    /** Return the checksums of the functions of an operator, first called first; null if it has none. */
    static String describeFunctions(Object operator) {
        StringBuilder found = new StringBuilder();
        Object info = INFO.get(operator);
        while (info != null) {
            Object bytes = SERIALIZED.get(FUNCTION.get(info));
            if (bytes instanceof byte[]) {
                found.insert(0, Values.checksum((byte[]) bytes) + (found.length() == 0 ? "" : ","));
            }
            Object[] inputs = (Object[]) INPUTS.get(info);
            info = inputs != null && inputs.length > 0 && inputs[0] != null
                    && inputs[0].getClass() == info.getClass() ? inputs[0] : null;
        }
        return found.length() == 0 ? null : found.toString();
    }
}
