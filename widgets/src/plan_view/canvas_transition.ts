/**
 * The same picture on a canvas, for large plans while they move.
 *
 * A browser needs longer to restyle hundreds of SVG elements than there is time between two frames;
 * a canvas has no elements. What stands is always SVG.
 */

import type { Line, Shape } from "./svg_elements";
import { pillLabel } from "./layer_layout";
import type { Camera } from "../job/element_positions";

interface Colours {
  fill: string;
  stroke: string;
}

export class Flight {
  readonly canvas = document.createElement("canvas");
  private readonly context = this.canvas.getContext("2d")!;
  private colours: Record<string, Colours> = {};
  private ink = "";
  private ground = "";
  private font = "";
  private width = 0;
  private height = 0;

  constructor() {
    this.canvas.className = "flight";
    this.canvas.setAttribute("aria-hidden", "true");
    this.canvas.hidden = true;
  }

  resize(width: number, height: number): void {
    [this.width, this.height] = [width, height];
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
  }

  /** Takes on the colours of the page as they are now. */
  begin(): void {
    const style = getComputedStyle(this.canvas);
    const of = (name: string): string => style.getPropertyValue(`--${name}`).trim();
    const pair = (fill: string, stroke: string): Colours => ({ fill: of(fill), stroke: of(stroke) });
    this.ink = of("ink");
    this.ground = of("panel");
    this.font = style.fontFamily;
    this.colours = {
      source: pair("focusbg", "focus"), sink: pair("focusbg", "focus"), operator: pair("panel", "line2"),
      partition: pair("wmsoft", "wmink"), union: pair("wmsoft", "wmink"), "side output": pair("wmsoft", "wmink"),
      chain: pair("panesoft", "pane"), vertex: pair("panesoft", "pane"), subtask: pair("panel", "pane"),
      slot: pair("panel", "line2"), "task manager": pair("soft", "line2"), "job manager": pair("tmsoft", "tm"),
      "resource manager": pair("tmsoft", "tm"), chained: pair("panel", "pane"), network: pair("panel", "focus"),
      control: pair("panel", "tm"),
    }; // prettier-ignore
  }

  /** Draws what the scene has placed. `groups` are boxes, from the rearmost on; lines go before frames. */
  draw(groups: readonly (readonly Shape[])[], lines: readonly Line[], camera: Camera, legible: boolean): void {
    const { context } = this;
    const ratio = this.canvas.width / Math.max(1, this.width);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.ground; // the elements below stay, for hiding them would take longer
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const scale = camera.scale * ratio;
    context.setTransform(scale, 0, 0, scale, camera.x * ratio, camera.y * ratio);
    const [behind, inFront] = [groups.slice(0, 2), groups.slice(2)];
    const network = lines.filter(({ wire }) => !wire.chained);
    for (const shapes of behind) this.drawBoxes(shapes, camera, false);
    this.drawLines(network, camera);
    inFront.forEach((shapes, number) => {
      this.drawBoxes(shapes, camera, legible && number === inFront.length - 1);
      if (number === 0) this.drawLines(lines.filter(({ wire }) => wire.chained), camera);
    });
    context.globalAlpha = 1;
  }

  private drawBoxes(shapes: readonly Shape[], camera: Camera, legible: boolean): void {
    const { context } = this;
    context.lineWidth = Math.max(1.4, 0.7 / camera.scale);
    if (legible) context.font = `500 13px ${this.font}`;
    context.textAlign = "center";
    for (const { pose, track } of shapes) {
      if (!pose || pose.opacity <= 0.01 || this.isOutside(pose.x, pose.y, pose.width, pose.height, camera)) continue;
      const node = track.nodes[track.first]!;
      const colours = this.colours[node.kind]!;
      context.globalAlpha = pose.opacity;
      context.fillStyle = colours.fill;
      context.strokeStyle = colours.stroke;
      context.fillRect(pose.x, pose.y, pose.width, pose.height);
      context.strokeRect(pose.x, pose.y, pose.width, pose.height);
      if (!legible) continue;
      context.fillStyle = this.ink;
      context.fillText(pillLabel(node), pose.x + pose.width / 2, pose.y + pose.height / 2 + 4.5);
    }
  }

  private isOutside(x: number, y: number, width: number, height: number, camera: Camera): boolean {
    const [left, top] = [x * camera.scale + camera.x, y * camera.scale + camera.y];
    return (
      left > this.width || top > this.height ||
      left + width * camera.scale < 0 || top + height * camera.scale < 0
    ); // prettier-ignore
  }

  private drawLines(lines: readonly Line[], camera: Camera): void {
    const { context } = this;
    for (const kind of ["control", "network", "chained"] as const) {
      const width = kind === "chained" ? 5 : 2;
      context.strokeStyle = this.colours[kind]!.stroke;
      context.lineWidth = Math.max(width, (kind === "chained" ? 1.6 : 0.8) / camera.scale);
      context.globalAlpha = 1;
      context.beginPath();
      for (const { wire, shown, ways, strength } of lines) {
        const own = wire.control ? "control" : wire.chained ? "chained" : "network";
        if (!shown || own !== kind || strength < 0.5) continue;
        for (const way of ways) {
          context.moveTo(way[0]!, way[1]!);
          for (let at = 2; at < way.length; at += 6) {
            context.bezierCurveTo(way[at]!, way[at + 1]!, way[at + 2]!, way[at + 3]!, way[at + 4]!, way[at + 5]!);
          }
        }
      }
      context.stroke();
    }
  }
}
