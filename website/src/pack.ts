/** Text as a part of an address: deflated, in the letters that need no escape. */

async function through(data: BlobPart, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const passed = new Blob([data]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(passed).arrayBuffer());
}

export async function pack(text: string): Promise<string> {
  const bytes = await through(text, new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Raises an error for what is no such text, or one that is longer than `most` letters. */
export async function unpack(packed: string, most = 400_000): Promise<string> {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > most) throw new Error("the program is too long");
  }
}
