import { CoreError } from '../base/errors.ts';
import { checkCancelled, type JobContext } from '../base/job.ts';
import type { Embedding, HexMesh } from '../geometry/TetMesh.ts';
import type { SurfaceQuery } from '../geometry/surfaceQuery/SurfaceQuery.ts';
import { fillToManifold, removeSmallPieces, type CellSet } from './candidate/cellSet.ts';
import type { Box } from './lattice/baseGrid.ts';

/** Largest number of grid cells, filled or not (10 bytes each). */
const MAX_GRID_CELLS = 32e6;
/** Largest number of hexahedra of a mesh. */
const MAX_HEXES = 2e6;
/** Half the diagonal of a cell over half its side, with a margin for rounding. */
const NEAR = 1.0001 * Math.sqrt(3);
const TOP_BLOCK = 16;
/** Empty cells around the box: room for repairs, and one layer that is never filled. */
const MARGIN = 2;

/** Filled cells of a regular grid: cell (i, j, k) spans `origin + cell * [(i,j,k), (i+1,j+1,k+1)]` metres. */
export interface HexLattice {
  readonly origin: readonly [number, number, number];
  readonly cell: number;
  readonly cells: CellSet;
  /** 1 for cells that the surface may pass through. */
  readonly near: Uint8Array;
}

/**
 * Returns the cells of a regular grid that touch the inside of a surface: those with their centre inside, those that contain the
 * surface point closest to their centre, and those that contain a vertex of the surface. Cells are added until the boundary is a manifold, and small pieces are left out.
 * Throws `limit-exceeded`, or `mesh-failed` when no cell is left.
 */
export function hexLattice(
  query: SurfaceQuery,
  box: Box,
  cell: number,
  minPieceCells: number,
  job: JobContext,
): HexLattice {
  const counts = [0, 1, 2].map((axis) => Math.max(1, Math.ceil((box.max[axis] - box.min[axis]) / cell)) + 2 * MARGIN);
  const [nx, ny, nz] = counts;
  if (!(nx * ny * nz <= MAX_GRID_CELLS)) throw tooMany(nx * ny * nz);
  const centre = (axis: number) => 0.5 * (box.min[axis] + box.max[axis] - counts[axis] * cell);
  const sampler = new CellSampler(query, [centre(0), centre(1), centre(2)], cell, [nx, ny, nz]);
  for (let z = MARGIN; z < nz - MARGIN; z += TOP_BLOCK) {
    checkCancelled(job);
    job.progress('lattice', z / nz);
    for (let y = MARGIN; y < ny - MARGIN; y += TOP_BLOCK) {
      for (let x = MARGIN; x < nx - MARGIN; x += TOP_BLOCK) sampler.sampleBlock(x, y, z, TOP_BLOCK);
    }
  }
  const cells: CellSet = { counts: [nx, ny, nz], inside: sampler.inside };
  sampler.fillCorners();
  checkCancelled(job);
  removeSmallPieces(cells, minPieceCells);
  fillToManifold(cells, (index) => sampler.cost(index));
  checkCancelled(job);
  job.progress('lattice', 1);
  return { origin: sampler.origin, cell, cells, near: sampler.near };
}

function tooMany(estimate: number): CoreError {
  return new CoreError('limit-exceeded', `about ${estimate.toExponential(1)} grid cells would be needed`, {
    remedy: 'Use a longer edge.',
  });
}

class CellSampler {
  readonly origin: readonly [number, number, number];
  readonly inside: Uint8Array;
  readonly near: Uint8Array;
  private readonly query: SurfaceQuery;
  private readonly cell: number;
  private readonly counts: readonly [number, number, number];
  private readonly closest = new Float64Array(4);

  constructor(
    query: SurfaceQuery,
    origin: readonly [number, number, number],
    cell: number,
    counts: readonly [number, number, number],
  ) {
    this.query = query;
    this.origin = origin;
    this.cell = cell;
    this.counts = counts;
    this.inside = new Uint8Array(counts[0] * counts[1] * counts[2]);
    this.near = new Uint8Array(this.inside.length);
  }

