import { CoreError } from '../../base/errors.ts';
import type { TriMesh } from '../../geometry/TriMesh.ts';
import type { CellGrid } from './cellGrid.ts';

/** Most tetrahedra a mesh may be asked for. */
export const MAX_TETS = 5e6;
/** Most grid cells that are sampled: 16 bytes each. */
const MAX_CELLS = 3e7;

/**
 * Expected tets of a uniform lattice with long edge a: 12 per a^3 of the enclosed volume, plus a layer of about half an edge that
 * the stencils cut finer. `area` in square metres.
 */
export function estimateUniformTets(mesh: TriMesh, area: number, edgeLength: number): number {
  return (12 * (Math.abs(enclosedVolume(mesh)) + 0.5 * edgeLength * area)) / edgeLength ** 3;
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

/** Signed volume by the divergence theorem, cubic metres; exact for closed surfaces. About the first corner, for accuracy. */
function enclosedVolume(mesh: TriMesh): number {
  const { positions: x, triangles } = mesh;
  if (triangles.length === 0) return 0;
  const [ox, oy, oz] = x.subarray(3 * triangles[0], 3 * triangles[0] + 3);
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const [bx, by, bz] = [x[b] - ox, x[b + 1] - oy, x[b + 2] - oz];
    const [cx, cy, cz] = [x[c] - ox, x[c + 1] - oy, x[c + 2] - oz];
    volume += (x[a] - ox) * (by * cz - bz * cy) + (x[a + 1] - oy) * (bz * cx - bx * cz);
    volume += (x[a + 2] - oz) * (bx * cy - by * cx);
  }
  return volume / 6;
}
