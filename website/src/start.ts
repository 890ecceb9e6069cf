/**
 * Starts Python from the memory of one that had started when the site was built: a tenth of the work.
 *
 * That memory lies there as what differs from the memory that the WebAssembly begins with. Everything lies
 * there deflated, since many a host sends files as they are.
 */

import type { PyodideInterface } from "pyodide";

const MAGIC_WORDS = 2;
const PAGE = 65_536;
const BLOCK = 512; // of a tar file

async function inflated(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const body = (await fetched(url)).body!.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(body).arrayBuffer());
}

export async function fetched(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${answer.status} ${answer.statusText}`);
  return answer;
}

/** Pyodide, from the folder `python` of the site. */
export async function startPython(folder: string): Promise<PyodideInterface> {
  const [{ loadPyodide }, started] = await Promise.all([
    import(`${folder}pyodide.mjs`) as Promise<typeof import("pyodide")>,
    inflated(`${folder}started.bin.gz`),
  ]);
  const plainFetch = self.fetch;
  const instantiate = WebAssembly.instantiateStreaming;
  self.fetch = (what, options) => {
    const url = what instanceof Request ? what.url : String(what);
    return url.endsWith(".wasm") ? webAssembly(plainFetch(`${url}.gz`, options)) : plainFetch(what, options);
  };
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const made = await instantiate(source, imports);
    const { memory } = made.instance.exports;
    if (memory instanceof WebAssembly.Memory) complete(started, memory);
    return made;
  };
  try {
    const quiet = { stdout: () => undefined, stderr: () => undefined };
    return await loadPyodide({ indexURL: folder, stdLibURL: `${folder}stdlib.zip`, _loadSnapshot: started, ...quiet } as object);
  } finally {
    self.fetch = plainFetch;
    WebAssembly.instantiateStreaming = instantiate;
  }
}

async function webAssembly(asked: Promise<Response>): Promise<Response> {
  const answer = await asked;
  if (!answer.ok || !answer.body) return answer;
  const body = answer.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": "application/wasm" } });
}

/** Makes of the difference the memory itself; `memory` becomes large enough for it. */
function complete(started: Uint8Array<ArrayBuffer>, memory: WebAssembly.Memory): void {
  const offset = new Uint32Array(started.buffer, 0, MAGIC_WORDS)[1]!;
  const initial = new Uint32Array(memory.buffer);
  const wanted = new Uint32Array(started.buffer, offset, (started.length - offset) >> 2);
  for (let i = 0; i < initial.length; i++) wanted[i]! ^= initial[i]!;
  const lacks = wanted.byteLength - memory.buffer.byteLength;
  if (lacks > 0) memory.grow(Math.ceil(lacks / PAGE));
}

/** Puts the files of a tar archive into Python's file system. */
export async function unpackInto({ FS }: PyodideInterface, url: string, folder: string): Promise<void> {
  const archive = await inflated(url);
  const letters = new TextDecoder();
  const text = (from: number, length: number): string => letters.decode(archive.subarray(from, from + length)).replace(/\0.*$/s, "");
  const made = new Set<string>();
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const prefix = text(at + 345, 155);
    const path = `${folder}/${prefix === "" ? "" : `${prefix}/`}${text(at, 100)}`;
    const size = parseInt(text(at + 124, 12), 8);
    const inside = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(inside)) FS.mkdirTree(inside);
    made.add(inside);
    FS.writeFile(path, archive.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
