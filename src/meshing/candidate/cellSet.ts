/**
 * A set of cells of a regular grid with an empty margin. `inside[i + nx*(j + ny*k)]` is 1 for a cell in the set; the outermost
 * layer of cells must stay 0.
 */
export interface CellSet {
  readonly counts: readonly [number, number, number];
  readonly inside: Uint8Array;
}

/**
 * Whether the surface between filled and empty cells is a manifold at a grid vertex, for each pattern of the eight cells around
 * it (bit i + 2j + 4k): the filled cells and the empty cells must each be connected through faces.
 */
const MANIFOLD_PATTERN = Uint8Array.from({ length: 256 }, (_, pattern) =>
  connected(pattern) && connected(~pattern & 255) ? 1 : 0,
);

/** Whether the set bits of a 2x2x2 pattern are connected through shared faces; true for none. */
function connected(pattern: number): boolean {
  if (pattern === 0) return true;
  let reached = pattern & -pattern;
  for (let round = 0; round < 8; round++) {
    const alongX = ((reached & 0x55) << 1) | ((reached & 0xaa) >> 1);
    const alongY = ((reached & 0x33) << 2) | ((reached & 0xcc) >> 2);
    const alongZ = ((reached & 0x0f) << 4) | ((reached & 0xf0) >> 4);
    reached |= (alongX | alongY | alongZ) & pattern;
  }
  return reached === pattern;
}

/** The eight cells around the vertex at the low corner of cell (i, j, k), as a pattern of MANIFOLD_PATTERN. */
export function cellsAroundVertex(set: CellSet, i: number, j: number, k: number): number {
  const [nx, ny] = set.counts;
  let pattern = 0;
  for (let cell = 0; cell < 8; cell++) {
    const at = i - 1 + (cell & 1) + nx * (j - 1 + ((cell >> 1) & 1) + ny * (k - 1 + (cell >> 2)));
    pattern |= set.inside[at] << cell;
  }
  return pattern;
}

/**
 * Adds cells until the boundary of the set is a 2-manifold: at each bad vertex, in grid order, the empty cell with the lowest
 * `cost` (its signed distance: nearest to the inside first). Only adds, so it ends; cells of the margin are never added.
 */
export function fillToManifold(set: CellSet, cost: (cell: number) => number): void {
  const [nx, ny, nz] = set.counts;
  let changed = true;
  while (changed) {
    changed = false;
    for (let k = 1; k < nz; k++) {
      for (let j = 1; j < ny; j++) {
        for (let i = 1; i < nx; i++) {
          while (MANIFOLD_PATTERN[cellsAroundVertex(set, i, j, k)] === 0) {
            if (!addCheapest(set, i, j, k, cost)) break;
            changed = true;
          }
        }
      }
    }
  }
}

function addCheapest(set: CellSet, i: number, j: number, k: number, cost: (cell: number) => number): boolean {
  const [nx, ny, nz] = set.counts;
  let best = -1;
  let bestCost = Infinity;
  for (let cell = 0; cell < 8; cell++) {
    const x = i - 1 + (cell & 1);
    const y = j - 1 + ((cell >> 1) & 1);
    const z = k - 1 + (cell >> 2);
    if (x === 0 || y === 0 || z === 0 || x === nx - 1 || y === ny - 1 || z === nz - 1) continue;
    const at = x + nx * (y + ny * z);
    if (set.inside[at] === 1 || !(cost(at) < bestCost)) continue;
    best = at;
    bestCost = cost(at);
  }
  if (best === -1) return false;
  set.inside[best] = 1;
  return true;
}

/** Empties face-connected pieces with fewer than `least` cells. */
export function removeSmallPieces(set: CellSet, least: number): void {
  const [nx, ny] = set.counts;
  const steps = [1, -1, nx, -nx, nx * ny, -nx * ny];
  const seen = new Uint8Array(set.inside.length);
  const stack: number[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (set.inside[start] === 0 || seen[start] === 1) continue;
    const piece: number[] = [];
    stack.push(start);
    seen[start] = 1;
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      piece.push(cell);
      for (const step of steps) {
        const other = cell + step;
        if (set.inside[other] === 0 || seen[other] === 1) continue;
        seen[other] = 1;
        stack.push(other);
      }
    }
    if (piece.length < least) for (const cell of piece) set.inside[cell] = 0;
  }
}
