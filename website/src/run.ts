/** A page with one recorded run: the front page, and each page in the list of runs. */

import { initializePage } from "./chrome";
import { Model, INITIAL_STATE, showModel } from "./model";
import type { State } from "./model";

async function main(): Promise<void> {
  initializePage();
  for (const place of document.querySelectorAll<HTMLElement>("[data-trace]")) {
    const about = place.dataset["about"];
    const [trace, state] = await Promise.all([
      fetch(place.dataset["trace"]!).then((answer) => answer.arrayBuffer()),
      about ? fetch(about).then((answer) => answer.json() as Promise<State>) : {},
    ]);
    await showModel(place, new Model({ ...INITIAL_STATE, trace: new Uint8Array(trace), ...state }));
    document.documentElement.dataset["ready"] = "yes";
  }
}

void main();
