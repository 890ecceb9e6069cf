/** LZW encoder of GIF: codes of 9 to 12 bits, in blocks of 255 bytes. */

const BITS = 8;
const CLEAR = 1 << BITS;
const END = CLEAR + 1;
const MAX_CODES = 4096;

export function encodeLzw(numbers: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let [pendingBits, pendingBitCount] = [0, 0];
  const write = (code: number, bits: number): void => {
    pendingBits |= code << pendingBitCount;
    pendingBitCount += bits;
    while (pendingBitCount >= 8) {
      bytes.push(pendingBits & 255);
      pendingBits >>>= 8;
      pendingBitCount -= 8;
    }
  };
  let codes = new Map<number, number>();
  let [next, bits] = [END + 1, BITS + 1];
  write(CLEAR, bits);
  let word = numbers[0]!;
  for (let at = 1; at < numbers.length; at++) {
    const longer = (word << 8) | numbers[at]!;
    const code = codes.get(longer);
    if (code !== undefined) {
      word = code;
      continue;
    }
    write(word, bits);
    if (next < MAX_CODES) {
      codes.set(longer, next);
      // the decoder is one code behind, and widens its codes after it has added the last one that fits
      if (next++ === 1 << bits) bits++;
    } else {
      write(CLEAR, bits);
      codes = new Map();
      [next, bits] = [END + 1, BITS + 1];
    }
    word = numbers[at]!;
  }
  write(word, bits);
  write(END, bits);
  if (pendingBitCount > 0) bytes.push(pendingBits & 255);
  return splitIntoBlocks(bytes);
}

function splitIntoBlocks(bytes: readonly number[]): Uint8Array<ArrayBuffer> {
  const out = [BITS];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    out.push(block.length, ...block);
  }
  return Uint8Array.from([...out, 0]);
}
