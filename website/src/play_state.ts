/** State of the playground in the URL: the program and its settings, next to the stepper's state. */

import type { Settings } from "./messages";
import { pack, unpack } from "./pack";

export interface Example {
  name: string;
  title: string;
  program: string;
}

export interface AddressState {
  program: string;
  settings: Settings;
  title: string;
  /** Whether the program comes from a link, and is not one of the site's examples. */
  isFromLink: boolean;
}

/** URL keys of the stepper. */
const STEPPER_KEYS = ["step", "event", "view", "task", "key", "by", "focus", "mode"];

export function parseSettings(value: unknown): Settings {
  const { order, seed, parallelism, until, sources, sample } = (value ?? {}) as Record<string, unknown>;
  return {
    ...(typeof order === "string" && order !== "arrival" ? { order } : {}),
    ...(Number.isSafeInteger(seed) && seed !== 0 ? { seed: seed as number } : {}),
    ...(Number.isSafeInteger(parallelism) && (parallelism as number) > 0 ? { parallelism: Math.min(128, parallelism as number) } : {}),
    ...(typeof until === "string" && until.trim() !== "" ? { until: until.trim().slice(0, 200) } : {}),
    ...(typeof sources === "string" && sources.trim() !== "" ? { sources: sources.trim().slice(0, 2000) } : {}),
    ...(Number.isSafeInteger(sample) && (sample as number) > 0 ? { sample: Math.min(10_000, sample as number) } : {}),
  };
}

/** Parse a URL hash. The default is the first example. Throws an error for invalid input. */
export async function parseAddress(hash: string, examples: readonly Example[]): Promise<AddressState> {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const packed = params.get("play");
  if (packed) {
    const content = JSON.parse(await unpack(packed)) as { p?: unknown; s?: unknown };
    if (typeof content.p !== "string") throw new Error("the link contains no program");
    return { program: content.p, settings: parseSettings(content.s), title: "program", isFromLink: true };
  }
  const exampleName = params.get("example");
  const example = examples.find(({ name }) => name === exampleName) ?? examples[0]!;
  return { program: example.program, settings: {}, title: example.title, isFromLink: false };
}

/** Format the URL hash of a program. `keepsView` keeps the stepper's state. */
export async function formatAddress(program: string, settings: Settings, examples: readonly Example[], hash: string, keepsView: boolean): Promise<string> {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const stepperEntries = [...params].filter(([name]) => keepsView && STEPPER_KEYS.includes(name));
  const example = Object.keys(settings).length === 0 ? examples.find((one) => one.program === program) : undefined;
  const encodedSettings = Object.keys(settings).length === 0 ? {} : { s: settings };
  const own = example ? ["example", example.name] : ["play", await pack(JSON.stringify({ p: program, ...encodedSettings }))];
  return `#${new URLSearchParams([...stepperEntries, own]).toString()}`;
}