  /** Fills the cells of a block; one query decides for a block that is far from the surface. */
  sampleBlock(x: number, y: number, z: number, size: number): void {
    const { origin, cell, counts, closest } = this;
    if (x >= counts[0] - MARGIN || y >= counts[1] - MARGIN || z >= counts[2] - MARGIN) return;
    const cx = origin[0] + (x + 0.5 * size) * cell;
    const cy = origin[1] + (y + 0.5 * size) * cell;
    const cz = origin[2] + (z + 0.5 * size) * cell;
    this.query.closestPoint(cx, cy, cz, closest);
    if (size === 1) {
      const half = 0.5 * cell;
      if (closest[3] <= NEAR * half) this.near[this.index(x, y, z)] = 1;
      const crossed =
        Math.abs(closest[0] - cx) <= half && Math.abs(closest[1] - cy) <= half && Math.abs(closest[2] - cz) <= half;
      if (crossed || this.query.windingNumber(cx, cy, cz) > 0.5) this.inside[this.index(x, y, z)] = 1;
      return;
    }
    const half = size / 2;
    if (closest[3] > half * Math.sqrt(3) * cell) {
      if (this.query.windingNumber(cx, cy, cz) > 0.5) this.fill(x, y, z, size);
      return;
    }
    for (let child = 0; child < 8; child++) {
      this.sampleBlock(x + half * (child & 1), y + half * ((child >> 1) & 1), z + half * (child >> 2), half);
    }
  }

  /** Fills the cells that contain a vertex of the surface's triangles. */
  fillCorners(): void {
    const { positions, triangles } = this.query.mesh;
    const { origin, cell, counts } = this;
    for (const vertex of triangles) {
      const x = Math.floor((positions[3 * vertex] - origin[0]) / cell);
      const y = Math.floor((positions[3 * vertex + 1] - origin[1]) / cell);
      const z = Math.floor((positions[3 * vertex + 2] - origin[2]) / cell);
      if (Math.min(x, y, z) < 1 || x > counts[0] - 2 || y > counts[1] - 2 || z > counts[2] - 2) continue;
      this.inside[this.index(x, y, z)] = 1;
    }
  }

  /** Signed distance at the centre of a cell. */
  cost(index: number): number {
    const [nx, ny] = this.counts;
    const x = index % nx;
    const y = Math.floor(index / nx) % ny;
    const z = Math.floor(index / (nx * ny));
    return this.query.signedDistance(
      this.origin[0] + (x + 0.5) * this.cell,
      this.origin[1] + (y + 0.5) * this.cell,
      this.origin[2] + (z + 0.5) * this.cell,
    );
  }

  private fill(x: number, y: number, z: number, size: number): void {
    const { counts } = this;
    for (let k = z; k < Math.min(z + size, counts[2] - MARGIN); k++) {
      for (let j = y; j < Math.min(y + size, counts[1] - MARGIN); j++) {
        const end = Math.min(x + size, counts[0] - MARGIN);
        this.inside.fill(1, this.index(x, j, k), this.index(end, j, k));
      }
    }
  }

  private index(x: number, y: number, z: number): number {
    return x + this.counts[0] * (y + this.counts[1] * z);
  }
}

/** The mesh of the filled cells, and the number of each cell's hexahedron (-1 for an empty cell). */
export function hexMesh(lattice: HexLattice): { mesh: HexMesh; hexOfCell: Int32Array } {
  const { origin, cell, cells } = lattice;
  const [nx, ny, nz] = cells.counts;
  const hexOfCell = new Int32Array(cells.inside.length).fill(-1);
  let count = 0;
  for (let at = 0; at < hexOfCell.length; at++) if (cells.inside[at] === 1) hexOfCell[at] = count++;
  if (count > MAX_HEXES) throw tooMany(count);
  if (count === 0) {
    throw new CoreError('mesh-failed', 'no grid cell touches the inside of the surface', {
      remedy: 'Use a shorter edge, or a smaller minimum piece.',
    });
  }
  const vertexOfCorner = new Int32Array((nx + 1) * (ny + 1) * (nz + 1)).fill(-1);
  const hexes = new Uint32Array(8 * count);
  const corners: number[] = [];
  let next = 0;
  for (let at = 0; at < hexOfCell.length; at++) {
    if (hexOfCell[at] < 0) continue;
    const i = at % nx;
    const j = Math.floor(at / nx) % ny;
    const k = Math.floor(at / (nx * ny));
    for (let corner = 0; corner < 8; corner++) {
      const index = i + (corner & 1) + (nx + 1) * (j + ((corner >> 1) & 1) + (ny + 1) * (k + (corner >> 2)));
      if (vertexOfCorner[index] < 0) {
        vertexOfCorner[index] = corners.length;
        corners.push(index);
      }
      hexes[next++] = vertexOfCorner[index];
    }
  }
  const positions = new Float64Array(3 * corners.length);
  corners.forEach((index, vertex) => {
    positions[3 * vertex] = origin[0] + cell * (index % (nx + 1));
    positions[3 * vertex + 1] = origin[1] + cell * (Math.floor(index / (nx + 1)) % (ny + 1));
    positions[3 * vertex + 2] = origin[2] + cell * Math.floor(index / ((nx + 1) * (ny + 1)));
  });
  return { mesh: { positions, hexes }, hexOfCell };
}

