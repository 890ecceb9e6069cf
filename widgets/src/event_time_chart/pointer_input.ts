/** Mouse and touch on the plane: wheel and drag move the camera, a brush zooms, a click goes there. */

import { zoomed } from "./camera";
import type { Camera, Picture } from "./chart_context";
import { pointIn } from "../ui/pointer";

export type Brush = [x0: number, y0: number, x1: number, y1: number];

/** What the pointer moves. */
export interface Pointed {
  readonly target: Camera;
  readonly whole: Camera;
  readonly isZoomed: boolean;
  changed: () => void;
  picture(): Picture;
  jumpTo(camera: Camera): void;
  flyTo(camera: Camera): void;
  wholeRun(): void;
  showBrush(brush: Brush | null): void;
  click(x: number, y: number): void;
  /** With NaN: at nothing any more. */
  point(x: number, y: number): void;
}

/** The place on the axis of the run under a point. */
export const placeAt = ({ box, camera }: Picture, x: number): number =>
  camera.x0 + ((x - box.left) / box.width) * (camera.x1 - camera.x0);

export function listenTo(canvas: HTMLCanvasElement, plane: Pointed): void {
  const at = (event: MouseEvent): [x: number, y: number] => pointIn(canvas, event);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const [x, y] = at(event);
    const { box } = plane.picture();
    const factor = Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.0025);
    const right = (x - box.left) / box.width;
    plane.jumpTo(zoomed(plane.target, plane.whole, factor, right, 1 - (y - box.top) / box.height, event.shiftKey));
    plane.changed();
  }, { passive: false }); // prettier-ignore
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button === 0) drag(canvas, plane, event, at);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons !== 0) plane.point(NaN, NaN);
    else plane.point(...at(event));
  });
  canvas.addEventListener("pointerleave", () => plane.point(NaN, NaN));
  canvas.addEventListener("dblclick", () => plane.wholeRun());
}

/** A drag pans; in the whole run, or with the shift key, it brushes what to zoom to. A click goes. */
function drag(
  canvas: HTMLCanvasElement, plane: Pointed, event: PointerEvent, at: (event: MouseEvent) => [number, number],
): void {
  const [x0, y0] = at(event);
  const { x0: left, x1, y0: low, y1 } = plane.target;
  const { box } = plane.picture();
  const brushes = event.shiftKey || !plane.isZoomed;
  let dragged = false;
  let brush: Brush | null = null;
  canvas.setPointerCapture(event.pointerId);
  const move = (next: PointerEvent): void => {
    const [x, y] = at(next);
    dragged ||= Math.abs(x - x0) + Math.abs(y - y0) > 5;
    if (!dragged) return;
    if (brushes) return plane.showBrush((brush = [x0, y0, x, y]));
    const [right, up] = [(x - x0) / box.width, (y - y0) / box.height];
    const [dx, dy] = [(x1 - left) * right, (y1 - low) * up];
    plane.jumpTo({ x0: left - dx, x1: x1 - dx, y0: low + dy, y1: y1 + dy });
  };
  const up = (): void => {
    canvas.removeEventListener("pointermove", move);
    canvas.removeEventListener("pointerup", up);
    canvas.removeEventListener("pointercancel", up);
    plane.showBrush(null);
    if (!dragged) plane.click(x0, y0);
    else if (brush) zoomInto(plane, brush);
  };
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
} // prettier-ignore

function zoomInto(plane: Pointed, [x0, y0, x1, y1]: Brush): void {
  if (Math.abs(x1 - x0) < 8 || Math.abs(y1 - y0) < 8) return;
  const picture = plane.picture();
  const { box, camera } = picture;
  const time = (y: number): number => camera.y1 - ((y - box.top) / box.height) * (camera.y1 - camera.y0);
  plane.flyTo({
    x0: placeAt(picture, Math.min(x0, x1)), x1: placeAt(picture, Math.max(x0, x1)),
    y0: time(Math.max(y0, y1)), y1: time(Math.min(y0, y1)),
  }); // prettier-ignore
}
