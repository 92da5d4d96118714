import { elementsOfVolume, elementTypes } from '../../src/geometry/elements/elementTypes.ts';
import { quadraticVolume } from '../../src/geometry/elements/quadraticVolume.ts';
import { boxSurface } from '../../src/geometry/primitives/surfaces.ts';
import type { ElementKind } from '../../src/geometry/elements/ElementType.ts';

/** Volume meshes for tests, as solids take them. */
export interface TestBody {
  readonly elementKind: ElementKind;
  readonly restPositions: Float64Array;
  readonly elements: Uint32Array;
}

type Point = readonly [number, number, number];

/** Corner i + 2j + 4k of a cell at (i, j, k). */
const CORNERS: readonly Point[] = [0, 1, 2, 3, 4, 5, 6, 7].map((c) => [c & 1, (c >> 1) & 1, c >> 2] as const);
/** Kuhn's six tetrahedra around the diagonal 0-7; face-to-face between equal cells. */
const SIX = [0, 1, 3, 7, 0, 3, 2, 7, 0, 2, 6, 7, 0, 6, 4, 7, 0, 4, 5, 7, 0, 5, 1, 7];
/** Five tetrahedra for cells of even and odd parity, face-to-face between neighbours. */
const FIVE_EVEN = [0, 1, 2, 4, 3, 2, 1, 7, 5, 4, 7, 1, 6, 7, 4, 2, 1, 2, 4, 7];
const FIVE_ODD = [1, 0, 5, 3, 2, 3, 6, 0, 4, 5, 0, 6, 7, 6, 3, 5, 0, 3, 5, 6];

/** A regular tetrahedron of the given edge (m), one face in the plane y = 0 with its centroid at the origin. */
export function regularTet(edge = 1): TestBody {
  const r = edge / Math.sqrt(3);
  const h = edge * Math.sqrt(2 / 3);
  const at = (angle: number) => [r * Math.cos(angle), 0, r * Math.sin(angle)];
  const turn = (2 * Math.PI) / 3;
  return {
    elementKind: 'tet',
    restPositions: Float64Array.from([...at(0), ...at(-turn), ...at(turn), 0, h, 0]),
    elements: orient(Float64Array.from([...at(0), ...at(-turn), ...at(turn), 0, h, 0]), [0, 1, 2, 3]),
  };
}

/** A box of nx x ny x nz cells with its low corner at the origin; `size` in metres. */
export function boxOfTets(cells: Point, size: Point, perCell: 5 | 6 = 6): TestBody {
  const { positions, cellCorners } = grid(cells, size);
  const elements: number[] = [];
  forEachCell(cells, (i, j, k) => {
    const pattern = perCell === 6 ? SIX : (i + j + k) % 2 === 0 ? FIVE_EVEN : FIVE_ODD;
    const corners = cellCorners(i, j, k);
    for (const corner of pattern) elements.push(corners[corner]);
  });
  return { elementKind: 'tet', restPositions: positions, elements: orient(positions, elements) };
}

/** Returns the number of elements. */
export function elementCount({ elements, elementKind }: Pick<TestBody, 'elements' | 'elementKind'>): number {
  return elements.length / elementTypes[elementKind].size;
}

/** Returns the body of the same tetrahedra with a vertex in the middle of each edge, behind the corners. */
export function quadratic<Body extends TestBody>(body: Body): Body & { readonly elementKind: 'tet10' } {
  const surface = boxSurface([1, 1, 1], [1, 1, 1]);
  const embedding = { size: 4, vertices: new Uint32Array(0), weights: new Float64Array(0) } as const;
  const mesh = { positions: body.restPositions, tets: body.elements };
  const raised = quadraticVolume({ kind: 'tet', mesh, surface, embedding });
  const { vertices: elements } = elementsOfVolume(raised);
  return { ...body, elementKind: 'tet10', restPositions: raised.mesh.positions, elements };
}

/** Returns the same box of hexahedra. */
export function boxOfHexes(cells: Point, size: Point): TestBody {
  const { positions, cellCorners } = grid(cells, size);
  const elements: number[] = [];
  forEachCell(cells, (i, j, k) => elements.push(...cellCorners(i, j, k)));
  return { elementKind: 'hex', restPositions: positions, elements: Uint32Array.from(elements) };
}

/** The faces of a cell at its low and high sides, each around it counter-clockwise from outside. */
const FACES = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
] as const;

/** What the cells of a mixed box are split into; prisms whole columns along z. */
type CellShape = 'hex' | 'prism' | 'pyramid';

/**
 * Returns the same box, three cells long at least, of every shape that is a hexahedron with coincident corners: unless `shapeAt` says otherwise, the
 * second column of cells is split into prisms, the last cell into pyramids around its middle, and the rest are hexahedra. Pyramids at the high x
 * are two tetrahedra each.
 */
