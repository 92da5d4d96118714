import { areaVector } from '../geometry/areaVector.ts';
import type { CellGrid } from '../liquids/CellGrid.ts';
import type { CellList } from './CellList.ts';
import { CoupledBlock } from './CoupledBlock.ts';
import type { CoupledSolid } from './CoupledSolid.ts';
import type { SolidShares } from './SolidShares.ts';
import type { SurfaceClipper } from './SurfaceClipper.ts';
import type { PatchVelocity } from './PatchVelocity.ts';
import { SurfacePatches } from './SurfacePatches.ts';

/** One deformable solid in a coupled step: how it answers, and the patches through which it and the liquid see each other. */
export class SolidBlock extends CoupledBlock {
  private readonly patches = new SurfacePatches();
  /** Patches in cells that are unknowns. */
  private wet = new Uint32Array(0);
  private wetCount = 0;
  /** Cell whose pressure acts on each of these. */
  private seen = new Uint32Array(0);
  /** Area vectors of the triangles, outward, in areas of a face of a cell. */
  private readonly areas: Float64Array;
  private readonly twice = new Float64Array(3);

  constructor(grid: CellGrid, solid: CoupledSolid) {
    super(grid, solid);
    this.areas = new Float64Array(solid.surface.triangles.length);
  }

  get isWet(): boolean {
    return this.wetCount > 0;
  }

  /** Cuts the surface as it stands, and adds what it covers. */
  cut(clipper: SurfaceClipper, shares: SolidShares): void {
    const { positions, areas, twice, grid, patches } = this;
    const { triangles } = this.solid.surface;
    this.writePositions();
    patches.count = 0;
    clipper.clip(positions, triangles, patches, shares);
    const scale = 0.5 / grid.h ** 2;
    for (let t = 0; t < triangles.length; t += 3) {
      areaVector(positions, triangles, t, twice);
      for (let k = 0; k < 3; k++) areas[t + k] = scale * twice[k];
    }
  }

  /** Adds the velocities of all patches, where nodes move at `velocity`. */
  addVelocity(sums: PatchVelocity, velocity: Float64Array): void {
    const { patches, areas } = this;
    const { triangles, nodes } = this.solid.surface;
    const { weights } = patches;
    for (let n = 0; n < patches.count; n++) {
      const t = 3 * patches.triangles[n];
      const area = Math.sqrt(areas[t] ** 2 + areas[t + 1] ** 2 + areas[t + 2] ** 2);
      for (let k = 0; k < 3; k++) {
        sums.add(patches.cells[n], area * weights[3 * n + k], velocity, 3 * nodes[triangles[t + k]]);
      }
    }
  }

  /** Adds to `force` what acts on all patches, of what acts in each cell (xyz) per area. */
  addTractions(cells: Float64Array, force: Float64Array): void {
    const { patches, areas } = this;
    const { triangles, nodes } = this.solid.surface;
    const { weights } = patches;
    for (let n = 0; n < patches.count; n++) {
      const t = 3 * patches.triangles[n];
      const from = 3 * patches.cells[n];
      const area = Math.sqrt(areas[t] ** 2 + areas[t + 1] ** 2 + areas[t + 2] ** 2);
      for (let k = 0; k < 3; k++) {
        const to = 3 * nodes[triangles[t + k]];
        for (let axis = 0; axis < 3; axis++) force[to + axis] += area * weights[3 * n + k] * cells[from + axis];
      }
    }
  }

  /** Chooses the patches in unknown cells, and those that a film of liquid joins to some, and marks those cells whose liquid can move them. */
  wetPatches(active: Uint8Array, compliant: Uint8Array, films: Int32Array): void {
    const { patches, solid, areas } = this;
    const { triangles, nodes } = solid.surface;
    if (this.wet.length < patches.count) {
      this.wet = new Uint32Array(2 * patches.count);
      this.seen = new Uint32Array(2 * patches.count);
    }
    this.wetCount = 0;
    for (let n = 0; n < patches.count; n++) {
      const own = patches.cells[n];
      const cell = active[own] === 1 ? own : solid.hasFilms === true ? films[own] : -1;
      if (cell < 0) continue;
      this.seen[this.wetCount] = cell;
      this.wet[this.wetCount++] = n;
      if (compliant[cell] === 1) continue;
      const t = 3 * patches.triangles[n];
      for (let k = 0; k < 3; k++) if (solid.isCompliant(nodes[triangles[t + k]], areas, t)) compliant[cell] = 1;
    }
  }

