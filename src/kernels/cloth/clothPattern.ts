/** Vertices that share an element, ascending. */
export interface Neighbours {
  readonly start: Uint32Array;
  readonly vertices: Uint32Array;
}

/** Element lists with the number of vertices of each element. */
export type Stencils = readonly { readonly size: number; readonly vertices: Uint32Array }[];

export function findNeighbours(vertexCount: number, stencils: Stencils): Neighbours {
  const pairs = stencils.reduce((sum, { size, vertices }) => sum + (size - 1) * vertices.length, 0);
  const next = new Uint32Array(vertexCount + 1);
  forEachPair(stencils, (a) => next[a + 1]++);
  for (let v = 0; v < vertexCount; v++) next[v + 1] += next[v];
  const first = next.slice();
  const all = new Uint32Array(pairs);
  forEachPair(stencils, (a, b) => (all[next[a]++] = b));
  const start = new Uint32Array(vertexCount + 1);
  let count = 0;
  for (let v = 0; v < vertexCount; v++) {
    const row = all.subarray(first[v], first[v + 1]).sort();
    for (let k = 0; k < row.length; k++) if (k === 0 || row[k] !== row[k - 1]) all[count++] = row[k];
    start[v + 1] = count;
  }
  return { start, vertices: all.slice(0, count) };
}

function forEachPair(stencils: Stencils, visit: (a: number, b: number) => void): void {
  for (const { size, vertices } of stencils) {
    for (let first = 0; first < vertices.length; first += size) {
      for (let a = first; a < first + size; a++) {
        for (let b = first; b < first + size; b++) if (vertices[a] !== vertices[b]) visit(vertices[a], vertices[b]);
      }
    }
  }
}

/** Rows of the matrix: groups that no element connects, then separators, which no element connects either. */
export interface RowOrder {
  /** Vertex of each row. */
  readonly vertices: Uint32Array;
  readonly groupCount: number;
  /** First row of each group, of the separator after each group but the last, and the end. */
  readonly segmentStart: Uint32Array;
}

/** Smallest number of vertices per group, and largest number of groups. */
const GROUP_SIZE = 1024;
const MOST_GROUPS = 4;
/** Smallest number of levels of a group: two keep its separators apart. */
const GROUP_LEVELS = 2;

/**
 * Orders the vertices by breadth-first traversals from one end of each part of the mesh (Cuthill and McKee 1969), which keeps neighbours near each
 * other for any input order. Vertices at one distance form a level; elements connect a level only to the next. Some levels
 * become separators, so that the rest falls into groups of about the same size.
 */
export function orderRows(neighbours: Neighbours): RowOrder {
  const { vertices, levelStart } = walkAll(neighbours);
  const count = vertices.length;
  const levels = levelStart.length - 1;
  const wanted = Math.max(1, Math.min(MOST_GROUPS, Math.floor(count / GROUP_SIZE)));
  const separators: number[] = [];
  for (let level = GROUP_LEVELS; level < levels - GROUP_LEVELS; level++) {
    const middle = (levelStart[level] + levelStart[level + 1]) / 2;
    const apart = separators.length === 0 || level - separators[separators.length - 1] > GROUP_LEVELS;
    if (apart && middle * wanted >= count * (separators.length + 1)) separators.push(level);
    if (separators.length === wanted - 1) break;
  }
  const groups: Uint32Array[] = [];
  const between: Uint32Array[] = [];
  let begin = 0;
  for (const level of separators) {
    groups.push(vertices.subarray(begin, levelStart[level]));
    between.push(vertices.subarray(levelStart[level], levelStart[level + 1]));
    begin = levelStart[level + 1];
  }
  groups.push(vertices.subarray(begin));
  const ordered = new Uint32Array(count);
  const segmentStart = new Uint32Array(groups.length + between.length + 1);
  [...groups, ...between].forEach((segment, index) => {
    ordered.set(segment, segmentStart[index]);
    segmentStart[index + 1] = segmentStart[index] + segment.length;
  });
  return { vertices: ordered, groupCount: groups.length, segmentStart };
}

/** Returns all vertices, nearest first from one end of each part, and the begin of each level. */
function walkAll(neighbours: Neighbours): { readonly vertices: Uint32Array; readonly levelStart: number[] } {
  const count = neighbours.start.length - 1;
  const vertices = new Uint32Array(count);
  const seen = new Uint8Array(count);
  const levelStart: number[] = [];
  let filled = 0;
  for (let v = 0; v < count; v++) {
    if (seen[v] !== 0) continue;
    const end = walk(neighbours, v, seen, vertices, filled, []);
    const last = vertices[end - 1];
    for (let k = filled; k < end; k++) seen[vertices[k]] = 0;
    filled = walk(neighbours, last, seen, vertices, filled, levelStart);
  }
  return { vertices, levelStart: [...levelStart, count] };
}

/** Writes all vertices reachable from `from`, nearest first, into `out` from `at` on; returns the end. */
function walk(
  { start, vertices }: Neighbours,
  from: number,
  seen: Uint8Array,
  out: Uint32Array,
  at: number,
  levelStart: number[],
): number {
  let end = at;
  out[end++] = from;
  seen[from] = 1;
  for (let k = at, level = at; k < end; k++) {
    if (k === level) {
      levelStart.push(k);
      level = end;
    }
    for (let n = start[out[k]]; n < start[out[k] + 1]; n++) {
      const vertex = vertices[n];
      if (seen[vertex] !== 0) continue;
      seen[vertex] = 1;
      out[end++] = vertex;
    }
  }
  return end;
}

/** Positions of the blocks of a cloth's matrix, by rows; see `clothFields.ts`. */
export interface ClothPattern {
  readonly rowStart: Uint32Array;
  readonly columns: Uint32Array;
  readonly neighbourStart: Uint32Array;
  readonly neighbourRows: Uint32Array;
  /** Twice the block, plus 1 where it is transposed. */
  readonly neighbourSources: Uint32Array;
}

/** Returns the pattern of rows in this order; `rowOf`: row of each vertex. */
export function clothPattern(neighbours: Neighbours, vertices: Uint32Array, rowOf: Uint32Array): ClothPattern {
  const count = vertices.length;
  const total = neighbours.vertices.length;
  const rowStart = new Uint32Array(count + 1);
  const columns = new Uint32Array(total / 2);
  const neighbourStart = new Uint32Array(count + 1);
  const neighbourRows = new Uint32Array(total);
  const neighbourSources = new Uint32Array(total);
  // First block right of the diagonal of each row; rows ascend, so the lower blocks of a column are met in order.
  const next = new Uint32Array(count);
  let blocks = 0;
  for (let row = 0; row < count; row++) {
    const first = neighbours.start[vertices[row]];
    const size = neighbours.start[vertices[row] + 1] - first;
    const begin = neighbourStart[row];
    for (let k = 0; k < size; k++) neighbourRows[begin + k] = rowOf[neighbours.vertices[first + k]];
    neighbourRows.subarray(begin, begin + size).sort();
    neighbourStart[row + 1] = begin + size;
    next[row] = begin;
    for (; next[row] < begin + size && neighbourRows[next[row]] < row; next[row]++) {
      const column = neighbourRows[next[row]];
      neighbourSources[next[row]] = 2 * blocks;
      neighbourSources[next[column]++] = 2 * blocks + 1;
      columns[blocks++] = column;
    }
    rowStart[row + 1] = blocks;
  }
  return { rowStart, columns, neighbourStart, neighbourRows, neighbourSources };
}
