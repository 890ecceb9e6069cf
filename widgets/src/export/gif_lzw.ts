/** How a GIF packs the colour numbers of a frame: LZW with codes of 9 to 12 bits, in blocks of 255 bytes. */

const BITS = 8;
const CLEAR = 1 << BITS;
const END = CLEAR + 1;
const MOST_CODES = 4096;

export function packed(numbers: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let [held, heldBits] = [0, 0];
  const write = (code: number, bits: number): void => {
    held |= code << heldBits;
    heldBits += bits;
    while (heldBits >= 8) {
      bytes.push(held & 255);
      held >>>= 8;
      heldBits -= 8;
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
    if (next < MOST_CODES) {
      codes.set(longer, next);
      // the reader is one code behind, and widens when it has made the last one that fits
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
  if (heldBits > 0) bytes.push(held & 255);
  return blocks(bytes);
}

function blocks(bytes: readonly number[]): Uint8Array<ArrayBuffer> {
  const out = [BITS];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    out.push(block.length, ...block);
  }
  return Uint8Array.from([...out, 0]);
}
