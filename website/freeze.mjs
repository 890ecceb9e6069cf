// Makes Python start fast, with the very Python that the browser has:
//   node freeze.mjs sources.zip FOLDER
// writes into FOLDER
//   started.bin.gz   the memory of a Python that has imported flinksim, as what differs from the WebAssembly's own
//   pyodide.asm.mjs  what stands around the WebAssembly, minified
//   flinksim.tar.gz  the rest of flinksim, compiled
//   stdlib.zip       the rest of the standard library, without what a page has no use for
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { transformSync } from "esbuild";
import { loadPyodide } from "pyodide";

const HEADER = 4; // of a snapshot: the offset of the memory is its second word
const [sources, folder] = process.argv.slice(2);

// Node would print the one long line of Pyodide that it happened in.
process.on("uncaughtException", (error) => {
  console.error(error.stack);
  process.exit(1);
});
const quiet = { stdout: () => undefined };
// without the columns of every instruction, which only tracebacks of flinksim itself would show
const compiler = await loadPyodide({ ...quiet, env: { PYTHONNODEBUGRANGES: "1" } });
compiler.FS.writeFile("/stdlib.zip", readFileSync("node_modules/pyodide/python_stdlib.zip"));
compiler.FS.writeFile("/sources.zip", readFileSync(sources));
for (const name of ["playground.py", "cells.py"]) compiler.FS.writeFile(`/${name}`, readFileSync(`python/${name}`));
compiler.runPython(readFileSync("python/freeze.py", "utf8"));
compiler.globals.get("write_all")();
const fast = join(mkdtempSync(join(tmpdir(), "flinksim-")), "stdlib.zip");
writeFileSync(fast, compiler.FS.readFile("/compiled.zip"));

// The memory that the WebAssembly begins with is in the WebAssembly already.
let initial = new Uint8Array();
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate.apply(WebAssembly, given);
  const memory = (made.instance ?? made).exports.memory;
  if (memory && initial.length === 0) initial = new Uint8Array(memory.buffer.slice(0));
  return made;
};
const started = await loadPyodide({ ...quiet, _makeSnapshot: true, stdLibURL: fast });
rmSync(dirname(fast), { recursive: true });
started.FS.writeFile("/flinksim.tar", compiler.FS.readFile("/all.tar"));
started.runPython(readFileSync("python/begin.py", "utf8"));
const loaded = started.runPython('"\\n".join(getattr(one, "__file__", None) or "" for one in sys.modules.values())');
compiler.globals.get("write_rest")(loaded);
const { code } = transformSync(readFileSync("node_modules/pyodide/pyodide.asm.mjs", "utf8"), { minify: true, format: "esm" });
writeFileSync(`${folder}/pyodide.asm.mjs`, code);
writeFileSync(`${folder}/stdlib.zip`, compiler.FS.readFile("/rest.zip"));
writeFileSync(`${folder}/flinksim.tar.gz`, gzipSync(compiler.FS.readFile("/rest.tar"), { level: 9 }));
const snapshot = started.makeMemorySnapshot();
const [, offset] = new Uint32Array(snapshot.buffer, snapshot.byteOffset, HEADER);
for (let i = 0; i < initial.length; i++) snapshot[offset + i] ^= initial[i];
writeFileSync(`${folder}/started.bin.gz`, gzipSync(snapshot, { level: 9 }));
