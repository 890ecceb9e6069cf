/** The formats in which this browser can save a film. */

const VIDEOS: Readonly<Record<string, readonly string[]>> = {
  webm: ["video/webm;codecs=vp9", "video/webm"],
  mp4: ["video/mp4;codecs=avc1", "video/mp4"],
};

/** Get the film formats that this browser can create. */
export const getFilmFormats = (): string[] => ["gif", ...Object.keys(VIDEOS).filter((format) => getVideoType(format) !== undefined)];

export function getVideoType(format: string): string | undefined {
  return VIDEOS[format]?.find((type) => typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported(type));
}
