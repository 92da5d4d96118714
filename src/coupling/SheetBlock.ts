import type { CellGrid, FaceArrays } from '../liquids/CellGrid.ts';
import { LOW, type SheetLinks } from '../liquids/sheets/SheetLinks.ts';
import type { CellList } from './CellList.ts';
import { CoupledBlock } from './CoupledBlock.ts';
import type { CoupledSolid } from './CoupledSolid.ts';
import type { SolidShares } from './SolidShares.ts';

/** Unit vectors of the axes, xyz each. */
const AXES = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/**
 * A thin surface in a coupled step (Robinson-Mosher et al. 2008, 4): a face that it closes belongs to it with all of its area, and the cells on both sides press on it there, each with its own pressure. What flows out of
 * either is what its nodes move by there, so that liquid neither passes it nor changes its volume. Constant velocities leave no cell with a divergence.
 */
export class SheetBlock extends CoupledBlock {
  private readonly links: SheetLinks;
  private readonly number: number;
  /** Halves of crossings, 2 n + side, that unknown cells see. */
  private wet = new Uint32Array(0);
  private wetCount = 0;

  /** `number`: of the sheet among those in `links`. */
  constructor(grid: CellGrid, solid: CoupledSolid, links: SheetLinks, number: number) {
    super(grid, solid);
    this.links = links;
    this.number = number;
  }

  get isWet(): boolean {
    return this.wetCount > 0;
  }

  /** Adds what the surface closes as it stands; `shares`: told where that is. */
  cut(shares: SolidShares): void {
    this.writePositions();
    shares.include(this.positions);
    this.links.add(this.number, this.positions, this.solid.surface.triangles);
  }

  wetPatches(active: Uint8Array, compliant: Uint8Array): void {
    const { links, solid } = this;
    const { triangles, nodes } = solid.surface;
    if (this.wet.length < 2 * links.count) this.wet = new Uint32Array(4 * links.count);
    this.wetCount = 0;
    for (let half = 0; half < 2 * links.count; half++) {
      if (links.sheets[half] !== this.number) continue;
      const cell = this.links.cellOf(half);
      if (active[cell] === 0) continue;
      this.wet[this.wetCount++] = half;
      if (compliant[cell] === 1) continue;
      const t = 3 * links.triangles[half];
      const along = 3 * links.axes[half >> 1];
      for (let k = 0; k < 3; k++) if (solid.isCompliant(nodes[triangles[t + k]], AXES, along)) compliant[cell] = 1;
    }
  }

  listCells(list: CellList): void {
    for (let w = 0; w < this.wetCount; w++) list.add(this.links.cellOf(this.wet[w]));
  }

  /** Adds half of the velocity of each face that it closes, m/s, for each side that sees it: `faces` hold 0 there at first. */
  addFaceVelocity(faces: FaceArrays): void {
    const { links, solid } = this;
    for (let half = 0; half < 2 * links.count; half++) {
      if (links.sheets[half] !== this.number) continue;
      faces[links.axes[half >> 1]][links.faces[half >> 1]] += this.velocityAt(half, solid.velocity) / 2;
    }
  }

  protected addFlow(velocity: Float64Array, out: Float64Array): void {
    for (let w = 0; w < this.wetCount; w++) {
      const half = this.wet[w];
      out[this.links.cellOf(half)] += signOf(half) * this.velocityAt(half, velocity);
    }
  }

  protected addForces(x: Float64Array, force: Float64Array): void {
    for (let w = 0; w < this.wetCount; w++) {
      const half = this.wet[w];
      this.press(half, this.pressing * x[this.links.cellOf(half)], force);
    }
  }

  protected addRises(gravity: ArrayLike<number>, dt: number, out: Float64Array): void {
    const { links, grid, pressing } = this;
    for (let w = 0; w < this.wetCount; w++) {
      const half = this.wet[w];
      const rise = signOf(half) * gravity[links.axes[half >> 1]] * links.depthOf(half) * grid.h;
      this.press(half, (pressing * rise * dt) / grid.h, out);
    }
  }

  /** m/s along the axis of a crossing. */
  private velocityAt(half: number, velocity: Float64Array): number {
    const { links, solid } = this;
    const { triangles, nodes } = solid.surface;
    const t = 3 * links.triangles[half];
    const axis = links.axes[half >> 1];
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += links.weights[3 * half + k] * velocity[3 * nodes[triangles[t + k]] + axis];
    return sum;
  }

  /** Presses on the surface with `push`, N, out of the cell that sees it. */
  private press(half: number, push: number, force: Float64Array): void {
    const { links, solid } = this;
    const { triangles, nodes } = solid.surface;
    const t = 3 * links.triangles[half];
    const axis = links.axes[half >> 1];
    for (let k = 0; k < 3; k++) {
      force[3 * nodes[triangles[t + k]] + axis] += signOf(half) * push * links.weights[3 * half + k];
    }
  }
}

/** Sign of the way out of a cell along the axis. */
function signOf(half: number): number {
  return (half & 1) === LOW ? 1 : -1;
}
