import type { ElementKind } from '../../geometry/elements/ElementType.ts';
import { hasSameCorners } from '../../geometry/elements/collapsedHex.ts';
import { elementTypes, tetrahedraOf, type Elements } from '../../geometry/elements/elementTypes.ts';

/** Elements whose volume is kept, by their `cells`; of a shell triangles, whose area is. */
export interface RingElements {
  readonly elementKind: ElementKind | 'triangle';
  readonly elements: Uint32Array;
  readonly restPositions: Float64Array;
}

/**
 * Which vertices lie in each other's one-rings. A one-ring has a quarter of the volume of every tetrahedron at its vertex (Irving
 * 2007, 4.3), or a third of the area of every triangle: the rings share out the body. What is said of cells holds for either. Entry e of row i stands for the pair of vertex i and vertex `columns[e]`,
 * rowStart[i] <= e < rowStart[i + 1], columns ascending; the pattern is symmetric.
 */
export interface OneRings {
  readonly vertexCount: number;
  /** 4 for tetrahedra, 3 for triangles. */
  readonly cornerCount: number;
  /** The corners of each cell (`ElementType.cells`). */
  readonly cells: Uint32Array;
  readonly rowStart: Uint32Array;
  readonly columns: Uint32Array;
  /** `cornerCount` squared per cell: entry of the pair of corners (i, k) at `cornerCount` i + k. */
  readonly cellEntries: Uint32Array;
}

/** The one-rings of a mesh. Vertices of no element have empty ones. */
export function oneRings({ elementKind, elements, restPositions }: RingElements): OneRings {
  const vertexCount = restPositions.length / 3;
  const cornerCount = elementKind === 'triangle' ? 3 : 4;
  const cells =
    elementKind === 'triangle' ? elements : solidCells({ type: elementTypes[elementKind], vertices: elements });
  const { rowStart, columns } = sharedCells(vertexCount, cells, cornerCount);
  const cellEntries = new Uint32Array(cornerCount * cells.length);
  for (let corner = 0; corner < cells.length; corner++) {
    const cell = corner - (corner % cornerCount);
    for (let k = 0; k < cornerCount; k++) {
      cellEntries[cornerCount * corner + k] = find(rowStart, columns, cells[corner], cells[cell + k]);
    }
  }
  return { vertexCount, cornerCount, cells, rowStart, columns, cellEntries };
}

/** The tetrahedra of the elements, without those that are flat since two of their corners are one vertex. */
function solidCells(elements: Elements): Uint32Array {
  const cells = tetrahedraOf(elements);
  return cells.filter((_, corner) => !hasSameCorners(cells, corner - (corner % 4), 4));
}

/** Rows of the vertices that share a cell with each vertex, itself included. */
function sharedCells(
  vertexCount: number,
  cells: Uint32Array,
  cornerCount: number,
): { rowStart: Uint32Array; columns: Uint32Array } {
  const cellStart = new Uint32Array(vertexCount + 1);
  for (const vertex of cells) cellStart[vertex + 1]++;
  for (let v = 0; v < vertexCount; v++) cellStart[v + 1] += cellStart[v];
  const filled = cellStart.slice();
  const cellsOf = new Uint32Array(cells.length);
  cells.forEach((vertex, corner) => (cellsOf[filled[vertex]++] = Math.floor(corner / cornerCount)));
  const rowStart = new Uint32Array(vertexCount + 1);
  const lastSeen = new Int32Array(vertexCount).fill(-1);
  const all: number[] = [];
  for (let v = 0; v < vertexCount; v++) {
    const row: number[] = [];
    for (let c = cellStart[v]; c < cellStart[v + 1]; c++) {
      const first = cornerCount * cellsOf[c];
      for (let corner = first; corner < first + cornerCount; corner++) {
        const other = cells[corner];
        if (lastSeen[other] === v) continue;
        lastSeen[other] = v;
        row.push(other);
      }
    }
    row.sort((a, b) => a - b);
    for (const other of row) all.push(other);
    rowStart[v + 1] = all.length;
  }
  return { rowStart, columns: Uint32Array.from(all) };
}

function find(rowStart: Uint32Array, columns: Uint32Array, row: number, column: number): number {
  let low = rowStart[row];
  let high = rowStart[row + 1] - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (columns[middle] < column) low = middle + 1;
    else high = middle;
  }
  return low;
}