export function mixedBox(
  cells: Point,
  size: Point,
  shapeAt: (i: number, j: number, k: number) => CellShape = (i, j, k) =>
    i === 1 && j === 0 ? 'prism' : i === cells[0] - 1 && j === 0 && k === 0 ? 'pyramid' : 'hex',
): TestBody {
  const { positions, cellCorners } = grid(cells, size);
  const all = [...positions];
  const elements: number[] = [];
  forEachCell(cells, (i, j, k) => {
    const c = cellCorners(i, j, k);
    const shape = shapeAt(i, j, k);
    if (shape === 'prism') {
      for (const [a, b, d] of [
        [0, 1, 3],
        [0, 3, 2],
      ]) {
        elements.push(c[a], c[b], c[d], c[d], c[a + 4], c[b + 4], c[d + 4], c[d + 4]);
      }
    } else if (shape === 'pyramid') {
      const middle = all.length / 3;
      for (let axis = 0; axis < 3; axis++) all.push((positions[3 * c[0] + axis] + positions[3 * c[7] + axis]) / 2);
      FACES.forEach(([p, q, r, s], face) => {
        // Seen from the middle the base turns the other way.
        if (face !== 1 || i < cells[0] - 1) elements.push(c[p], c[s], c[q], c[r], middle, middle, middle, middle);
        else {
          for (const [u, v, w] of [
            [p, r, q],
            [p, s, r],
          ]) {
            elements.push(c[u], c[v], c[w], c[w], middle, middle, middle, middle);
          }
        }
      });
    } else elements.push(...c);
  });
  return { elementKind: 'hex', restPositions: Float64Array.from(all), elements: Uint32Array.from(elements) };
}

/** The cells of a cubic grid of spacing `cell` (m) whose centres lie in a torus about the y axis, six tetrahedra each. */
export function torusOfTets(majorRadius: number, minorRadius: number, cell: number): TestBody {
  const half = Math.ceil((majorRadius + minorRadius) / cell);
  const high = Math.ceil(minorRadius / cell);
  const cells: Point[] = [];
  for (let k = -half; k < half; k++) {
    for (let j = -high; j < high; j++) {
      for (let i = -half; i < half; i++) {
        const ring = Math.hypot((i + 0.5) * cell, (k + 0.5) * cell) - majorRadius;
        if (Math.hypot(ring, (j + 0.5) * cell) <= minorRadius) cells.push([i, j, k]);
      }
    }
  }
  return cellsOfTets(cells, cell);
}

/** Cells of a cubic grid of spacing `cell` (m), by their low corners in cells: six tetrahedra each. */
export function cellsOfTets(cells: readonly Point[], cell: number): TestBody {
  const vertexOf = new Map<string, number>();
  const positions: number[] = [];
  const elements: number[] = [];
  const vertex = (i: number, j: number, k: number) => {
    const key = `${i},${j},${k}`;
    const known = vertexOf.get(key);
    if (known !== undefined) return known;
    vertexOf.set(key, positions.length / 3);
    positions.push(i * cell, j * cell, k * cell);
    return positions.length / 3 - 1;
  };
  for (const [i, j, k] of cells) {
    const corners = CORNERS.map(([a, b, c]) => vertex(i + a, j + b, k + c));
    for (const corner of SIX) elements.push(corners[corner]);
  }
  const restPositions = Float64Array.from(positions);
  return { elementKind: 'tet', restPositions, elements: orient(restPositions, elements) };
}

/** Rotates (row-major 3x3) and moves the rest positions. */
export function placed(body: TestBody, rotation: readonly number[], translation: Point): TestBody {
  const restPositions = new Float64Array(body.restPositions.length);
  for (let v = 0; v < restPositions.length; v += 3) {
    for (let i = 0; i < 3; i++) {
      restPositions[v + i] = translation[i];
      for (let j = 0; j < 3; j++) restPositions[v + i] += rotation[3 * i + j] * body.restPositions[v + j];
    }
  }
  return { ...body, restPositions };
}

/** Rotation about the z axis by an angle (rad), row-major. */
export function aboutZ(angle: number): number[] {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [c, -s, 0, s, c, 0, 0, 0, 1];
}

function grid(cells: Point, size: Point) {
  const [nx, ny, nz] = cells;
  const positions = new Float64Array(3 * (nx + 1) * (ny + 1) * (nz + 1));
  const index = (i: number, j: number, k: number) => i + (nx + 1) * (j + (ny + 1) * k);
  for (let k = 0; k <= nz; k++) {
    for (let j = 0; j <= ny; j++) {
      for (let i = 0; i <= nx; i++) {
        positions.set([(i * size[0]) / nx, (j * size[1]) / ny, (k * size[2]) / nz], 3 * index(i, j, k));
      }
    }
  }
  const cellCorners = (i: number, j: number, k: number) => CORNERS.map(([a, b, c]) => index(i + a, j + b, k + c));
  return { positions, cellCorners };
}

function forEachCell([nx, ny, nz]: Point, visit: (i: number, j: number, k: number) => void): void {
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) visit(i, j, k);
    }
  }
}

/** Swaps two vertices of every negatively oriented tetrahedron. */
function orient(positions: Float64Array, tets: readonly number[]): Uint32Array {
  const oriented = Uint32Array.from(tets);
  for (let t = 0; t < oriented.length; t += 4) {
    const e = [1, 2, 3].map((c) =>
      [0, 1, 2].map((axis) => positions[3 * oriented[t + c] + axis] - positions[3 * oriented[t] + axis]),
    );
    const [a, b, c] = e;
    const volume =
      (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] + (a[0] * b[1] - a[1] * b[0]) * c[2];
    if (volume < 0) [oriented[t + 2], oriented[t + 3]] = [oriented[t + 3], oriented[t + 2]];
  }
  return oriented;
}
