import type { JobContext } from '../../base/job.ts';
import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { CellGrid } from './cellGrid.ts';
import { GrowingIndices } from './GrowingIndices.ts';
import { LatticeSampler } from './LatticeSampler.ts';
import type { StuffingLattice } from './StuffingLattice.ts';

/**
 * The BCC tets of a grid with at least one vertex inside: 4 per face between two cells, spanning the edge between the cell
 * centres and an edge of the face (long edges: corners 0-1 and 2-3).
 *
 * `locallyConstant` says that the winding number only changes across triangles (every edge has as many faces one way as the
 * other), so that neighbours nearer to each other than to the surface share their sign.
 */
export function uniformLattice(
  query: SurfaceQuery,
  grid: CellGrid,
  locallyConstant: boolean,
  job: JobContext,
): StuffingLattice {
  const sampler = new LatticeSampler(query, grid, locallyConstant);
  sampler.sample(job);
  return gatherTets(grid, sampler.phi);
}

/** Numbers of the four corners of the face between a cell and its neighbour along `axis`, in ring order (right-handed). */
function faceRing(axis: number, nx1: number, nxy1: number): readonly [number, number, number, number] {
  const step = [1, nx1, nxy1];
  const u = step[(axis + 1) % 3];
  const v = step[(axis + 2) % 3];
  const base = step[axis];
  return [base, base + u, base + u + v, base + v];
}

function gatherTets(grid: CellGrid, phi: Float64Array): StuffingLattice {
  const [nx, ny, nz] = grid.cells;
  const nx1 = nx + 1;
  const nxy1 = nx1 * (ny + 1);
  const nodeCount = nxy1 * (nz + 1);
  const rings = [0, 1, 2].map((axis) => faceRing(axis, nx1, nxy1));
  const strides = [1, nx, nx * ny];
  const number = new Int32Array(phi.length).fill(-1);
  const used: number[] = [];
  const tets = new GrowingIndices();
  const use = (v: number): number => {
    if (number[v] < 0) {
      number[v] = used.length;
      used.push(v);
    }
    return number[v];
  };
  for (let k = 0; k < nz - 1; k++) {
    for (let j = 0; j < ny - 1; j++) {
      for (let i = 0; i < nx - 1; i++) {
        const node = i + nx1 * j + nxy1 * k;
        const c0 = nodeCount + i + nx * (j + ny * k);
        for (let axis = 0; axis < 3; axis++) {
          const ring = rings[axis];
          const c1 = c0 + strides[axis];
          const centreInside = phi[c0] > 0 || phi[c1] > 0;
          for (let m = 0; m < 4; m++) {
            const p = node + ring[m];
            const q = node + ring[(m + 1) & 3];
            if (!centreInside && !(phi[p] > 0) && !(phi[q] > 0)) continue;
            tets.push4(use(c0), use(c1), use(p), use(q));
          }
        }
      }
    }
  }
  const positions = new Float64Array(3 * used.length);
  const values = new Float64Array(used.length);
  used.forEach((v, n) => {
    values[n] = phi[v];
    writeVertex(grid, nodeCount, v, positions, 3 * n);
  });
  return { positions, tets: tets.take(), phi: values, origin: grid.origin, spacing: grid.spacing };
}

function writeVertex(grid: CellGrid, nodeCount: number, v: number, out: Float64Array, at: number): void {
  const centre = v >= nodeCount;
  const index = centre ? v - nodeCount : v;
  const nx = grid.cells[0] + (centre ? 0 : 1);
  const ny = grid.cells[1] + (centre ? 0 : 1);
  const i = index % nx;
  const j = ((index - i) / nx) % ny;
  const k = ((index - i) / nx - j) / ny;
  const shift = centre ? 0.5 : 0;
  out[at] = grid.origin[0] + (i + shift) * grid.spacing;
  out[at + 1] = grid.origin[1] + (j + shift) * grid.spacing;
  out[at + 2] = grid.origin[2] + (k + shift) * grid.spacing;
}
