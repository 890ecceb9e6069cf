// Builds flinksim/widgets/static/{stepper,lens,notes}.js and tables.json from src/. The built files are committed, so that
// nobody needs Node to use them; their first line holds a stamp of the sources, which a test compares.
import { build, transform } from "esbuild";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const target = process.argv[2] ?? "../flinksim/widgets/static";
const sources = ["build.mjs", "package.json", "tsconfig.json"];
sources.push(...readdirSync("src").map((name) => `src/${name}`));

const hash = createHash("sha256");
for (const name of sources.sort()) {
  hash.update(`${name}\n${readFileSync(name, "utf8").replaceAll("\r\n", "\n")}\n`);
}

/** Style sheets as texts, without what nobody but us reads. */
const styles = {
  name: "styles",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, "utf8"), { loader: "css", minify: true });
      return { contents: code, loader: "text" };
    }),
};

await build({
  entryPoints: ["src/stepper.ts", "src/lens.ts", "src/notes.ts"],
  outdir: target,
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  minify: true,
  lineLimit: 240, // so that a change is a few lines of a file that is kept
  plugins: [styles],
  legalComments: "none",
  banner: { js: `// Built from widgets/src by widgets/build.mjs; sources ${hash.digest("hex")}` },
});

// what stands beside the code as data
const tables = await build({ entryPoints: ["src/all_tables.ts"], bundle: true, format: "esm", charset: "utf8", write: false });
const { TABLES } = await import(`data:text/javascript;base64,${Buffer.from(tables.outputFiles[0].contents).toString("base64")}`);
writeFileSync(`${target}/tables.json`, `${JSON.stringify(TABLES, null, 1)}\n`);
