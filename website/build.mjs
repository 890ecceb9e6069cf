// Builds the browser side of the site: node build.mjs FOLDER
import { build } from "esbuild";

const folder = process.argv[2];
await build({
  entryPoints: ["src/play.ts", "src/run.ts", "src/course.ts", "src/worker.ts", "src/site.css"],
  outdir: `${folder}/assets`,
  bundle: true,
  splitting: true,
  chunkNames: "part-[hash]",
  format: "esm",
  target: "es2022",
  charset: "utf8",
  minify: true,
  legalComments: "none",
});
