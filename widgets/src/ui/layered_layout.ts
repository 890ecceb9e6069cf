/**
 * Layered graph layout: columns from the sources on, few crossings, straight long edges.
 *
 * Columns come from longest paths. An edge that skips columns gets a bend in each of them, so that it passes between
 * blocks. The order within columns comes from barycentres, positions from the means of neighbours. Everything is
 * deterministic.
 */

export interface Block {
  id: string;
  width: number;
  height: number;
  /** Preferred position from the top; the blocks of a column start in this order. */
  hint?: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface LayeredLayout {
  /** Top left corner of each block. */
  corners: Map<string, Point>;
  columnOf: Map<string, number>;
  columns: { x: number; width: number }[];
  /** For each link, the points that it passes horizontally, starting at its source. */
  bends: Point[][];
  width: number;
  height: number;
}

export interface Spacing {
  row: number;
  /** Width between two columns, in addition to labels. */
  column: number;
  /** Width of the label in the middle of each link. */
  labels?: readonly number[];
}

interface Cell {
  block: Block | null;
  column: number;
  height: number;
  order: number;
  /** The vertical centre. */
  y: number;
  predecessors: Cell[];
  successors: Cell[];
}

const SWEEPS = 12;
const BEND_HEIGHT = 14;

export function computeLayeredLayout(
  blocks: readonly Block[],
  links: readonly (readonly [string, string])[],
  spacing: Spacing,
): LayeredLayout {
  const column = assignColumns(blocks, links);
  const count = Math.max(0, ...column.values()) + 1;
  const cells = new Map<string, Cell>();
  const columns: Cell[][] = Array.from({ length: count }, () => []);
  const add = (block: Block | null, at: number, height: number): Cell => {
    const cell: Cell = { block, column: at, height, order: 0, y: 0, predecessors: [], successors: [] };
    columns[at]!.push(cell);
    return cell;
  };
  for (const block of blocks) cells.set(block.id, add(block, column.get(block.id)!, block.height));
  const bendsByLink = links.map(([from, to]) => {
    const bendCells: Cell[] = [];
    let last = cells.get(from)!;
    const target = cells.get(to)!;
    for (let at = last.column + 1; at < target.column; at++) {
      const bend = add(null, at, BEND_HEIGHT);
      linkCells(last, bend);
      bendCells.push(bend);
      last = bend;
    }
    if (last.column < target.column) linkCells(last, target);
    return bendCells;
  });
  orderCells(columns);
  placeCells(columns, spacing.row);
  return createResult(blocks, cells, column, columns, bendsByLink, computeGaps(links, column, count, spacing));
}

function linkCells(from: Cell, to: Cell): void {
  from.successors.push(to);
  to.predecessors.push(from);
}

/**
 * Assign columns: one after the furthest input; a block without inputs goes right before its nearest output. Backward
 * links (which Flink does not have) are ignored.
 */
function assignColumns(
  blocks: readonly Block[],
  links: readonly (readonly [string, string])[],
): Map<string, number> {
  const successors = new Map<string, string[]>(blocks.map(({ id }) => [id, []]));
  const openInputs = new Map<string, number>(blocks.map(({ id }) => [id, 0]));
  for (const [from, to] of links) {
    successors.get(from)!.push(to);
    openInputs.set(to, openInputs.get(to)! + 1);
  }
  const column = new Map<string, number>(blocks.map(({ id }) => [id, 0]));
  const ready = blocks.filter(({ id }) => openInputs.get(id) === 0).map(({ id }) => id);
  for (let next = 0; next < ready.length; next++) {
    const id = ready[next]!;
    for (const to of successors.get(id)!) {
      column.set(to, Math.max(column.get(to)!, column.get(id)! + 1));
      openInputs.set(to, openInputs.get(to)! - 1);
      if (openInputs.get(to) === 0) ready.push(to);
    }
  }
  const withInput = new Set(links.map(([, to]) => to));
  for (const { id } of blocks) {
    const nearest = Math.min(...successors.get(id)!.map((to) => column.get(to)!));
    if (!withInput.has(id) && Number.isFinite(nearest)) column.set(id, Math.max(0, nearest - 1));
  }
  return column;
}

// --- the order within columns ----------------------------------------------------------------------

function orderCells(columns: Cell[][]): void {
  const first = columns.flat();
  for (const cells of columns) {
    // a bend starts next to its predecessor
    const getWish = (cell: Cell): number => cell.block?.hint ?? (cell.predecessors[0] ? getWish(cell.predecessors[0]) : 0);
    const wishes = new Map(cells.map((cell) => [cell, getWish(cell)]));
    cells.sort((a, b) => wishes.get(a)! - wishes.get(b)!);
  }
  numberCells(columns);
  let best = first.map((cell) => cell.order);
  let fewest = countCrossings(columns);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const isForward = sweep % 2 === 0;
    for (const cells of isForward ? columns : [...columns].reverse()) {
      const wishes = new Map(
        cells.map((cell) => {
          const neighbours = isForward ? cell.predecessors : cell.successors;
          const sum = neighbours.reduce((total, one) => total + one.order, 0);
          return [cell, neighbours.length > 0 ? sum / neighbours.length : cell.order];
        }),
      );
      cells.sort((a, b) => wishes.get(a)! - wishes.get(b)! || a.order - b.order);
      cells.forEach((cell, place) => (cell.order = place));
    }
    const now = countCrossings(columns);
    if (now < fewest) [fewest, best] = [now, first.map((cell) => cell.order)];
  }
  first.forEach((cell, place) => (cell.order = best[place]!));
  for (const cells of columns) cells.sort((a, b) => a.order - b.order);
}

