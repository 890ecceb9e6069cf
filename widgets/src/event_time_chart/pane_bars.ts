/** Paints panes onto the plane: bars that open, fill, fire, wait for lateness and go. */

import { heatsOf } from "./pane_density";
import { factX, firstShown, line, toY } from "./chart_context";
import type { Picture } from "./chart_context";
import type { Pane } from "./chart_data";

/** The panes that may be shown, wherever the camera is; one list for a choice of keys and operators. */
function chosenPanes({ run, keys, operators, followed }: Picture): readonly Pane[] {
  if (chosen.of !== run || chosen.keys !== keys || chosen.operators !== operators || chosen.followed !== followed) {
    const shown = (pane: Pane): boolean =>
      pane.start > -Infinity && (!keys || keys.has(pane.key)) && (!operators || operators.has(pane.operator)) &&
      (!followed || followed.hasPane(pane));
    chosen = { of: run, keys, operators, followed, panes: run.panes.filter(shown) };
  }
  return chosen.panes;
}

let chosen: { of: unknown; keys: unknown; operators: unknown; followed: unknown; panes: readonly Pane[] } = {
  of: null, keys: null, operators: null, followed: null, panes: [],
}; // prettier-ignore

/** The panes that the picture has room and leave to show. */
export function panesIn(picture: Picture): Pane[] {
  const { camera, places } = picture;
  return chosenPanes(picture).filter(
    ({ start, end, born, gone }) =>
      end >= camera.y0 && start <= camera.y1 && places[born + 1]! <= camera.x1 &&
      (gone === Infinity || places[gone + 1]! >= camera.x0),
  ); // prettier-ignore
}

/** From here on panes of one window are drawn as one. */
const MOST_PANES = 600;

function paintHeats(context: CanvasRenderingContext2D, picture: Picture): void {
  const { camera, box, places, colour } = picture;
  context.fillStyle = colour("--pane");
  for (const { start, end, at, open, most, firings, gone } of heatsOf(chosenPanes(picture))) {
    if (end < camera.y0 || start > camera.y1 || places[at[0]! + 1]! > camera.x1) continue;
    if (gone < Infinity && places[gone + 1]! < camera.x0) continue;
    const [top, bottom] = [toY(picture, end), toY(picture, start)];
    const height = Math.max(1, bottom - top - 1);
    let x = factX(picture, at[0]!);
    for (let i = Math.max(0, firstShown(picture, at) - 1); i < at.length; i++) {
      const next = i + 1 < at.length ? factX(picture, at[i + 1]!) : box.left + box.width;
      if (next - x < 1 && i + 1 < at.length) continue;
      if (open[i]! > 0) {
        context.globalAlpha = 0.1 + 0.5 * (open[i]! / most);
        context.fillRect(x, top, next - x, height);
      }
      if (next > box.left + box.width) break;
      x = next;
    }
    context.globalAlpha = 1;
    let last = -Infinity;
    for (let i = firstShown(picture, firings); i < firings.length; i++) {
      const lid = factX(picture, firings[i]!);
      if (lid > box.left + box.width) break;
      if (lid - last < 1) continue;
      last = lid;
      context.fillRect(lid - 1.2, top, 2.4, height);
    }
  }
  context.globalAlpha = 1;
}

/** From here on filling is not drawn element by element. */
const MOST_FILLS = 6000;

export function paintPanes(context: CanvasRenderingContext2D, picture: Picture): void {
  const { run, colour } = picture;
  const panes = panesIn(picture);
  if (panes.length > MOST_PANES) return paintHeats(context, picture);
  const keys = picture.keys?.size ?? run.keys.length;
  const strength = keys > 6 ? 0.16 : keys > 2 ? 0.3 : 0.5;
  const fills = panes.reduce((sum, pane) => sum + pane.fills.length, 0);
  for (const pane of panes) paintPane(context, picture, pane, strength, fills <= MOST_FILLS);
  for (const pane of panes) {
    const [y, bottom] = [toY(picture, pane.end), toY(picture, pane.start)];
    for (const { index, kind } of pane.firings) {
      const x = factX(picture, index);
      const style = kind === "late" ? colour("--fire") : colour("--pane");
      line(context, [x, y, x, bottom], style, kind === "early" ? 1.2 : 2.6, kind === "early" ? [2, 2] : []);
    }
  }
}

/** Open: filled more and more. After it fired on time: what it waits for late records. */
function paintPane(
  context: CanvasRenderingContext2D, picture: Picture, pane: Pane, strength: number, filling: boolean,
): void {
  const { colour } = picture;
  const [top, bottom] = [toY(picture, pane.end), toY(picture, pane.start)];
  const height = Math.max(1, bottom - top - 1);
  const onTime = pane.firings.find(({ kind }) => kind === "on time");
  const closes = Math.min(onTime?.index ?? Infinity, pane.gone);
  const [x0, x1, x2] = [factX(picture, pane.born), factX(picture, closes), factX(picture, pane.gone)];
  context.fillStyle = colour("--pane");
  const most = pane.counts.reduce((a, b) => Math.max(a, b), 1);
  const ends = filling ? pane.fills.filter((index) => index < closes) : [pane.born];
  for (let i = 0; i < ends.length; i++) {
    const from = factX(picture, ends[i]!);
    const to = i + 1 < ends.length ? factX(picture, ends[i + 1]!) : x1;
    context.globalAlpha = strength * (filling ? 0.35 + 0.65 * (pane.counts[i]! / most) : 0.8);
    context.fillRect(from, top, Math.max(to - from, 0.5), height);
  }
  if (x2 > x1 + 1) {
    context.globalAlpha = strength * 0.3;
    context.fillRect(x1, top, x2 - x1, height);
    context.globalAlpha = 0.8;
    line(context, [x1, top, x2, top, x2, bottom, x1, bottom], colour("--pane"), 1, [3, 3]);
  }
  if (x1 - x0 > 5 && height > 5) {
    context.globalAlpha = Math.min(1, strength * 2.2);
    context.strokeStyle = colour("--pane");
    context.lineWidth = 1;
    context.strokeRect(x0 + 0.5, top + 0.5, x1 - x0 - 1, height - 1);
  }
  context.globalAlpha = 1;
} // prettier-ignore
