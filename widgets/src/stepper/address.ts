/** The URL hash that describes the current state: `#step=5876&view=chart&key=UA`. */

export interface Address {
  /** The end of this step, or else this number of events. */
  step?: number;
  event?: number;
  view?: string;
  /** Name of the pinned task. */
  task?: string;
  /** The selected key. */
  key?: string;
  /** Step mode. */
  by?: string;
  /** The followed target: `record:123`, `split:JFK`. */
  focus?: string;
  /** `hall` for a larger display. */
  mode?: string;
  /** `en` or `zh`. */
  language?: string;
}

const NUMBER_KEYS: ReadonlySet<string> = new Set(["step", "event"]);
const ADDRESS_KEYS: ReadonlySet<string> = new Set(["step", "event", "view", "task", "key", "by", "focus", "mode", "language"]);

/** Parse a URL hash. Unknown keys are ignored. */
export function parseAddress(hash: string): Address {
  const found: Record<string, string | number> = {};
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
    if (!ADDRESS_KEYS.has(name) || value === "") continue;
    if (NUMBER_KEYS.has(name) && !/^\d+$/.test(value)) continue;
    found[name] = NUMBER_KEYS.has(name) ? Number(value) : value;
  }
  return found;
}

/** Format a URL hash. Other keys in `hash`, written by the page around the stepper, are kept. */
export function formatAddress(address: Address, hash = ""): string {
  const others = [...new URLSearchParams(hash.replace(/^#/, ""))].filter(([name]) => !ADDRESS_KEYS.has(name));
  const parts = Object.entries(address).filter(([, value]) => value !== undefined && value !== "");
  const own = parts.map(([name, value]) => [name, String(value)]);
  return `#${new URLSearchParams([...own, ...others]).toString()}`;
}

/** Copy a text to the clipboard, also where the clipboard API is blocked. Return whether it worked. */
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
