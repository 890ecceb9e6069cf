/**
 * Entry point of the part of the stepper that is loaded on demand: all views except the event-time chart and the
 * event-time view. `build.mjs` bundles it as a text into the data tables (src/ui/detail_loader.ts loads it).
 */

export { drawCalls } from "../cluster/cluster";
export { drawStates } from "../cluster/execution_states";
export { captureStepper, Film } from "../export/film";
export { Gif } from "../export/gif";
export { createTranscript, download, renderPng, serializeSvg } from "../export/picture_file";
export { renderMetricTable } from "../metrics/metric_table";
export { computeOperatorMetrics, computeTaskMetrics } from "../metrics/metrics";
export { RunSeries } from "../metrics/run_series";
export { TaskTracks } from "../metrics/task_tracks";
export { Timeline } from "../metrics/timeline";
export { drawChannels, drawPools, renderChannelLegend } from "../network/channels";
export { drawNetwork } from "../network/network_graph";
export { describeFrame } from "./text_description";
export { CallPathMarker } from "../task/call_path";
export { drawInside } from "../task/inside";
