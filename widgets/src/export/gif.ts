/**
 * An animated GIF of pictures of one size, made here: nothing is needed for it.
 *
 * Each frame keeps what differs from the one before, with a table of its own 255 colours: those that
 * cover most exactly, so that grounds stay the same from frame to frame, the rest by median cut.
 */

import { packed } from "./gif_lzw";

const EXACT = 160;
const MOST = 255;
/** The colour number that lets the frame before show through. */
const THROUGH = 255;
const CENTISECOND = 10;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Gif {
  private readonly parts: Uint8Array<ArrayBuffer>[] = [];
  private before: Uint32Array | null = null;
  /** What a delay in hundredths of a second leaves over. */
  private owed = 0;

  constructor(private readonly width: number, private readonly height: number) {
    const size = [...two(width), ...two(height)];
    const forEver = [0x21, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    this.parts.push(Uint8Array.from([...ascii("GIF89a"), ...size, 0x70, 0, 0, ...forEver]));
  }

  /** Adds a picture that stands for so many milliseconds; its pixels are RGBA. */
  add(pixels: Uint8ClampedArray, ms: number): void {
    const now = new Uint32Array(pixels.slice().buffer);
    const box = this.before ? changed(this.before, now, this.width) : { x: 0, y: 0, width: this.width, height: this.height };
    const wanted = ms + this.owed;
    const delay = Math.max(2, Math.round(wanted / CENTISECOND));
    this.owed = wanted - delay * CENTISECOND;
    const { colours, numbers } = painted(now, this.before, box, this.width);
    const control = [0x21, 0xf9, 4, 0b101, ...two(delay), THROUGH, 0];
    const place = [0x2c, ...two(box.x), ...two(box.y), ...two(box.width), ...two(box.height), 0x87];
    this.parts.push(Uint8Array.from([...control, ...place]), colours, packed(numbers));
    this.before = now;
  }

  end(): Blob {
    return new Blob([...this.parts, Uint8Array.of(0x3b)], { type: "image/gif" });
  }
}

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const two = (number: number): [number, number] => [number & 255, number >> 8];

/** Where two pictures differ; one pixel if nowhere, for a frame has to have something. */
function changed(before: Uint32Array, now: Uint32Array, width: number): Box {
  let [left, right, top, bottom] = [width, 0, -1, 0];
  for (let at = 0; at < now.length; at++) {
    if (before[at] === now[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    if (top < 0) top = y;
    bottom = y;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  return top < 0 ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** The colours of what is new in a box, and the number of the colour of each pixel of it. */
function painted(now: Uint32Array, before: Uint32Array | null, box: Box, width: number): { colours: Uint8Array<ArrayBuffer>; numbers: Uint8Array } {
  const counts = new Map<number, number>();
  const places: number[] = [];
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const at = y * width + x;
      places.push(at);
      const colour = now[at]! & 0xffffff;
      if (!before || before[at] !== now[at]) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  const table = tableOf(counts);
  const colours = new Uint8Array(256 * 3);
  table.colours.forEach((colour, number) => colours.set(channels(colour), number * 3));
  const numbers = Uint8Array.from(places, (at) => (before && before[at] === now[at] ? THROUGH : table.of.get(now[at]! & 0xffffff)!));
  return { colours, numbers };
}

const channels = (colour: number): [number, number, number] => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255];

/** At most 255 colours for those that are there, and which of them stands for which. */
function tableOf(counts: ReadonlyMap<number, number>): { colours: number[]; of: Map<number, number> } {
  const most = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  const exact = most.slice(0, most.length <= MOST ? MOST : EXACT);
  const colours = [...exact];
  const of = new Map(exact.map((colour, number) => [colour, number]));
  for (const group of cutInto(most.slice(exact.length), MOST - exact.length)) {
    for (const colour of group) of.set(colour, colours.length);
    colours.push(meanOf(group, counts));
  }
  return { colours, of };
}

/** Median cut: the group that is widest in a channel is halved there, until there are so many groups. */
function cutInto(all: number[], most: number): number[][] {
  const groups = all.length > 0 ? [{ all, ...widest(all) }] : [];
  while (groups.length > 0 && groups.length < most) {
    groups.sort((a, b) => a.width - b.width);
    const { all: whole, channel, width } = groups.pop()!;
    if (width === 0) {
      groups.push({ all: whole, channel, width });
      break;
    }
    whole.sort((a, b) => ((a >> channel) & 255) - ((b >> channel) & 255));
    for (const half of [whole.slice(0, whole.length >> 1), whole.slice(whole.length >> 1)]) groups.push({ all: half, ...widest(half) });
  }
  return groups.map((group) => group.all);
}

function widest(group: readonly number[]): { channel: number; width: number } {
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

function meanOf(group: readonly number[], counts: ReadonlyMap<number, number>): number {
  const sums = [0, 0, 0];
  let all = 0;
  for (const colour of group) {
    const count = counts.get(colour)!;
    all += count;
    channels(colour).forEach((value, channel) => (sums[channel]! += value * count));
  }
  const [red, green, blue] = sums.map((sum) => Math.round(sum / all));
  return red! | (green! << 8) | (blue! << 16);
}
