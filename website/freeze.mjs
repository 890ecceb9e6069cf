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
const NO_USE = /^(multiprocessing|unittest|doctest|pickletools|_pyio|optparse|xml|logging\/(handlers|config)|ctypes\/(macholib|wintypes)|profile|pstats|trace|modulefinder|plistlib|wave|_pyrepl|pydoc_data|idlelib|ensurepip|wsgiref|xmlrpc|turtledemo|lib2to3|curses|dbm|tkinter|venv|pdb|pydoc|imaplib|smtplib|poplib|ftplib|nntplib|telnetlib|turtle|mailbox|socketserver|http\/server|http\/cookiejar|encodings\/(big5|cp9|euc|gb|hz|iso2022|johab|mac_|shift|mbcs|oem|cp1[0-24-9]|cp[34578]|kz1048|koi8|ptcp|tis|hp_|palmos)\w*)(\.py|\/|$)/;
const [sources, folder] = process.argv.slice(2);

const COMPILE = `
import importlib.util, io, marshal, tarfile, zipfile

OURS, THEIRS = "/lib/flinksim-site/", "/lib/python314.zip/"

def compiled(source, name):
    code = compile(source, name, "exec", dont_inherit=True)
    flags = (0b01).to_bytes(4, "little")  # by a hash that nobody checks
    return importlib.util.MAGIC_NUMBER + flags + bytes(8) + marshal.dumps(code)

def entries(path, no_use=lambda name: False):
    archive = zipfile.ZipFile(path)
    for name in sorted(archive.namelist()):
        if not name.endswith("/") and not no_use(name):
            yield name, archive.read(name)

def library(no_use):
    """The standard library as it is, and compiled: half as large again, but starts with less rubbish in memory."""
    plain = list(entries("/stdlib.zip", no_use))
    fast = [(name + "c", compiled(data, THEIRS + name)) if name.endswith(".py") else (name, data) for name, data in plain]
    return plain, fast

def package():
    """What of flinksim is to be there, and the pages' own Python; compiled, but for lessons, which show their source."""
    own = [(name, open("/" + name, "rb").read()) for name in ("playground.py", "cells.py")]
    return [
        (name + "c", compiled(data, OURS + name)) if name.endswith(".py") and not name.startswith("flinksim/lessons/") else (name, data)
        for name, data in [*entries("/sources.zip"), *own]
    ]

def write_zip(path, files):
    with zipfile.ZipFile(path, "w") as new:
        for name, data in files:
            new.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)

def write_tar(path, files):
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as new:
        for name, data in files:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            new.addfile(info, io.BytesIO(data))

def write_all(no_use):
    global plain, ours
    (plain, fast), ours = library(no_use), package()
    write_zip("/compiled.zip", fast)
    write_tar("/all.tar", ours)

def write_rest(loaded):
    """Without what is in memory already, but for what Pyodide itself looks for."""
    there = set(loaded.split("\\n"))
    write_zip("/rest.zip", [(name, data) for name, data in plain if "pyodide" in name or THEIRS + name + "c" not in there])
    write_tar("/rest.tar", [(name, data) for name, data in ours if OURS + name not in there or name.endswith(".py")])
`;

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
compiler.runPython(COMPILE);
compiler.globals.get("write_all")((name) => NO_USE.test(name));
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
