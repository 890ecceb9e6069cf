// Builds flinksim/widgets/static/{stepper,lens}.js and tables.json from src/. The built files are committed, so that
// nobody needs Node to use them; their first line holds a stamp of the sources, which a test compares.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const target = process.argv[2] ?? "../flinksim/widgets/static";
const sources = ["build.mjs", "package.json", "tsconfig.json"];
sources.push(...readdirSync("src").map((name) => `src/${name}`));

const hash = createHash("sha256");
for (const name of sources.sort()) {
  hash.update(`${name}\n${readFileSync(name, "utf8").replaceAll("\r\n", "\n")}\n`);
}

await build({
  entryPoints: ["src/stepper.ts", "src/lens.ts"],
  outdir: target,
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  minify: true,
  lineLimit: 240, // so that a change is a few lines of a file that is kept
  loader: { ".css": "text" },
  legalComments: "none",
  banner: { js: `// Built from widgets/src by widgets/build.mjs; sources ${hash.digest("hex")}` },
});

// what stands beside the code as data
const tables = await build({ entryPoints: ["src/all_tables.ts"], bundle: true, format: "esm", charset: "utf8", write: false });
const { TABLES } = await import(`data:text/javascript;base64,${Buffer.from(tables.outputFiles[0].contents).toString("base64")}`);
writeFileSync(`${target}/tables.json`, `${JSON.stringify(TABLES, null, 1)}\n`);
