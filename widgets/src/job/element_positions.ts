/** Positions of drawn elements, and interpolation between them. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ElementPosition extends Box {
  opacity: number;
}

/** Visible part of a diagram: its centre (or corner) and its scale. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

/** Interpolate between two layers for an element that exists from layer `first` to `last`; else return null. */
export function interpolatePosition(
  positions: (ElementPosition | undefined)[],
  first: number,
  last: number,
  layer: number,
  t: number,
): ElementPosition | null {
  if (t <= 0) return layer >= first && layer <= last ? (positions[layer] ?? null) : null;
  if (t >= 1) return layer + 1 >= first && layer + 1 <= last ? (positions[layer + 1] ?? null) : null;
  const from = positions[layer];
  const to = positions[layer + 1];
  if (!from || !to) return null;
  const position = mixPositions(from, to, t);
  // elements that disappear fade out early, new ones fade in late
  if (to.opacity === 0) position.opacity = from.opacity * Math.max(0, 1 - 1.7 * t);
  else if (from.opacity === 0) position.opacity = to.opacity * Math.max(0, 1.7 * t - 0.7);
  return position;
}

export function mixPositions(from: ElementPosition, to: ElementPosition, t: number): ElementPosition {
  return {
    x: mix(from.x, to.x, t),
    y: mix(from.y, to.y, t),
    width: mix(from.width, to.width, t),
    height: mix(from.height, to.height, t),
    opacity: mix(from.opacity, to.opacity, t),
  };
}

export function mixCameras(from: Camera, to: Camera, t: number): Camera {
  const scale = Math.exp(mix(Math.log(from.scale), Math.log(to.scale), t));
  return { x: mix(from.x, to.x, t), y: mix(from.y, to.y, t), scale };
}

function mix(from: number, to: number, t: number): number {
  return from + (to - from) * t;
}

export function ease(t: number): number {
  return t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2;
}

export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
