import { CoreError } from '../../base/errors.ts';
import { enclosedVolume } from '../../geometry/enclosedVolume.ts';
import type { TriMesh } from '../../geometry/TriMesh.ts';
import type { CellGrid } from './cellGrid.ts';

/** Largest number of tetrahedra that a mesh may be requested with. */
export const MAX_TETS = 5e6;
/** Largest number of sampled grid cells: 16 bytes each. */
const MAX_CELLS = 3e7;

/**
 * Expected tets of a uniform lattice with long edge a: 12 per a^3 of the enclosed volume, plus a layer of about half an edge that
 * the stencils cut finer. `area` in square metres.
 */
export function estimateUniformTets(mesh: TriMesh, area: number, edgeLength: number): number {
  return (12 * (Math.abs(enclosedVolume(mesh.positions, mesh.triangles)) + 0.5 * edgeLength * area)) / edgeLength ** 3;
}

/** Throws `limit-exceeded`, naming the estimate, before anything large is allocated. */
export function requireBudget(mesh: TriMesh, area: number, grid: CellGrid): void {
  const tets = estimateUniformTets(mesh, area, grid.spacing);
  const cells = grid.cells[0] * grid.cells[1] * grid.cells[2];
  if (tets <= MAX_TETS && cells <= MAX_CELLS) return;
  const what =
    tets > MAX_TETS ? `about ${tets.toExponential(1)} tetrahedra` : `a grid of ${cells.toExponential(1)} cells`;
  throw new CoreError('limit-exceeded', `this edge length needs ${what}`, {
    remedy: `Use a longer edge: at most ${MAX_TETS.toExponential(0)} tetrahedra and ${MAX_CELLS.toExponential(0)} cells are supported.`,
  });
}
