/** Convert a program to a notebook that shows its run in the stepper. */

const LAST_EXECUTE = /^(\w+)\.execute\([^\n]*\)\s*$/m;

/** Create a notebook. `first` is the code of an initial cell, if one is needed. */
export function createNotebook(program: string, title: string, first = ""): string {
  const cells: [string, string][] = [["markdown", `# ${title}\n\nFrom flinksim's playground. \`pip install 'flinksim[notebook]'\`, then run the cells.`]];
  if (first) cells.push(["code", first]);
  const execute = [...program.matchAll(new RegExp(LAST_EXECUTE, "gm"))].at(-1);
  if (execute) {
    const [line, env] = execute;
    const before = program.slice(0, execute.index).trimEnd();
    const after = program.slice(execute.index! + line.length).trim();
    cells.push(["code", before]);
    cells.push(["code", `import flinksim as fs\n\nsim = fs.simulate(${env})\nsim.run()\nsim.show()`]);
    if (after) cells.push(["code", after]);
  } else cells.push(["code", program]);
  return JSON.stringify({
    cells: cells.map(([kind, text], number) => ({
      cell_type: kind, id: `cell-${number}`, metadata: {}, source: text.split(/(?<=\n)/),
      ...(kind === "code" ? { execution_count: null, outputs: [] } : {}),
    })),
    metadata: { kernelspec: { display_name: "Python 3", language: "python", name: "python3" }, language_info: { name: "python" } },
    nbformat: 4,
    nbformat_minor: 5,
  }, null, 1);
}
