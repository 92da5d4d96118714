import type { JobContext } from '../../base/job.ts';
import type { Embedding } from '../../geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import { weldExact } from '../../geometry/welding/weldExact.ts';
import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import { UnionFind } from '../../geometry/UnionFind.ts';
import { CellRegions } from './cellRegions.ts';
import { type CellLattice, findCrossings } from './crossings.ts';

/** A mesh of copies of lattice cells. */
export interface VirtualCells {
  readonly positions: Float64Array;
  readonly cells: Uint32Array;
  /** The lattice cell that each is a copy of. */
  readonly cellOf: Uint32Array;
  /** Number of copies beyond the first of their cells: parts of the material that are separate within one cell. */
  readonly doubled: number;
  /** The copy in which each vertex of the surface is embedded, in order of the vertices. */
  readonly carriers: Uint32Array;
}

/**
 * Makes one copy of a lattice cell for every connected part of the material in it (Molino, Bao & Fedkiw 2004; Teran et al. 2005), glued where the
 * material continues: copies around a lattice vertex share it where both contain the vertex, or where one triangle of the surface crosses
 * both. The union of the cells around a vertex is convex, so the triangle passes from one to the other within it. Every part of the surface
 * has a copy, parts that only come near each other share none, and connected parts stay connected in the mesh.
 */
export function virtualCells(
  lattice: CellLattice,
  query: SurfaceQuery,
  surface: SurfaceMesh,
  weightsAt: (cell: number, point: number) => number,
  job: JobContext,
): VirtualCells {
  const { size, cells } = lattice;
  const crossings = findCrossings(lattice, query.mesh, job);
  const regions = new CellRegions(lattice, query, crossings, job);
  const copyOfRegion = new Map<number, number>();
  const cellOf: number[] = [];
  const copyOf = (cell: number, region: number): number => {
    let copy = copyOfRegion.get(region);
    if (copy === undefined) {
      copy = cellOf.push(cell) - 1;
      copyOfRegion.set(region, copy);
    }
    return copy;
  };
  const copyOfCrossing = new Uint32Array(crossings.triangleOf.length);
  const cornerCopies = new Int32Array(cells.length).fill(-1);
  for (let cell = 0; cell < cells.length / size; cell++) {
    for (let corner = 0; corner < size; corner++) {
      if (lattice.inside[cells[size * cell + corner]] === 0) continue;
      cornerCopies[size * cell + corner] = copyOf(cell, regions.ofCorner(cell, corner));
    }
    for (let crossing = crossings.cellStart[cell]; crossing < crossings.cellStart[cell + 1]; crossing++) {
      copyOfCrossing[crossing] = copyOf(cell, regions.ofCrossing(crossing));
    }
  }
  const glue = new UnionFind(size * cellOf.length);
  glueAtVerticesInside(lattice, cornerCopies, glue);
  for (let triangle = 0; triangle + 1 < crossings.triangleStart.length; triangle++) {
    glueAlongTriangle(lattice, crossings, triangle, copyOfCrossing, glue);
  }
  const kept = joinNearCopies(size, cellOf, glue);
  const mesh = numbered(lattice, kept.cellOf, glue, kept.sources);
  const carriers = findCarriers(surface, query, crossings, copyOfCrossing, weightsAt).map((copy) => kept.copyOf[copy]);
  return { ...mesh, cellOf: kept.cellOf, doubled: kept.doubled, carriers };
}

/** Glues copies at a lattice vertex inside the surface: all copies whose part contains the vertex share it. */
function glueAtVerticesInside(
  { cells, positions, size }: CellLattice,
  cornerCopies: Int32Array,
  glue: UnionFind,
): void {
  const first = new Int32Array(positions.length / 3).fill(-1);
  for (let at = 0; at < cells.length; at++) {
    if (cornerCopies[at] < 0) continue;
    const node = size * cornerCopies[at] + (at % size);
    if (first[cells[at]] < 0) first[cells[at]] = node;
    else glue.join(first[cells[at]], node);
  }
}

interface TriangleLists {
  readonly triangleStart: Uint32Array;
  readonly ofTriangle: Uint32Array;
  readonly cellOf: Uint32Array;
}

/** Glues copies that contain the same triangle at the lattice vertices that their cells share. */
function glueAlongTriangle(
  { cells, size }: CellLattice,
  { triangleStart, ofTriangle, cellOf }: TriangleLists,
  triangle: number,
  copyOfCrossing: Uint32Array,
  glue: UnionFind,
): void {
  if (triangleStart[triangle + 1] - triangleStart[triangle] < 2) return;
  const first = new Map<number, number>();
  for (let at = triangleStart[triangle]; at < triangleStart[triangle + 1]; at++) {
    const crossing = ofTriangle[at];
    for (let corner = 0; corner < size; corner++) {
      const vertex = cells[size * cellOf[crossing] + corner];
      const node = size * copyOfCrossing[crossing] + corner;
      const other = first.get(vertex);
      if (other === undefined) first.set(vertex, node);
      else glue.join(other, node);
    }
  }
}

