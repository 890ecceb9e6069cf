/** A page with one recorded run: the front page, and each page of the runs. */

import { chrome } from "./chrome";
import { showTrace } from "./model";
import type { State } from "./model";

async function main(): Promise<void> {
  chrome();
  for (const place of document.querySelectorAll<HTMLElement>("[data-trace]")) {
    const about = place.dataset["about"];
    const [trace, state] = await Promise.all([
      fetch(place.dataset["trace"]!).then((answer) => answer.arrayBuffer()),
      about ? fetch(about).then((answer) => answer.json() as Promise<State>) : {},
    ]);
    await showTrace(place, new Uint8Array(trace), state);
    document.documentElement.dataset["ready"] = "yes";
  }
}

void main();