/**
 * Returns the trilinear weights of each point (xyz, metres) in the cell that contains it, or in the nearest filled cell: corner
 * i + 2j + 4k has the weight u_i v_j w_k with (u, v, w) the point's position in the cell, outside [0, 1] beyond it.
 */
export function embedInHexes(
  lattice: HexLattice,
  mesh: HexMesh,
  hexOfCell: Int32Array,
  points: Float64Array,
): Embedding {
  const count = points.length / 3;
  const vertices = new Uint32Array(8 * count);
  const weights = new Float64Array(8 * count);
  const place = new Float64Array(3);
  const finder = new CellFinder(lattice.cells.counts, hexOfCell);
  for (let point = 0; point < count; point++) {
    for (let axis = 0; axis < 3; axis++) {
      place[axis] = (points[3 * point + axis] - lattice.origin[axis]) / lattice.cell;
    }
    const hex = finder.nearest(place);
    for (let corner = 0; corner < 8; corner++) {
      const u = corner & 1 ? place[0] : 1 - place[0];
      const v = corner & 2 ? place[1] : 1 - place[1];
      const w = corner & 4 ? place[2] : 1 - place[2];
      vertices[8 * point + corner] = mesh.hexes[8 * hex + corner];
      weights[8 * point + corner] = u * v * w;
    }
  }
  return { size: 8, vertices, weights };
}

class CellFinder {
  private readonly counts: readonly [number, number, number];
  private readonly hexOfCell: Int32Array;
  private best = -1;
  private bestDistance = Infinity;
  private readonly bestCell = new Int32Array(3);

  constructor(counts: readonly [number, number, number], hexOfCell: Int32Array) {
    this.counts = counts;
    this.hexOfCell = hexOfCell;
  }

  /** Returns the filled cell nearest to a position (in cells), searching rings of growing radius; `place` becomes relative to that cell. */
  nearest(place: Float64Array): number {
    const [nx, ny, nz] = this.counts;
    const i = Math.min(nx - 1, Math.max(0, Math.floor(place[0])));
    const j = Math.min(ny - 1, Math.max(0, Math.floor(place[1])));
    const k = Math.min(nz - 1, Math.max(0, Math.floor(place[2])));
    this.best = -1;
    this.bestDistance = Infinity;
    let last = Math.max(nx, ny, nz);
    for (let ring = 0; ring <= last; ring++) {
      this.searchRing(i, j, k, ring, place);
      if (this.best !== -1) last = Math.min(last, this.bestDistance === 0 ? ring : Math.ceil(2 * ring));
    }
    for (let axis = 0; axis < 3; axis++) place[axis] -= this.bestCell[axis];
    return this.best;
  }

  private searchRing(i: number, j: number, k: number, ring: number, place: Float64Array): void {
    const [nx, ny, nz] = this.counts;
    for (let c = Math.max(0, k - ring); c <= Math.min(nz - 1, k + ring); c++) {
      for (let b = Math.max(0, j - ring); b <= Math.min(ny - 1, j + ring); b++) {
        const onShell = Math.abs(c - k) === ring || Math.abs(b - j) === ring;
        const step = onShell || ring === 0 ? 1 : 2 * ring;
        for (let a = i - ring; a <= i + ring; a += step) {
          if (a >= 0 && a < nx) this.consider(a, b, c, place);
        }
      }
    }
  }

  private consider(i: number, j: number, k: number, place: Float64Array): void {
    const hex = this.hexOfCell[i + this.counts[0] * (j + this.counts[1] * k)];
    if (hex < 0) return;
    const dx = Math.max(i - place[0], place[0] - i - 1, 0);
    const dy = Math.max(j - place[1], place[1] - j - 1, 0);
    const dz = Math.max(k - place[2], place[2] - k - 1, 0);
    const distance = dx * dx + dy * dy + dz * dz;
    if (distance >= this.bestDistance) return;
    this.best = hex;
    this.bestDistance = distance;
    this.bestCell[0] = i;
    this.bestCell[1] = j;
    this.bestCell[2] = k;
  }
}
