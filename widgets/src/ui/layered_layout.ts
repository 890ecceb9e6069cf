/**
 * A layered picture of a graph: columns from the sources on, few crossings, straight long edges.
 *
 * Longest paths give the columns; an edge that skips columns gets a bend in each of them, so that it
 * goes between the blocks and not across them. Orders come from barycentres, places from the means of
 * neighbours under the constraint of the order. Everything is deterministic.
 */

export interface Block {
  id: string;
  width: number;
  height: number;
  /** Where it would like to be from the top; blocks of a column begin in this order. */
  hint?: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Placed {
  /** The top left corner of every block. */
  at: Map<string, Point>;
  column: Map<string, number>;
  columns: { x: number; width: number }[];
  /** For every link, the points that it goes level through, from its source on. */
  bends: Point[][];
  width: number;
  height: number;
}

export interface Spacing {
  row: number;
  /** The room between two columns, beside that for labels. */
  column: number;
  /** How wide the label in the middle of each link is. */
  labels?: readonly number[];
}

interface Cell {
  block: Block | null;
  column: number;
  height: number;
  order: number;
  /** The middle. */
  y: number;
  before: Cell[];
  behind: Cell[];
}

const SWEEPS = 12;
const BEND_HEIGHT = 14;

export function layered(
  blocks: readonly Block[],
  links: readonly (readonly [string, string])[],
  spacing: Spacing,
): Placed {
  const column = columnsOf(blocks, links);
  const count = Math.max(0, ...column.values()) + 1;
  const cells = new Map<string, Cell>();
  const columns: Cell[][] = Array.from({ length: count }, () => []);
  const add = (block: Block | null, at: number, height: number): Cell => {
    const cell = { block, column: at, height, order: 0, y: 0, before: [], behind: [] };
    columns[at]!.push(cell);
    return cell;
  };
  for (const block of blocks) cells.set(block.id, add(block, column.get(block.id)!, block.height));
  const bent = links.map(([from, to]) => {
    const way: Cell[] = [];
    let last = cells.get(from)!;
    const target = cells.get(to)!;
    for (let at = last.column + 1; at < target.column; at++) {
      const bend = add(null, at, BEND_HEIGHT);
      join(last, bend);
      way.push(bend);
      last = bend;
    }
    if (last.column < target.column) join(last, target);
    return way;
  });
  order(columns);
  place(columns, spacing.row);
  return result(blocks, cells, column, columns, bent, gapsOf(links, column, count, spacing));
}

function join(from: Cell, to: Cell): void {
  from.behind.push(to);
  to.before.push(from);
}

/**
 * One behind the furthest input; what has no input stands right before its nearest output. A link
 * that leads back (there is none in Flink) counts for nothing.
 */
function columnsOf(
  blocks: readonly Block[],
  links: readonly (readonly [string, string])[],
): Map<string, number> {
  const behind = new Map<string, string[]>(blocks.map(({ id }) => [id, []]));
  const open = new Map<string, number>(blocks.map(({ id }) => [id, 0]));
  for (const [from, to] of links) {
    behind.get(from)!.push(to);
    open.set(to, open.get(to)! + 1);
  }
  const column = new Map<string, number>(blocks.map(({ id }) => [id, 0]));
  const ready = blocks.filter(({ id }) => open.get(id) === 0).map(({ id }) => id);
  for (let next = 0; next < ready.length; next++) {
    const id = ready[next]!;
    for (const to of behind.get(id)!) {
      column.set(to, Math.max(column.get(to)!, column.get(id)! + 1));
      open.set(to, open.get(to)! - 1);
      if (open.get(to) === 0) ready.push(to);
    }
  }
  const led = new Set(links.map(([, to]) => to));
  for (const { id } of blocks) {
    const nearest = Math.min(...behind.get(id)!.map((to) => column.get(to)!));
    if (!led.has(id) && Number.isFinite(nearest)) column.set(id, Math.max(0, nearest - 1));
  }
  return column;
}

// --- the order within columns ----------------------------------------------------------------------

function order(columns: Cell[][]): void {
  const first = columns.flat();
  for (const cells of columns) {
    // A bend begins beside what it comes from.
    const wish = (cell: Cell): number => cell.block?.hint ?? (cell.before[0] ? wish(cell.before[0]) : 0);
    const wishes = new Map(cells.map((cell) => [cell, wish(cell)]));
    cells.sort((a, b) => wishes.get(a)! - wishes.get(b)!);
  }
  number(columns);
  let best = first.map((cell) => cell.order);
  let fewest = crossings(columns);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const down = sweep % 2 === 0;
    for (const cells of down ? columns : [...columns].reverse()) {
      const wishes = new Map(
        cells.map((cell) => {
          const near = down ? cell.before : cell.behind;
          const sum = near.reduce((total, one) => total + one.order, 0);
          return [cell, near.length > 0 ? sum / near.length : cell.order];
        }),
      );
      cells.sort((a, b) => wishes.get(a)! - wishes.get(b)! || a.order - b.order);
      cells.forEach((cell, place) => (cell.order = place));
    }
    const now = crossings(columns);
    if (now < fewest) [fewest, best] = [now, first.map((cell) => cell.order)];
  }
  first.forEach((cell, place) => (cell.order = best[place]!));
  for (const cells of columns) cells.sort((a, b) => a.order - b.order);
}

