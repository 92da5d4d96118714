import type { CellGrid, FaceArrays } from '../liquids/CellGrid.ts';
import type { ViscousCoupling } from '../liquids/viscosity/ViscousCoupling.ts';
import { STICKS } from '../liquids/viscosity/LiquidShares.ts';
import { lostSolid } from './CoupledBlock.ts';
import { PatchVelocity } from './PatchVelocity.ts';
import type { SolidBlock } from './SolidBlock.ts';

/** Share of a face that solids cover at least where it is theirs and not that of a wall. */
const LEAST_COVERED = 0.5;

/** One solid in a viscosity solve: vectors of the conjugate gradients, xyz per node. */
class DraggedBlock {
  readonly block: SolidBlock;
  /** Residual r; z = S^-1 r and the direction d, m/s; S d; sums of what d and S d were taken by. */
  readonly residual: Float64Array;
  readonly preconditioned: Float64Array;
  readonly direction: Float64Array;
  readonly image: Float64Array;
  readonly change: Float64Array;
  readonly force: Float64Array;
  /** P^T of the stresses of the direction. */
  readonly stress: Float64Array;

  constructor(block: SolidBlock) {
    const vector = () => new Float64Array(block.solid.velocity.length);
    this.block = block;
    this.residual = vector();
    this.preconditioned = vector();
    this.direction = vector();
    this.image = vector();
    this.change = vector();
    this.force = vector();
    this.stress = vector();
  }

  clear(): void {
    for (const vector of [this.residual, this.direction, this.image, this.change, this.force]) vector.fill(0);
  }
}

/**
 * Closed solids that a viscous liquid drags along, in the variational form of Batty and Bridson 2008: liquid sticks to the faces that they close, which move at the mean velocity P v of the surface beside them, and
 * (v - v*)^T S (v - v*) / 2 with S = dt Sk / (rho h^3) joins what the viscosity solve makes least, so that what the liquid loses of momentum they gain. Any step is stable, of bodies of any mass. Only S^-1 is known: of S d, the
 * recurrence of conjugate gradients gives S d = r + beta (S d of the last direction).
 */
export class ViscousDrag implements ViscousCoupling {
  left = 0;
  private readonly grid: CellGrid;
  private readonly density: number;
  private readonly dragged: readonly DraggedBlock[];
  /** Share of each face that solids cover. */
  private readonly covered: FaceArrays;
  private readonly means: PatchVelocity;
  /** Faces that solids close near their surfaces, as vectors of faces number them. */
  private readonly faces: Uint32Array;
  private count = 0;
  /** What acts on surfaces in each cell, xyz, per area. */
  private readonly tractions: Float64Array;
  /** rho h^3 / dt, kg/s. */
  private scale = 0;

  /** `density`: of the liquid, kg/m3. `covered`: share of each face that solids cover, as it stands when a solve begins. */
  constructor(grid: CellGrid, density: number, blocks: readonly SolidBlock[], covered: FaceArrays) {
    this.grid = grid;
    this.density = density;
    this.dragged = blocks.map((block) => new DraggedBlock(block));
    this.covered = covered;
    this.means = new PatchVelocity(grid);
    this.faces = new Uint32Array(3 * grid.size);
    this.tractions = new Float64Array(3 * grid.size);
  }

  begin(residual: Float64Array, open: FaceArrays, dt: number): void {
    this.scale = (this.density * this.grid.h ** 3) / dt;
    this.means.clear();
    for (const { block } of this.dragged) block.addVelocity(this.means, block.solid.velocity);
    this.findFaces(open);
    for (const one of this.dragged) one.clear();
    this.findTractions(residual);
    for (const { block, residual: own } of this.dragged) block.addTractions(this.tractions, own);
  }

  precondition(): number {
    const { scale } = this;
    let product = 0;
    this.left = 0;
    for (const { block, residual, preconditioned: z } of this.dragged) {
      for (let k = 0; k < z.length; k++) z[k] = scale * residual[k];
      block.solid.applyInverse(z, true);
      for (let k = 0; k < z.length; k++) {
        product += z[k] * residual[k];
        this.left = Math.max(this.left, Math.abs(z[k]));
      }
    }
    return product;
  }

  turn(beta: number, faces: Float64Array): void {
    const { means, dragged, grid } = this;
    means.clear();
    for (const { block, residual, preconditioned, direction, image } of dragged) {
      for (let k = 0; k < direction.length; k++) {
        direction[k] = preconditioned[k] + beta * direction[k];
        image[k] = residual[k] + beta * image[k];
      }
      block.addVelocity(means, direction);
    }
    for (let n = 0; n < this.count; n++) {
      const face = this.faces[n];
      const axis = Math.floor(face / grid.size);
      faces[face] = means.meanAt(axis, face - axis * grid.size);
    }
  }

  curvature(stress: Float64Array): number {
    let sum = 0;
    this.findTractions(stress);
    for (const { block, direction, image, stress: own } of this.dragged) {
      own.fill(0);
      block.addTractions(this.tractions, own);
      for (let k = 0; k < own.length; k++) sum += direction[k] * (image[k] + own[k]);
    }
    return sum;
  }

  advance(alpha: number): void {
    for (const { residual, direction, image, stress, change, force } of this.dragged) {
      for (let k = 0; k < residual.length; k++) {
        residual[k] -= alpha * (image[k] + stress[k]);
        change[k] += alpha * direction[k];
        force[k] += alpha * image[k];
      }
    }
  }

  end(): void {
    for (const { block, change, force } of this.dragged) {
      for (let k = 0; k < force.length; k++) force[k] *= this.scale;
      block.solid.applyPressure(force, change, block.isWet, true);
      if (!block.solid.velocity.every(Number.isFinite)) throw lostSolid();
    }
  }

  private findFaces(open: FaceArrays): void {
    const { grid, covered, means } = this;
    this.count = 0;
    for (const axis of [0, 1, 2] as const) {
      grid.forEach((c) => {
        if (open[axis][c] >= STICKS || covered[axis][c] < LEAST_COVERED || !(means.weightAt(axis, c) > 0)) return;
        this.faces[this.count++] = axis * grid.size + c;
      }, axis);
    }
  }

  /** tractions = P^T of what acts across the faces, per area of the surfaces. */
  private findTractions(action: Float64Array): void {
    const { grid, faces, means, tractions } = this;
    tractions.fill(0);
    for (let n = 0; n < this.count; n++) {
      const axis = Math.floor(faces[n] / grid.size);
      means.spread(axis, faces[n] - axis * grid.size, action[faces[n]], tractions);
    }
  }
}
