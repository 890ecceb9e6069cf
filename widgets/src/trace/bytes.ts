/** Bytes of traits, and zlib decompression. */

export async function inflate(body: Uint8Array): Promise<ArrayBuffer> {
  const stream = new Blob([body as BlobPart]).stream();
  return new Response(stream.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}

/** Convert the value of a binary trait, in whatever form the notebook passes it. */
export function toBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (value instanceof DataView) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw new TypeError("the trait holds no bytes");
}
