/** Convert a program to a notebook that shows its run in the stepper. */

const SQL_START = /^(?:\s|--[^\n]*\n|\/\*[^]*?\*\/)*(?:(?:CREATE|SELECT|INSERT|SET|EXECUTE|EXPLAIN|SHOW|USE|DROP|ALTER|DESCRIBE|VALUES|RESET|BEGIN)\b|WITH\s+\w+\s+AS\s*\()/i;

/** Whether a program is a script of Flink SQL; `playground.py` decides in the same way. */
export const isSqlScript = (program: string): boolean => SQL_START.test(program);

const LAST_EXECUTE = /^(\w+)\.execute\([^\n]*\)\s*$/m;

/** Create a notebook. `first` is the code of an initial cell, if one is needed. */
export function createNotebook(program: string, title: string, first = ""): string {
  const cells: [string, string][] = [["markdown", `# ${title}\n\nFrom flinksim's playground. \`pip install 'flinksim[notebook,sql]'\`, then run the cells.`]];
  if (first) cells.push(["code", first]);
  if (isSqlScript(program)) {
    cells.push(["code", "%load_ext flinksim"], ["code", `%%flinksql\n${program}`], ["code", "sim.run()\nsim.show()"]);
    return formatNotebook(cells);
  }
  const execute = [...program.matchAll(new RegExp(LAST_EXECUTE, "gm"))].at(-1);
  if (execute) {
    const [line, env] = execute;
    const before = program.slice(0, execute.index).trimEnd();
    const after = program.slice(execute.index! + line.length).trim();
    cells.push(["code", before]);
    cells.push(["code", `import flinksim as fs\n\nsim = fs.simulate(${env})\nsim.run()\nsim.show()`]);
    if (after) cells.push(["code", after]);
  } else cells.push(["code", program]);
  return formatNotebook(cells);
}

function formatNotebook(cells: readonly [string, string][]): string {
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