function number(columns: Cell[][]): void {
  for (const cells of columns) cells.forEach((cell, place) => (cell.order = place));
}

function crossings(columns: Cell[][]): number {
  let count = 0;
  for (const cells of columns) {
    const seen: number[] = [];
    for (const cell of cells) {
      for (const to of [...cell.behind].sort((a, b) => a.order - b.order)) {
        let place = seen.length;
        while (place > 0 && seen[place - 1]! > to.order) place--;
        count += seen.length - place;
        seen.splice(place, 0, to.order);
      }
    }
  }
  return count;
}

// --- places ----------------------------------------------------------------------------------------

function place(columns: Cell[][], gap: number): void {
  for (const cells of columns) {
    const height = cells.reduce((sum, cell) => sum + cell.height + gap, -gap);
    let y = -height / 2;
    for (const cell of cells) {
      cell.y = y + cell.height / 2;
      y += cell.height + gap;
    }
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const cells of sweep % 2 === 0 ? columns : [...columns].reverse()) {
      settle(cells, gap, (cell) => (sweep % 2 === 0 ? cell.before : cell.behind));
    }
  }
  for (const cells of columns) settle(cells, gap, (cell) => [...cell.before, ...cell.behind]);
}

/** Moves the cells of a column as near to the means of their neighbours as their order allows. */
function settle(cells: Cell[], gap: number, near: (cell: Cell) => Cell[]): void {
  interface Group { sum: number; weight: number; first: number }
  const groups: Group[] = [];
  const shift: number[] = [];
  let below = 0;
  cells.forEach((cell, place) => {
    if (place > 0) below += (cells[place - 1]!.height + cell.height) / 2 + gap;
    shift.push(below);
    const others = near(cell);
    const wish = others.length > 0 ? others.reduce((s, { y }) => s + y, 0) / others.length : cell.y;
    const weight = cell.block === null ? 4 : others.length > 0 ? 1 : 0.05;
    groups.push({ sum: (wish - below) * weight, weight, first: place });
    while (groups.length > 1) {
      const last = groups[groups.length - 1]!;
      const previous = groups[groups.length - 2]!;
      if (previous.sum / previous.weight <= last.sum / last.weight) break;
      previous.sum += last.sum;
      previous.weight += last.weight;
      groups.pop();
    }
  });
  groups.forEach((group, number) => {
    const end = groups[number + 1]?.first ?? cells.length;
    for (let at = group.first; at < end; at++) cells[at]!.y = group.sum / group.weight + shift[at]!;
  });
}

/** The room behind each column: a label stands in the gap in the middle of its link. */
function gapsOf(
  links: readonly (readonly [string, string])[],
  column: Map<string, number>,
  count: number,
  { column: least, labels = [] }: Spacing,
): number[] {
  const widest = new Array<number>(count).fill(0);
  links.forEach(([from, to], number) => {
    const gap = Math.floor((column.get(from)! + column.get(to)! - 1) / 2);
    if (gap >= 0) widest[gap] = Math.max(widest[gap]!, labels[number] ?? 0);
  });
  return widest.map((width) => least + width);
}

function result(
  blocks: readonly Block[],
  cells: Map<string, Cell>,
  column: Map<string, number>,
  columns: Cell[][],
  bent: Cell[][],
  gaps: number[],
): Placed {
  const all = columns.flat();
  const top = all.reduce((least, { y, height }) => Math.min(least, y - height / 2), Infinity);
  const bottom = all.reduce((most, { y, height }) => Math.max(most, y + height / 2), -Infinity);
  const places: { x: number; width: number }[] = [];
  let x = 0;
  columns.forEach((inside, number) => {
    const width = Math.max(0, ...inside.map(({ block }) => block?.width ?? 0));
    places.push({ x, width });
    x += width + (number + 1 < columns.length ? gaps[number]! : 0);
  });
  const at = new Map(
    blocks.map(({ id, width, height }) => {
      const cell = cells.get(id)!;
      const room = places[cell.column]!;
      return [id, { x: room.x + (room.width - width) / 2, y: cell.y - height / 2 - top }];
    }),
  );
  const bends = bent.map((way) =>
    way.flatMap((cell) => {
      const room = places[cell.column]!;
      return [
        { x: room.x, y: cell.y - top },
        { x: room.x + room.width, y: cell.y - top },
      ];
    }),
  );
  return { at, column, columns: places, bends, width: x, height: Math.max(0, bottom - top) };
}
