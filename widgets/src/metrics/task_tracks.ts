/** Tracks of the whole run: what each task did in each of its steps. */

import { LANES } from "../stepper/scrubber";
import type { RunSeries } from "./run_series";
import type { Trace } from "../trace/trace";
import { KINDS } from "../trace/trace.gen";
import type { Kind } from "../trace/trace.gen";

/** What a step of a task is shown as: a lane of the scrubber, the most important one first. */
export const SLICE_NAMES = ["failed", "late", "fired", "timers", "checkpoints", "watermark", "records"] as const;
/** Number of slices that belong to no lane. */
export const OTHER = SLICE_NAMES.length;
/** Actor whose steps have a track of their own. */
export const JOB_MASTER = "jobmaster";

/** The steps of a task, in order. `lanes` are indexes of SLICE_NAMES, or OTHER. */
export interface Track {
  starts: number[];
  ends: number[];
  times: number[];
  lanes: number[];
  /** Index of the event that each slice is named after. */
  events: number[];
}

const LANE_BY_KIND = new Uint8Array(KINDS.length).fill(OTHER);
SLICE_NAMES.forEach((name, lane) => {
  for (const kind of LANES.find((one) => one.name === name)!.kinds) LANE_BY_KIND[KINDS.indexOf(kind)] = lane;
});

const HEARTBEAT = KINDS.indexOf("HeartbeatsExchanged" satisfies Kind);

/** Built in one pass over the kinds of all events. Few events are decoded, so that a million of them take no time. */
export class TaskTracks {
  readonly tracks = new Map<string, Track>();
  /** The heartbeats of the JobMaster, each as wide as its event. */
  readonly heartbeats = createTrack();

  constructor(trace: Trace, run: RunSeries) {
    const { kinds } = trace;
    const { positions, times } = run.clock;
    let clock = -1;
    for (let step = 0; step < trace.stepCount; step++) {
      const [start, end] = trace.eventRange(step);
      if (start === end) continue;
      while (clock + 1 < positions.length && positions[clock + 1]! <= end) clock++;
      const actor = trace.getActor(step);
      const time = clock < 0 ? 0 : times[clock]!;
      let [lane, main] = [OTHER + 1, start];
      for (let index = start; index < end; index++) {
        const own = LANE_BY_KIND[kinds[index]!]!;
        if (own < lane) [lane, main] = [own, index];
        if (kinds[index] === HEARTBEAT) addSlice(this.heartbeats, index, index + 1, time, OTHER, index);
      }
      const id = run.tasks.has(actor) || actor === JOB_MASTER ? actor : lane === 0 ? findSubtask(trace, main) : "";
      if (id === "") continue; // the clock and the links: what they do is seen at the tasks
      let track = this.tracks.get(id);
      if (!track) this.tracks.set(id, (track = createTrack()));
      addSlice(track, start, end, time, lane, main);
    }
  }
}

const createTrack = (): Track => ({ starts: [], ends: [], times: [], lanes: [], events: [] });

function addSlice(track: Track, start: number, end: number, time: number, lane: number, event: number): void {
  track.starts.push(start);
  track.ends.push(end);
  track.times.push(time);
  track.lanes.push(lane);
  track.events.push(event);
}

/** Find the task that an event from outside affects, or "". */
function findSubtask(trace: Trace, index: number): string {
  const event = trace.event(index);
  return "subtask" in event ? event.subtask : "";
}
