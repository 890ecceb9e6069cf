/** Where something is at a moment, and what lies between two such places. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Pose extends Box {
  opacity: number;
}

/** What of the picture is seen: the point in the middle (or at the corner), and how large. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

/** The pose between two stages, of something that is there from `first` to `last`; else `null`. */
export function poseAt(
  poses: (Pose | undefined)[],
  first: number,
  last: number,
  stage: number,
  t: number,
): Pose | null {
  if (t <= 0) return stage >= first && stage <= last ? (poses[stage] ?? null) : null;
  if (t >= 1) return stage + 1 >= first && stage + 1 <= last ? (poses[stage + 1] ?? null) : null;
  const from = poses[stage];
  const to = poses[stage + 1];
  if (!from || !to) return null;
  const pose = mixPose(from, to, t);
  // What leaves goes early, what is new comes late.
  if (to.opacity === 0) pose.opacity = from.opacity * Math.max(0, 1 - 1.7 * t);
  else if (from.opacity === 0) pose.opacity = to.opacity * Math.max(0, 1.7 * t - 0.7);
  return pose;
}

export function mixPose(from: Pose, to: Pose, t: number): Pose {
  return {
    x: mix(from.x, to.x, t),
    y: mix(from.y, to.y, t),
    width: mix(from.width, to.width, t),
    height: mix(from.height, to.height, t),
    opacity: mix(from.opacity, to.opacity, t),
  };
}

export function mixCamera(from: Camera, to: Camera, t: number): Camera {
  const scale = Math.exp(mix(Math.log(from.scale), Math.log(to.scale), t));
  return { x: mix(from.x, to.x, t), y: mix(from.y, to.y, t), scale };
}

function mix(from: number, to: number, t: number): number {
  return from + (to - from) * t;
}

export function ease(t: number): number {
  return t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2;
}

export function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
