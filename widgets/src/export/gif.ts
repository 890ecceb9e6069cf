/**
 * Animated GIF encoder.
 *
 * Each frame contains only what differs from the previous frame, with its own table of 255 colours: the most frequent
 * colours exactly, so that backgrounds stay the same from frame to frame, the rest by median cut.
 */

import { encodeLzw } from "./gif_lzw";

const MAX_EXACT_COLOURS = 160;
const MAX_COLOURS = 255;
/** Colour index of transparent pixels, which show the previous frame. */
const TRANSPARENT = 255;
const CENTISECOND = 10;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Gif {
  private readonly parts: Uint8Array<ArrayBuffer>[] = [];
  private previous: Uint32Array | null = null;
  /** Rounding error of the delays, which GIF stores in hundredths of a second. */
  private delayRemainder = 0;

  constructor(private readonly width: number, private readonly height: number) {
    const size = [...toUint16Bytes(width), ...toUint16Bytes(height)];
    const forEver = [0x21, 0xff, 11, ...toAsciiBytes("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    this.parts.push(Uint8Array.from([...toAsciiBytes("GIF89a"), ...size, 0x70, 0, 0, ...forEver]));
  }

  /** Add a frame of RGBA pixels that is shown for `ms` milliseconds. */
  add(pixels: Uint8ClampedArray, ms: number): void {
    const current = new Uint32Array(pixels.slice().buffer);
    const box = this.previous ? findChangedBox(this.previous, current, this.width) : { x: 0, y: 0, width: this.width, height: this.height };
    const wantedMs = ms + this.delayRemainder;
    const delay = Math.max(2, Math.round(wantedMs / CENTISECOND));
    this.delayRemainder = wantedMs - delay * CENTISECOND;
    const { colours, numbers } = quantizeBox(current, this.previous, box, this.width);
    const control = [0x21, 0xf9, 4, 0b101, ...toUint16Bytes(delay), TRANSPARENT, 0];
    const place = [0x2c, ...toUint16Bytes(box.x), ...toUint16Bytes(box.y), ...toUint16Bytes(box.width), ...toUint16Bytes(box.height), 0x87];
    this.parts.push(Uint8Array.from([...control, ...place]), colours, encodeLzw(numbers));
    this.previous = current;
  }

  end(): Blob {
    return new Blob([...this.parts, Uint8Array.of(0x3b)], { type: "image/gif" });
  }
}

const toAsciiBytes = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const toUint16Bytes = (number: number): [number, number] => [number & 255, number >> 8];

/** Find the bounding box of the differences; one pixel if there are none, because a frame must not be empty. */
function findChangedBox(previous: Uint32Array, current: Uint32Array, width: number): Box {
  let [left, right, top, bottom] = [width, 0, -1, 0];
  for (let at = 0; at < current.length; at++) {
    if (previous[at] === current[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    if (top < 0) top = y;
    bottom = y;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  return top < 0 ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Quantize the changed pixels of a box: return the colour table and the colour index of each pixel. */
function quantizeBox(current: Uint32Array, previous: Uint32Array | null, box: Box, width: number): { colours: Uint8Array<ArrayBuffer>; numbers: Uint8Array } {
  const counts = new Map<number, number>();
  const places: number[] = [];
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const at = y * width + x;
      places.push(at);
      const colour = current[at]! & 0xffffff;
      if (!previous || previous[at] !== current[at]) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  const table = buildColourTable(counts);
  const colours = new Uint8Array(256 * 3);
  table.colours.forEach((colour, number) => colours.set(splitChannels(colour), number * 3));
  const numbers = Uint8Array.from(places, (at) => (previous && previous[at] === current[at] ? TRANSPARENT : table.numberByColour.get(current[at]! & 0xffffff)!));
  return { colours, numbers };
}

const splitChannels = (colour: number): [number, number, number] => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255];

/** Build a table of at most 255 colours, and map each colour to its index. */
function buildColourTable(counts: ReadonlyMap<number, number>): { colours: number[]; numberByColour: Map<number, number> } {
  const byFrequency = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  const exact = byFrequency.slice(0, byFrequency.length <= MAX_COLOURS ? MAX_COLOURS : MAX_EXACT_COLOURS);
  const colours = [...exact];
  const of = new Map(exact.map((colour, number) => [colour, number]));
  for (const group of medianCut(byFrequency.slice(exact.length), MAX_COLOURS - exact.length)) {
    for (const colour of group) of.set(colour, colours.length);
    colours.push(computeMeanColour(group, counts));
  }
  return { colours, numberByColour: of };
}

/** Median cut: split the group with the widest channel range until there are `maxGroups` groups. */
function medianCut(all: number[], maxGroups: number): number[][] {
  const groups = all.length > 0 ? [{ all, ...findWidestChannel(all) }] : [];
  while (groups.length > 0 && groups.length < maxGroups) {
    groups.sort((a, b) => a.width - b.width);
    const { all: whole, channel, width } = groups.pop()!;
    if (width === 0) {
      groups.push({ all: whole, channel, width });
      break;
    }
    whole.sort((a, b) => ((a >> channel) & 255) - ((b >> channel) & 255));
    for (const half of [whole.slice(0, whole.length >> 1), whole.slice(whole.length >> 1)]) groups.push({ all: half, ...findWidestChannel(half) });
  }
  return groups.map((group) => group.all);
}

function findWidestChannel(group: readonly number[]): { channel: number; width: number } {
  const widths = [0, 8, 16].map((channel) => {
    let [low, high] = [255, 0];
    for (const colour of group) {
      const value = (colour >> channel) & 255;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return { channel, width: high - low };
  });
  return widths.reduce((best, one) => (one.width > best.width ? one : best));
}

function computeMeanColour(group: readonly number[], counts: ReadonlyMap<number, number>): number {
  const sums = [0, 0, 0];
  let all = 0;
  for (const colour of group) {
    const count = counts.get(colour)!;
    all += count;
    splitChannels(colour).forEach((value, channel) => (sums[channel]! += value * count));
  }
  const [red, green, blue] = sums.map((sum) => Math.round(sum / all));
  return red! | (green! << 8) | (blue! << 16);
}
