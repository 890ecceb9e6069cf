/** A notice on Chinese pages where no Chinese font is installed. It is in English, because that can be read there. */

const NOTICE =
  "No Chinese font was found on this device, so Chinese text shows as boxes. Install one (for example Noto Sans CJK SC), or switch to English.";
const SIZE = 32;

/**
 * Whether the font of `root` has Chinese characters.
 *
 * The character for "one" is a single line, so it is much lower than that for "country". Where both are missing, they
 * show as the same box, as boxes with different numbers, or not at all.
 */
function hasChineseFont(root: HTMLElement): boolean {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2 * SIZE;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return true;
  context.font = `${SIZE}px ${getComputedStyle(root).fontFamily}`;
  context.textBaseline = "middle";
  return 2 * measureInk(context, "一") < measureInk(context, "国");
}

/** Measure the height of the drawn pixels of a character. */
function measureInk(context: CanvasRenderingContext2D, character: string): number {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  context.fillText(character, SIZE / 4, SIZE);
  const { data } = context.getImageData(0, 0, width, height);
  let [first, last] = [height, -1];
  for (let index = 3; index < data.length; index += 4) {
    if (data[index]! < 64) continue;
    const row = Math.floor(index / 4 / width);
    first = Math.min(first, row);
    last = row;
  }
  return Math.max(0, last - first + 1);
}

/** Add the notice to `place` if `root` is in Chinese, its font is missing, and no other part of the page says so. */
export function addFontNotice(root: HTMLElement, place: Element): void {
  if (!root.lang.startsWith("zh") || document.querySelector(".fontNotice") || hasChineseFont(root)) return;
  const notice = document.createElement("p");
  notice.className = "fontNotice";
  notice.lang = "en";
  notice.setAttribute("role", "note");
  notice.textContent = NOTICE;
  place.append(notice);
}
