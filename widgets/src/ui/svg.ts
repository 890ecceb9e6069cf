/** Helpers that draw SVG markup for the panels. */

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escape `text` for markup. */
export function esc(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** Fonts of texts in diagrams, by CSS class. */
const FONTS = { t1: "650 14px", t2: "500 13px", t3: "500 12.5px", strong: "650 13px", big: "700 17px" };
export type Font = keyof typeof FONTS;

const FAMILY = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';
const MAX_CACHED_WIDTHS = 20_000;
const widths = new Map<string, number>();
let ruler: CanvasRenderingContext2D | null = null;

/** Measure the width of `text` in pixels. */
export function measureText(text: string, font: Font): number {
  const key = `${font}${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return text.length * 8;
  ruler.font = `${FONTS[font]} ${FAMILY}`;
  const width = ruler.measureText(text).width;
  if (widths.size >= MAX_CACHED_WIDTHS) widths.clear();
  widths.set(key, width);
  return width;
}

/** Shorten `text` to `width` pixels. */
export function fitText(text: string, width: number, font: Font): string {
  if (measureText(text, font) <= width) return text;
  // no letter is narrower than two pixels
  const characters = Array.from(text.slice(0, Math.max(8, width)));
  let [low, high] = [1, characters.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measureText(`${characters.slice(0, middle).join("")}…`, font) <= width) low = middle;
    else high = middle - 1;
  }
  return `${characters.slice(0, low).join("")}…`;
}

/** Shorten a name with a number, `map 2/4` or `partition 1`: the number is kept, alone if necessary. */
export function fitName(name: string, width: number, font: Font): string {
  const [number] = /([ _-]?\d+(\/\d+)?)?$/.exec(name)!;
  if (number && width - measureText(number, font) < 20) return number.trim();
  return fitText(name.slice(0, name.length - number.length), width - measureText(number, font), font) + number;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** Render an SVG with its text alternative; the role `group` is for interactive content. */
export function renderSvg(width: number, height: number, label: string, content: string, role: "img" | "group" = "img"): string {
  return (
    `<svg viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" ` +
    `height="${round(height)}" role="${role}" aria-label="${esc(label)}">${content}</svg>`
  );
}

export function text(
  x: number,
  y: number,
  content: string,
  classes = "",
  anchor: "start" | "middle" | "end" = "start",
): string {
  const anchored = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
  const classed = classes ? ` class="${classes}"` : "";
  return `<text x="${round(x)}" y="${round(y)}"${anchored}${classed}>${esc(content)}</text>`;
}

/** Draw a shortened name with the full name as its tooltip. */
export function drawName(x: number, y: number, name: string, room: number, font: Font, anchor: "start" | "end" = "start", classes: string = font): string {
  const shown = fitName(name, room, font);
  const drawn = text(x, y, shown, classes, anchor);
  return shown === name ? drawn : `<g><title>${esc(name)}</title>${drawn}</g>`;
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  classes: string,
  radius = 6,
  title = "",
): string {
  const open =
    `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" ` +
    `height="${round(Math.max(0, height))}" rx="${radius}" class="${classes}"`;
  return title ? `${open}><title>${esc(title)}</title></rect>` : `${open}/>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, classes: string): string {
  return (
    `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" ` +
    `class="${classes}"/>`
  );
}

/** Create the path of a curve with horizontal tangents at both ends. */
export function createCurvePath(x1: number, y1: number, x2: number, y2: number): string {
  const bend = Math.max(24, (x2 - x1) * 0.5);
  return (
    `M${round(x1)} ${round(y1)}C${round(x1 + bend)} ${round(y1)} ` +
    `${round(x2 - bend)} ${round(y2)} ${round(x2)} ${round(y2)}`
  );
}

/** Get the point at `t` (0 to 1) of such a curve. */
export function getCurvePoint(
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  t: number,
): [number, number] {
  const bend = Math.max(24, (x2 - x1) * 0.5);
  const u = 1 - t;
  const mix = (a: number, b: number, c: number, d: number): number =>
    u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
  return [mix(x1, x1 + bend, x2 - bend, x2), mix(y1, y1, y2, y2)];
}

export function drawRecord(x: number, y: number, title: string, radius = 5): string {
  return (
    `<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" class="record">` +
    `<title>${esc(title)}</title></circle>`
  );
}

/** Draw a flag that points in its direction, with its letter if there is room. */
export function drawWatermark(x: number, y: number, title: string, lettered = true): string {
  return (
    `<path d="M${round(x - 9)} ${round(y - 8)}h12l6 8l-6 8h-12z" class="watermark">` +
    `<title>${esc(title)}</title></path>` +
    (lettered ? `<text x="${round(x - 2)}" y="${round(y + 4)}" text-anchor="middle" class="flag">W</text>` : "")
  );
}

export function drawDiamond(x: number, y: number, classes: string, size = 6): string {
  return (
    `<path d="M${round(x)} ${round(y - size)}l${size} ${size}l${-size} ${size}` +
    `l${-size} ${-size}z" class="${classes}"/>`
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
