import type { FactorStructure } from '../kernels/cholesky/CholeskyKernel.ts';

/** Block structure of a Cholesky factor, with columns grouped where they have the same rows below the diagonal triangle. */
export type Supernodes = FactorStructure;

/** A column is added to the preceding group where that adds at most this fraction of zero blocks. */
const LOOSE = 0.15;

/**
 * Symbolic Cholesky factorisation of a symmetric pattern: the elimination tree (Liu 1990) of the given order, the order permuted to a
 * postorder of the tree (with the same fill), the rows of every column, and the groups of columns.
 */
export function findSupernodes(
  rowStart: ArrayLike<number>,
  columns: ArrayLike<number>,
  fillReducing: Uint32Array,
): Supernodes {
  const first = placesOf(fillReducing);
  const parents = eliminationTree(rowStart, columns, fillReducing, first);
  const order = postorder(parents).map((column) => fillReducing[column]);
  const place = placesOf(order);
  const structures = columnRows(rowStart, columns, order, place);
  return { order, place, ...group(structures) };
}

function placesOf(order: Uint32Array): Uint32Array {
  const place = new Uint32Array(order.length);
  order.forEach((vertex, at) => {
    place[vertex] = at;
  });
  return place;
}

/** Returns the parent of each column, or the number of columns for roots (Liu 1990, with path compression). */
function eliminationTree(
  rowStart: ArrayLike<number>,
  columns: ArrayLike<number>,
  order: Uint32Array,
  place: Uint32Array,
): Uint32Array {
  const count = order.length;
  const parents = new Uint32Array(count).fill(count);
  const ancestors = new Uint32Array(count).fill(count);
  for (let i = 0; i < count; i++) {
    const vertex = order[i];
    for (let k = rowStart[vertex]; k < rowStart[vertex + 1]; k++) {
      let j = place[columns[k]];
      while (j < i) {
        const above = ancestors[j];
        ancestors[j] = i;
        if (above === count) parents[j] = i;
        j = above;
      }
    }
  }
  return parents;
}

/** Returns the columns in postorder: descendants before ancestors, and subtrees contiguous. */
function postorder(parents: Uint32Array): Uint32Array {
  const count = parents.length;
  const child = new Int32Array(count + 1).fill(-1);
  const sibling = new Int32Array(count).fill(-1);
  for (let j = count - 1; j >= 0; j--) {
    sibling[j] = child[parents[j]];
    child[parents[j]] = j;
  }
  const order = new Uint32Array(count);
  const stack: number[] = [];
  let done = 0;
  for (let root = child[count]; root >= 0; root = sibling[root]) {
    stack.push(root);
    while (stack.length > 0) {
      const j = stack[stack.length - 1];
      const next = child[j];
      if (next >= 0) {
        child[j] = sibling[next];
        stack.push(next);
      } else {
        stack.pop();
        order[done++] = j;
      }
    }
  }
  return order;
}

/** Returns the rows below the diagonal of every column of the factor, ascending: those of the matrix and of its children. */
function columnRows(
  rowStart: ArrayLike<number>,
  columns: ArrayLike<number>,
  order: Uint32Array,
  place: Uint32Array,
): Uint32Array[] {
  const count = order.length;
  const structures: Uint32Array[] = [];
  const children: number[][] = Array.from({ length: count }, () => []);
  const seen = new Int32Array(count).fill(-1);
  for (let j = 0; j < count; j++) {
    const rows: number[] = [];
    const add = (i: number) => {
      if (i <= j || seen[i] === j) return;
      seen[i] = j;
      rows.push(i);
    };
    for (let k = rowStart[order[j]]; k < rowStart[order[j] + 1]; k++) add(place[columns[k]]);
    for (const child of children[j]) structures[child].forEach(add);
    const sorted = Uint32Array.from(rows).sort();
    if (sorted.length > 0) children[sorted[0]].push(j);
    structures.push(sorted);
  }
  return structures;
}

/** Groups each column with the preceding one where that is its child and has few rows fewer. */
function group(structures: readonly Uint32Array[]): Pick<Supernodes, 'begins' | 'owner' | 'rowStart' | 'rows'> {
  const count = structures.length;
  const begins: number[] = [];
  const owner = new Uint32Array(count);
  /** Zero blocks in the present group. */
  let zeros = 0;
  for (let j = 0; j < count; j++) {
    const isChild = j > 0 && structures[j - 1].length > 0 && structures[j - 1][0] === j;
    const begin = begins[begins.length - 1];
    const width = j - begin;
    const added = isChild ? width * (structures[j].length + 1 - structures[j - 1].length) : 0;
    const blocks = ((width + 1) * (width + 2)) / 2 + (width + 1) * structures[j].length;
    if (isChild && zeros + added <= LOOSE * blocks) zeros += added;
    else {
      begins.push(j);
      zeros = 0;
    }
    owner[j] = begins.length - 1;
  }
  begins.push(count);
  const rowStart = new Uint32Array(begins.length);
  const rows: number[] = [];
  for (let s = 0; s < begins.length - 1; s++) {
    for (let j = begins[s]; j < begins[s + 1]; j++) rows.push(j);
    for (const row of structures[begins[s + 1] - 1]) rows.push(row);
    rowStart[s + 1] = rows.length;
  }
  return { begins: Uint32Array.from(begins), owner, rowStart, rows: Uint32Array.from(rows) };
}
