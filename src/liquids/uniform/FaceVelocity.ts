import type { CellBox } from '../CellBox.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import type { LiquidState } from '../pressure/PressureProjection.ts';
import type { LiquidSheets } from '../sheets/LiquidSheets.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import { extrapolateVelocity, FaceFront, fillLayer } from './extrapolateVelocity.ts';

/** Faces beside liquid that get a velocity before pressure: cells that solids cut hold liquid, but no particle is in reach of their last faces. */
const LAYERS_AT_SOLIDS = 2;
/** Validity of faces whose velocity is given: it is extrapolated to no other face. */
const FIXED = 255;

/** The velocity of the faces of a grid, and which of them have a velocity. */
export class FaceVelocity {
  /** m/s. */
  readonly values: FaceArrays;
  /** Validity of each face: 1 where the liquid has a velocity, n + 1 where it comes from n faces away, 0 where there is none. */
  readonly valid: readonly Uint8Array[];
  private readonly grid: CellGrid;
  private readonly closedSides: ClosedSides;
  private readonly linear: boolean;
  /** Scratch of the extrapolation. */
  private readonly front = new FaceFront();

  /** `linear`: the velocity goes on around the liquid as it changes within, in place of constant. */
  constructor(grid: CellGrid, closedSides: ClosedSides, linear = false) {
    this.grid = grid;
    this.linear = linear;
    this.closedSides = closedSides;
    this.values = faceArrays(grid);
    this.valid = this.values.map(() => new Uint8Array(grid.size));
  }

  /** Extrapolates the velocity of the liquid to the faces of cells that solids cut, and accelerates all that are valid: u <- u + dt g. */
  accelerate(gravity: ArrayLike<number>, dt: number, box: CellBox): void {
    for (const axis of [0, 1, 2] as const) {
      extrapolateVelocity(this.grid, this.values[axis], this.valid[axis], axis, LAYERS_AT_SOLIDS, box, this.front);
      addToValid(box, this.values[axis], this.valid[axis], dt * gravity[axis]);
    }
  }

  /** Extrapolates the velocity of the faces that were projected, or that `sheets` close, by `layers`, and fills the layer around the grid. */
  extrapolate(liquid: LiquidState, layers: number, box: CellBox, sheets?: LiquidSheets): void {
    for (const axis of [0, 1, 2] as const) {
      this.markProjected(liquid, axis, box);
      sheets?.markFaces(axis, liquid.phi, this.grid.strides[axis], this.valid[axis]);
      extrapolateVelocity(this.grid, this.values[axis], this.valid[axis], axis, layers, box, this.front, this.linear);
      fillLayer(this.grid, this.values[axis], axis, box);
    }
  }

  /** Marks the faces that were projected as valid. The sides of the grid keep their velocity. */
  private markProjected({ phi, open, solidVelocity }: LiquidState, axis: 0 | 1 | 2, box: CellBox): void {
    const valid = this.valid[axis];
    const openHere = open[axis];
    const stride = this.grid.strides[axis];
    box.forEachCells((begin, end) => {
      for (let c = begin; c < end; c++) valid[c] = (phi[c] < 0 || phi[c - stride] < 0) && openHere[c] > 0 ? 1 : 0;
    }, axis);
    const [low, high] = this.closedSides[axis];
    if (low) this.fixSide(solidVelocity[axis], axis, 0, box);
    if (high) this.fixSide(solidVelocity[axis], axis, this.grid.counts[axis], box);
  }

  /** Gives the faces of a closed side, number `at` along the axis, the velocity of the side. */
  private fixSide(solid: Float64Array, axis: 0 | 1 | 2, at: number, box: CellBox): void {
    if (at + 1 < box.first[axis] || at + 1 >= box.end[axis]) return;
    const valid = this.valid[axis];
    const u = this.values[axis];
    box.forEachFaceOf(axis, at, (c) => {
      u[c] = solid[c];
      valid[c] = FIXED;
    });
  }
}

function addToValid(box: CellBox, u: Float64Array, valid: Uint8Array, change: number): void {
  box.forEachRow((begin, end) => {
    for (let c = begin; c < end; c++) if (valid[c] !== 0) u[c] += change;
  });
}