  listCells(list: CellList): void {
    for (let w = 0; w < this.wetCount; w++) list.add(this.seen[w]);
  }

  protected addRises(gravity: ArrayLike<number>, dt: number, out: Float64Array): void {
    const { patches, solid, areas } = this;
    const { triangles, nodes } = solid.surface;
    const { weights } = patches;
    for (let w = 0; w < this.wetCount; w++) {
      const n = this.wet[w];
      const t = 3 * patches.triangles[n];
      // Of the scaled pressure, m/s.
      const pressure = (this.pressing * this.rise(n, this.seen[w], gravity) * dt) / this.grid.h;
      for (let k = 0; k < 3; k++) {
        const node = nodes[triangles[t + k]];
        const part = pressure * weights[3 * n + k];
        for (let axis = 0; axis < 3; axis++) out[3 * node + axis] -= part * areas[t + axis];
      }
    }
  }

  /** g . (c - x_c) of a patch with centroid c that the pressure of a cell with centre x_c acts on, m2/s2. */
  private rise(n: number, cell: number, gravity: ArrayLike<number>): number {
    const { patches, positions, grid } = this;
    const { triangles } = this.solid.surface;
    const { weights } = patches;
    const t = 3 * patches.triangles[n];
    const share = weights[3 * n] + weights[3 * n + 1] + weights[3 * n + 2];
    // The layer around the grid comes first.
    let left = cell;
    let rise = 0;
    for (let axis = 2; axis >= 0; axis--) {
      const stride = grid.strides[axis];
      const place = Math.floor(left / stride);
      left -= place * stride;
      let centroid = 0;
      for (let k = 0; k < 3; k++) centroid += weights[3 * n + k] * positions[3 * triangles[t + k] + axis];
      rise += gravity[axis] * (centroid / share - grid.origin[axis] - (place - 0.5) * grid.h);
    }
    return rise;
  }

  protected addFlow(velocity: Float64Array, out: Float64Array): void {
    const { patches, wet, seen, areas } = this;
    const { triangles, nodes } = this.solid.surface;
    const { weights } = patches;
    for (let w = 0; w < this.wetCount; w++) {
      const n = wet[w];
      const t = 3 * patches.triangles[n];
      const a = 3 * nodes[triangles[t]];
      const b = 3 * nodes[triangles[t + 1]];
      const c = 3 * nodes[triangles[t + 2]];
      const wa = weights[3 * n];
      const wb = weights[3 * n + 1];
      const wc = weights[3 * n + 2];
      const x = wa * velocity[a] + wb * velocity[b] + wc * velocity[c];
      const y = wa * velocity[a + 1] + wb * velocity[b + 1] + wc * velocity[c + 1];
      const z = wa * velocity[a + 2] + wb * velocity[b + 2] + wc * velocity[c + 2];
      // Areas point out of the solid.
      out[seen[w]] -= x * areas[t] + y * areas[t + 1] + z * areas[t + 2];
    }
  }

  protected addForces(x: Float64Array, force: Float64Array): void {
    const { patches, wet, seen, areas, pressing } = this;
    const { triangles, nodes } = this.solid.surface;
    const { weights } = patches;
    for (let w = 0; w < this.wetCount; w++) {
      const n = wet[w];
      const t = 3 * patches.triangles[n];
      const push = pressing * x[seen[w]];
      for (let k = 0; k < 3; k++) {
        const to = 3 * nodes[triangles[t + k]];
        const part = push * weights[3 * n + k];
        force[to] -= part * areas[t];
        force[to + 1] -= part * areas[t + 1];
        force[to + 2] -= part * areas[t + 2];
      }
    }
  }
}
