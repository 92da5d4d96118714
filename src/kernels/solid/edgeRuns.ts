import type { BlockPattern } from './blockPattern.ts';

/** Edges among which those with equally many elements are put together: their vectors must stay in the cache. */
const WINDOW = 64;

type Edges = Pick<BlockPattern, 'edgeStart' | 'edgeBlocks' | 'edgeCorners'>;

/**
 * The edges of a pattern in another order: within each window of `WINDOW` by how many elements meet on them, rising in one window and falling in the next. Loops over their elements then end after as many rounds as before, which
 * processors foresee.
 */
export function edgeRuns({ edgeStart, edgeBlocks, edgeCorners }: Edges): Edges {
  const edgeCount = edgeStart.length - 1;
  const elementCount = (edge: number) => edgeStart[edge + 1] - edgeStart[edge];
  const edges = Uint32Array.from({ length: edgeCount }, (_, edge) => edge);
  for (let first = 0, sign = 1; first < edgeCount; first += WINDOW, sign = -sign) {
    edges.subarray(first, first + WINDOW).sort((a, b) => sign * (elementCount(a) - elementCount(b)) || a - b);
  }
  const sorted = {
    edgeStart: new Uint32Array(edgeStart.length),
    edgeBlocks: new Uint32Array(edgeBlocks.length),
    edgeCorners: new Uint32Array(edgeCorners.length),
  };
  for (let place = 0, at = 0; place < edgeCount; place++) {
    const edge = edges[place];
    sorted.edgeBlocks.set(edgeBlocks.subarray(2 * edge, 2 * edge + 2), 2 * place);
    sorted.edgeCorners.set(edgeCorners.subarray(2 * edgeStart[edge], 2 * edgeStart[edge + 1]), 2 * at);
    at += elementCount(edge);
    sorted.edgeStart[place + 1] = at;
  }
  return sorted;
}
