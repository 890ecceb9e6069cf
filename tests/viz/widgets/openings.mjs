// Where the stepper opens traces by itself: node openings.mjs TRACE... prints the step and the description of each as JSON.
import { readFileSync } from "node:fs";
import { bundled } from "./bundled.mjs";

const d = await bundled({
  "trace/trace": "openTrace", "ui/value_format": "Labels", "trace/key_steps": "KeySteps", "queries/headline_question": "findHeadlineQuestion",
});
const openings = [];
for (const path of process.argv.slice(2)) {
  const trace = await d.openTrace(new Uint8Array(readFileSync(path)));
  const labels = new d.Labels(trace.plan, "en");
  const keySteps = new d.KeySteps(trace, labels);
  const { question, position } = d.findHeadlineQuestion(trace, keySteps, labels);
  const index = keySteps.findEndingAt(position)?.lead ?? position - 1;
  openings.push({ question, step: index < 0 ? -1 : trace.getStep(index) });
}
console.log(JSON.stringify(openings));
