/** The playground in its address: the program and how it is run; what is looked at stands beside it. */

import type { Settings } from "./messages";
import { pack, unpack } from "./pack";

export interface Example {
  name: string;
  title: string;
  program: string;
}

export interface Asked {
  program: string;
  settings: Settings;
  title: string;
  /** A person wrote it into a link; one of the site's own examples is none. */
  isFromLink: boolean;
}

/** What the stepper puts there. */
const LOOKED_AT = ["step", "fact", "view", "task", "key", "by", "focus", "mode"];

export function settingsOf(value: unknown): Settings {
  const { order, seed, parallelism, until } = (value ?? {}) as Record<string, unknown>;
  return {
    ...(typeof order === "string" && order !== "arrival" ? { order } : {}),
    ...(Number.isSafeInteger(seed) && seed !== 0 ? { seed: seed as number } : {}),
    ...(Number.isSafeInteger(parallelism) && (parallelism as number) > 0 ? { parallelism: Math.min(128, parallelism as number) } : {}),
    ...(typeof until === "string" && until.trim() !== "" ? { until: until.trim().slice(0, 200) } : {}),
  };
}

/** What an address asks for; the first example if it asks for nothing. Raises an error for what is no program. */
export async function askedBy(hash: string, examples: readonly Example[]): Promise<Asked> {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const packed = said.get("play");
  if (packed) {
    const told = JSON.parse(await unpack(packed)) as { p?: unknown; s?: unknown };
    if (typeof told.p !== "string") throw new Error("the link holds no program");
    return { program: told.p, settings: settingsOf(told.s), title: "program", isFromLink: true };
  }
  const named = said.get("example");
  const example = examples.find(({ name }) => name === named) ?? examples[0]!;
  return { program: example.program, settings: {}, title: example.title, isFromLink: false };
}

/** The address of a program; `looks` keeps what is looked at. */
export async function addressOf(program: string, settings: Settings, examples: readonly Example[], hash: string, looks: boolean): Promise<string> {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const kept = [...said].filter(([name]) => looks && LOOKED_AT.includes(name));
  const example = Object.keys(settings).length === 0 ? examples.find((one) => one.program === program) : undefined;
  const settled = Object.keys(settings).length === 0 ? {} : { s: settings };
  const own = example ? ["example", example.name] : ["play", await pack(JSON.stringify({ p: program, ...settled }))];
  return `#${new URLSearchParams([...kept, own]).toString()}`;
}