function numberCells(columns: Cell[][]): void {
  for (const cells of columns) cells.forEach((cell, place) => (cell.order = place));
}

function countCrossings(columns: Cell[][]): number {
  let count = 0;
  for (const cells of columns) {
    const seenOrders: number[] = [];
    for (const cell of cells) {
      for (const to of [...cell.successors].sort((a, b) => a.order - b.order)) {
        let place = seenOrders.length;
        while (place > 0 && seenOrders[place - 1]! > to.order) place--;
        count += seenOrders.length - place;
        seenOrders.splice(place, 0, to.order);
      }
    }
  }
  return count;
}

// --- vertical positions ------------------------------------------------------------------------------

function placeCells(columns: Cell[][], gap: number): void {
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
      alignColumn(cells, gap, (cell) => (sweep % 2 === 0 ? cell.predecessors : cell.successors));
    }
  }
  for (const cells of columns) alignColumn(cells, gap, (cell) => [...cell.predecessors, ...cell.successors]);
}

/** Move the cells of a column as close to the means of their neighbours as their order allows. */
function alignColumn(cells: Cell[], gap: number, neighbours: (cell: Cell) => Cell[]): void {
  interface Group { sum: number; weight: number; first: number }
  const groups: Group[] = [];
  const shift: number[] = [];
  let below = 0;
  cells.forEach((cell, place) => {
    if (place > 0) below += (cells[place - 1]!.height + cell.height) / 2 + gap;
    shift.push(below);
    const others = neighbours(cell);
    const getWish = others.length > 0 ? others.reduce((s, { y }) => s + y, 0) / others.length : cell.y;
    const weight = cell.block === null ? 4 : others.length > 0 ? 1 : 0.05;
    groups.push({ sum: (getWish - below) * weight, weight, first: place });
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

/** Compute the gap after each column. A label goes into the gap in the middle of its link. */
function computeGaps(
  links: readonly (readonly [string, string])[],
  column: Map<string, number>,
  count: number,
  { column: minGap, labels = [] }: Spacing,
): number[] {
  const widest = new Array<number>(count).fill(0);
  links.forEach(([from, to], number) => {
    const gap = Math.floor((column.get(from)! + column.get(to)! - 1) / 2);
    if (gap >= 0) widest[gap] = Math.max(widest[gap]!, labels[number] ?? 0);
  });
  return widest.map((width) => minGap + width);
}

function createResult(
  blocks: readonly Block[],
  cells: Map<string, Cell>,
  column: Map<string, number>,
  columns: Cell[][],
  bendsByLink: Cell[][],
  gaps: number[],
): LayeredLayout {
  const all = columns.flat();
  const top = all.reduce((minGap, { y, height }) => Math.min(minGap, y - height / 2), Infinity);
  const bottom = all.reduce((max, { y, height }) => Math.max(max, y + height / 2), -Infinity);
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
  const bends = bendsByLink.map((bendCells) =>
    bendCells.flatMap((cell) => {
      const room = places[cell.column]!;
      return [
        { x: room.x, y: cell.y - top },
        { x: room.x + room.width, y: cell.y - top },
      ];
    }),
  );
  return { corners: at, columnOf: column, columns: places, bends, width: x, height: Math.max(0, bottom - top) };
}
