/** The part of a page's address that says what is shown: `#step=5876&view=plane&key=UA`. */

export interface Address {
  /** The end of this step, or else so many facts. */
  step?: number;
  fact?: number;
  view?: string;
  /** The name of the task that is pinned. */
  task?: string;
  /** The one key that is chosen. */
  key?: string;
  /** The way of stepping. */
  by?: string;
  /** What is followed: `record:123`, `split:JFK`. */
  focus?: string;
  /** `hall`: larger. */
  mode?: string;
  /** `en` or `zh`. */
  language?: string;
}

const NUMBERS: ReadonlySet<string> = new Set(["step", "fact"]);
const NAMES: ReadonlySet<string> = new Set(["step", "fact", "view", "task", "key", "by", "focus", "mode", "language"]);

/** What an address asks for; what it does not know it leaves out. */
export function readAddress(hash: string): Address {
  const found: Record<string, string | number> = {};
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
    if (!NAMES.has(name) || value === "") continue;
    if (NUMBERS.has(name) && !/^\d+$/.test(value)) continue;
    found[name] = NUMBERS.has(name) ? Number(value) : value;
  }
  return found;
}

/** The address that says so; what else stands in `hash`, as a page around the stepper has written it, stays. */
export function writeAddress(address: Address, hash = ""): string {
  const others = [...new URLSearchParams(hash.replace(/^#/, ""))].filter(([name]) => !NAMES.has(name));
  const parts = Object.entries(address).filter(([, value]) => value !== undefined && value !== "");
  const own = parts.map(([name, value]) => [name, String(value)]);
  return `#${new URLSearchParams([...own, ...others]).toString()}`;
}

/** Puts a text into the clipboard, also where the page may not use it by itself; whether it is there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
