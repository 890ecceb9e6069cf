/** Names on the plane itself, where there is room: the line of what is on time, and what the minimum has closed. */

import { minimumOf } from "./watermark_lines";
import { toY } from "./chart_context";
import type { Picture } from "./chart_context";
import { t } from "../i18n/strings";

/** Words that stand at a point. */
export interface Name {
  text: string;
  x: number;
  y: number;
  style: string;
  align: "left" | "right";
}

/** A smaller plane is full without names. */
const LEAST_WIDTH = 520;
const LEAST_HEIGHT = 200;
/** As much room as words want under the minimum. */
const UNDER = 96;

/** What can be named left of `now`. */
export function namesOf(picture: Picture, now: number): Name[] {
  const { box, parts, camera, places, followed } = picture;
  if (box.width < LEAST_WIDTH || box.height < LEAST_HEIGHT || followed) return [];
  const found: Name[] = [];
  const [lowest] = parts.has("minimum") ? minimumOf(picture) : [];
  const x = box.left + 0.62 * (now - box.left);
  if (lowest && levelAt(lowest, x) < box.top + box.height - UNDER) found.push({ text: t("what is over"), x, y: box.top + box.height - 26, style: "--wmink", align: "left" });
  const hasTimes = places.at(-1)! > 1e6 && camera.x1 > camera.y0 && camera.x0 < camera.y1;
  const time = camera.x0 + 0.16 * (camera.x1 - camera.x0);
  if (hasTimes && now > box.left + 0.4 * box.width) {
    found.push({ text: t("on time"), x: box.left + 0.16 * box.width - 8, y: toY(picture, time) - 16, style: "--ink2", align: "right" });
  }
  return found;
}

/** How high a curve of points stands at a place. */
function levelAt(points: readonly number[], x: number): number {
  let level = NaN;
  for (let i = 0; i < points.length && points[i]! <= x; i += 2) level = points[i + 1]!;
  return level;
}
