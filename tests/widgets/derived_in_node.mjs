// Says the texts of a JSON list (standard input) in Chinese, and prints them as JSON: node derived_in_node.mjs
import { readFileSync } from "node:fs";
import { bundled } from "./bundled.mjs";

const d = await bundled({ derived: "derived", strings: "speak" });
d.speak("zh");
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(d.derived)));