/** The remaining copies, with the lattice cell and the first copy of each, and the remaining copy of each original one. */
interface KeptCopies {
  readonly cellOf: Uint32Array;
  readonly sources: Uint32Array;
  readonly copyOf: Uint32Array;
  readonly doubled: number;
}

/**
 * Merges copies of a cell that share a vertex: parts that meet around it, as on both sides of a crease, move together anyway. All tests use `glue`
 * as it was before any merge, so that a gap is not closed step by step. Copies of one cell follow each other.
 */
function joinNearCopies(size: 4 | 8, cellOf: readonly number[], glue: UnionFind): KeptCopies {
  const joined = new UnionFind(cellOf.length);
  for (let begin = 0, end = 0; begin < cellOf.length; begin = end) {
    while (end < cellOf.length && cellOf[end] === cellOf[begin]) end++;
    for (let a = begin; a < end; a++) {
      for (let b = a + 1; b < end; b++) {
        for (let k = 0; k < size; k++) if (glue.root(size * a + k) === glue.root(size * b + k)) joined.join(a, b);
      }
    }
  }
  const copyOf = new Uint32Array(cellOf.length);
  const sources: number[] = [];
  let doubled = 0;
  for (let copy = 0; copy < cellOf.length; copy++) {
    const root = joined.root(copy);
    if (root !== copy) {
      copyOf[copy] = copyOf[root];
      for (let k = 0; k < size; k++) glue.join(size * root + k, size * copy + k);
      continue;
    }
    if (sources.length > 0 && cellOf[sources[sources.length - 1]] === cellOf[copy]) doubled++;
    copyOf[copy] = sources.push(copy) - 1;
  }
  return {
    cellOf: Uint32Array.from(sources, (copy) => cellOf[copy]),
    sources: Uint32Array.from(sources),
    copyOf,
    doubled,
  };
}

/** The copies with a vertex for each set of glued corners, numbered by first appearance. */
function numbered({ cells, positions, size }: CellLattice, cellOf: Uint32Array, glue: UnionFind, sources: Uint32Array) {
  const numbers = new Map<number, number>();
  const out = new Uint32Array(size * cellOf.length);
  const places: number[] = [];
  for (let at = 0; at < out.length; at++) {
    const copy = Math.floor(at / size);
    const root = glue.root(size * sources[copy] + (at % size));
    let number = numbers.get(root);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(root, number);
      const vertex = 3 * cells[size * cellOf[copy] + (at % size)];
      places.push(positions[vertex], positions[vertex + 1], positions[vertex + 2]);
    }
    out[at] = number;
  }
  return { positions: Float64Array.from(places), cells: out };
}

/** Returns the copy that contains each vertex together with a triangle at it; of several, that whose cell contains it most deeply. */
function findCarriers(
  surface: SurfaceMesh,
  query: SurfaceQuery,
  crossings: TriangleLists,
  copyOfCrossing: Uint32Array,
  depthIn: (cell: number, point: number) => number,
): Uint32Array {
  const { place, first } = weldExact(surface.positions);
  const { triangles } = query.mesh;
  const triangleAt = new Int32Array(query.mesh.positions.length / 3).fill(-1);
  for (let at = triangles.length - 1; at >= 0; at--) triangleAt[triangles[at]] = Math.floor(at / 3);
  const count = surface.positions.length / 3;
  const carriers = new Uint32Array(count);
  const closest = new Float64Array(4);
  for (let point = 0; point < count; point++) {
    let triangle = triangleAt[first[place[point]]];
    if (triangle < 0) {
      const [x, y, z] = surface.positions.subarray(3 * point, 3 * point + 3);
      triangle = query.closestPoint(x, y, z, closest);
    }
    let deepest = -Infinity;
    for (let at = crossings.triangleStart[triangle]; at < crossings.triangleStart[triangle + 1]; at++) {
      const crossing = crossings.ofTriangle[at];
      const depth = depthIn(crossings.cellOf[crossing], point);
      if (depth <= deepest) continue;
      deepest = depth;
      carriers[point] = copyOfCrossing[crossing];
    }
  }
  return carriers;
}

/** Returns the weights of surface vertices in the copies in which they are embedded, from `write(cell, point, weights, offset)`. */
export function carriedSurface(
  size: 4 | 8,
  { cells, cellOf, carriers }: VirtualCells,
  write: (cell: number, point: number, out: Float64Array, at: number) => void,
): Embedding {
  const vertices = new Uint32Array(size * carriers.length);
  const weights = new Float64Array(size * carriers.length);
  carriers.forEach((copy, point) => {
    vertices.set(cells.subarray(size * copy, size * copy + size), size * point);
    write(cellOf[copy], point, weights, size * point);
  });
  return { size, vertices, weights };
}
