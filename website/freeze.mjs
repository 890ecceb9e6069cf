// Makes Python start fast, with the very Python that the browser has:
//   node freeze.mjs sources.zip FOLDER
// writes into FOLDER
//   stdlib.zip       the standard library, without what a page has no use for
//   flinksim.tar.gz  flinksim, compiled
//   started.bin.gz   the memory of a Python that has just started, as what differs from the WebAssembly's own
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const HEADER = 4; // of a snapshot: the offset of the memory is its second word
const NO_USE = /^(multiprocessing|_pyrepl|pydoc_data|idlelib|ensurepip|wsgiref|xmlrpc|turtledemo|lib2to3|curses|dbm|tkinter|venv|pdb|pydoc|imaplib|smtplib|poplib|ftplib|nntplib|telnetlib|turtle|mailbox|socketserver|http\/server|http\/cookiejar|encodings\/(big5|cp9|euc|gb|hz|iso2022|johab|mac_|shift|mbcs|oem|cp1[0-24-9]|cp[34578]|kz1048|koi8|ptcp|tis|hp_|palmos)\w*)(\.py|\/|$)/;
const [sources, folder] = process.argv.slice(2);

const COMPILE = `
import importlib.util, io, marshal, tarfile, zipfile

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
    # what is compiled is half as large again, and starts with less rubbish in its memory
    with zipfile.ZipFile("/plain.zip", "w") as plain, zipfile.ZipFile("/compiled.zip", "w") as fast:
        for name, data in entries("/stdlib.zip", no_use):
            plain.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)
            if name.endswith(".py"):
                name, data = name + "c", compiled(data, "/lib/python314.zip/" + name)
            fast.writestr(name, data)

def package():
    with tarfile.open("/new.tar", "w", format=tarfile.USTAR_FORMAT) as new:
        for name, data in entries("/sources.zip"):
            # lessons show their own source
            if name.endswith(".py") and not name.startswith("flinksim/lessons/"):
                name, data = name + "c", compiled(data, "/lib/flinksim-site/" + name)
            info = tarfile.TarInfo(name)
            info.size = len(data)
            new.addfile(info, io.BytesIO(data))
`;

const quiet = { stdout: () => undefined };
const stdlib = readFileSync("node_modules/pyodide/python_stdlib.zip");
const compiler = await loadPyodide(quiet);
compiler.FS.writeFile("/stdlib.zip", stdlib);
compiler.FS.writeFile("/sources.zip", readFileSync(sources));
compiler.runPython(COMPILE);
compiler.globals.get("library")((name) => NO_USE.test(name));
compiler.globals.get("package")();
writeFileSync(`${folder}/stdlib.zip`, compiler.FS.readFile("/plain.zip"));
const fast = join(mkdtempSync(join(tmpdir(), "flinksim-")), "stdlib.zip");
writeFileSync(fast, compiler.FS.readFile("/compiled.zip"));
writeFileSync(`${folder}/flinksim.tar.gz`, gzipSync(compiler.FS.readFile("/new.tar"), { level: 9 }));

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
started.runPython(readFileSync("python/begin.py", "utf8"));
const snapshot = started.makeMemorySnapshot();
const [, offset] = new Uint32Array(snapshot.buffer, snapshot.byteOffset, HEADER);
for (let i = 0; i < initial.length; i++) snapshot[offset + i] ^= initial[i];
writeFileSync(`${folder}/started.bin.gz`, gzipSync(snapshot, { level: 9 }));
