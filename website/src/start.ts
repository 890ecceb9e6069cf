/**
 * Start Python from a memory snapshot taken when the site was built, which takes a tenth of the time.
 *
 * The snapshot is stored as the difference from the initial memory of the WebAssembly module. All files are
 * compressed, because many hosts send files as they are.
 */

import type { PyodideInterface } from "pyodide";

const MAGIC_WORDS = 2;
const PAGE = 65_536;
const BLOCK = 512; // of a tar file

async function fetchCompressed(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const body = (await fetchFile(url)).body!.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(body).arrayBuffer());
}

export async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${response.status} ${response.statusText}`);
  return response;
}

/** Start Pyodide from the site's folder `python`. */
export async function startPython(folder: string): Promise<PyodideInterface> {
  const [{ loadPyodide }, snapshot] = await Promise.all([
    import(`${folder}pyodide.mjs`) as Promise<typeof import("pyodide")>,
    fetchCompressed(`${folder}started.bin.gz`),
  ]);
  const plainFetch = self.fetch;
  const instantiate = WebAssembly.instantiateStreaming;
  self.fetch = (what, options) => {
    const url = what instanceof Request ? what.url : String(what);
    return url.endsWith(".wasm") ? decompressWasm(plainFetch(`${url}.gz`, options)) : plainFetch(what, options);
  };
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const created = await instantiate(source, imports);
    const { memory } = created.instance.exports;
    if (memory instanceof WebAssembly.Memory) restoreSnapshot(snapshot, memory);
    return created;
  };
  try {
    const quiet = { stdout: () => undefined, stderr: () => undefined };
    return await loadPyodide({ indexURL: folder, stdLibURL: `${folder}stdlib.zip`, _loadSnapshot: snapshot, ...quiet } as object);
  } finally {
    self.fetch = plainFetch;
    WebAssembly.instantiateStreaming = instantiate;
  }
}

async function decompressWasm(pendingResponse: Promise<Response>): Promise<Response> {
  const response = await pendingResponse;
  if (!response.ok || !response.body) return response;
  const body = response.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": "application/wasm" } });
}

/** Restore the snapshot from the difference, and grow `memory` to its size. */
function restoreSnapshot(snapshot: Uint8Array<ArrayBuffer>, memory: WebAssembly.Memory): void {
  const offset = new Uint32Array(snapshot.buffer, 0, MAGIC_WORDS)[1]!;
  const initial = new Uint32Array(memory.buffer);
  const memoryWords = new Uint32Array(snapshot.buffer, offset, (snapshot.length - offset) >> 2);
  for (let i = 0; i < initial.length; i++) memoryWords[i]! ^= initial[i]!;
  const missingBytes = memoryWords.byteLength - memory.buffer.byteLength;
  if (missingBytes > 0) memory.grow(Math.ceil(missingBytes / PAGE));
}

/** Unpack a tar archive into Python's file system. */
export async function unpackInto({ FS }: PyodideInterface, url: string, folder: string): Promise<void> {
  const archive = await fetchCompressed(url);
  const letters = new TextDecoder();
  const text = (from: number, length: number): string => letters.decode(archive.subarray(from, from + length)).replace(/\0.*$/s, "");
  const created = new Set<string>();
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const prefix = text(at + 345, 155);
    const path = `${folder}/${prefix === "" ? "" : `${prefix}/`}${text(at, 100)}`;
    const size = parseInt(text(at + 124, 12), 8);
    const inside = path.slice(0, path.lastIndexOf("/"));
    if (!created.has(inside)) FS.mkdirTree(inside);
    created.add(inside);
    FS.writeFile(path, archive.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
