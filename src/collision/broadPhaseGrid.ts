import type { PlacedCollider } from './contactCollider.ts';
import { DISTANCE } from './distances.ts';
import { findBox } from './findBox.ts';

/** Target number of cells: more give tighter candidate lists and cost one distance each per collider. */
const TARGET_CELLS = 2048;
/** Upper bound of cells along one axis, for very long bodies. */
const MAX_CELLS_PER_AXIS = 64;
/** Cells along the sides of a block; blocks far from the collider are skipped as a whole. */
const BLOCK = 4;
/** Factor on a block's radius when it is tested: sampled distances may have a slope above 1. */
const BLOCK_CAUTION = 2;

/**
 * Uniform spatial partition around a body's points (Irving 2007, 3.2): a collider marks the cells that it may overlap, and only
 * the points in these are tested against it.
 */
export class BroadPhaseGrid {
  /** Points found by the last `findCandidates`, ascending. */
  readonly candidates: Uint32Array;
  private readonly cellOf: Uint32Array;
  private readonly occupied = new Uint8Array(MAX_CELLS_PER_AXIS ** 3);
  private readonly dimensions = new Uint32Array(3);
  /** Bounding box of the points: min xyz, max xyz. */
  private readonly box = new Float64Array(6);
  /** Centre of a cell in world axes and in the collider's, and the result of the shape there. */
  private readonly middle = new Float64Array(3);
  private readonly local = new Float64Array(3);
  private readonly answer = new Float64Array(4);
  /** Radius of a cell, and of a block of cells, m. */
  private readonly reach = new Float64Array(2);
  /** Edge of the cells, m; in an array, where reading it allocates nothing. */
  private readonly cellSize = new Float64Array([1]);

  constructor(pointCount: number) {
    this.candidates = new Uint32Array(pointCount);
    this.cellOf = new Uint32Array(pointCount);
  }

  /** Edge of the cells of the last sort, m. */
  get cellEdge(): number {
    return this.cellSize[0];
  }

  /** Sorts the points (m, finite, xyz interleaved) into cells. */
  sortPoints(positions: Float64Array): void {
    findBox(positions, this.box);
    this.chooseCells();
    this.fillCells(positions);
  }

  private fillCells(positions: Float64Array): void {
    const { box, dimensions, cellOf } = this;
    const scale = 1 / this.cellSize[0];
    for (let i = 0; i < cellOf.length; i++) {
      const ix = Math.min(Math.floor((positions[3 * i] - box[0]) * scale), dimensions[0] - 1);
      const iy = Math.min(Math.floor((positions[3 * i + 1] - box[1]) * scale), dimensions[1] - 1);
      const iz = Math.min(Math.floor((positions[3 * i + 2] - box[2]) * scale), dimensions[2] - 1);
      cellOf[i] = ix + dimensions[0] * (iy + dimensions[1] * iz);
    }
  }

  private chooseCells(): void {
    const { box, dimensions } = this;
    const longest = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2], 1e-12);
    let volume = 1;
    for (let axis = 0; axis < 3; axis++) volume *= Math.max(box[3 + axis] - box[axis], longest / MAX_CELLS_PER_AXIS);
    this.cellSize[0] = Math.max(Math.cbrt(volume / TARGET_CELLS), longest / MAX_CELLS_PER_AXIS);
    for (let axis = 0; axis < 3; axis++) {
      const cells = Math.ceil((box[3 + axis] - box[axis]) / this.cellSize[0]);
      dimensions[axis] = Math.min(Math.max(cells, 1), MAX_CELLS_PER_AXIS);
    }
  }

  /** Writes the points that may be within `margin` (m) of the collider to `candidates`; returns their number. */
  findCandidates(collider: PlacedCollider, margin: number): number {
    if (!this.markCells(collider, margin)) return 0;
    const { cellOf, occupied, candidates } = this;
    let count = 0;
    for (let i = 0; i < cellOf.length; i++) {
      if (occupied[cellOf[i]] === 1) candidates[count++] = i;
    }
    return count;
  }

  /** Marks the cells that the collider may overlap; returns false where there are none. */
  private markCells(collider: PlacedCollider, margin: number): boolean {
    const { dimensions, occupied, reach } = this;
    const cellSize = this.cellSize[0];
    occupied.fill(0, 0, dimensions[0] * dimensions[1] * dimensions[2]);
    reach[0] = (Math.sqrt(3) / 2) * cellSize * (1 + 1e-9) + margin;
    // From the centre of a block to that of its furthest cell.
    reach[1] = reach[0] + BLOCK_CAUTION * (Math.sqrt(3) / 2) * (BLOCK - 1) * cellSize;
    let any = false;
    for (let k = 0; k < dimensions[2]; k += BLOCK) {
      for (let j = 0; j < dimensions[1]; j += BLOCK) {
        for (let i = 0; i < dimensions[0]; i += BLOCK) {
          if (this.reaches(collider, i, j, k, 1)) any = this.markBlock(collider, i, j, k) || any;
        }
      }
    }
    return any;
  }

  /** Marks the cells of one block that the collider may overlap; returns false where there are none. */
  private markBlock(collider: PlacedCollider, i: number, j: number, k: number): boolean {
    const { dimensions, occupied } = this;
    const endX = Math.min(i + BLOCK, dimensions[0]);
    const endY = Math.min(j + BLOCK, dimensions[1]);
    const endZ = Math.min(k + BLOCK, dimensions[2]);
    let any = false;
    for (let z = k; z < endZ; z++) {
      for (let y = j; y < endY; y++) {
        for (let x = i; x < endX; x++) {
          if (!this.reaches(collider, x, y, z, 0)) continue;
          occupied[x + dimensions[0] * (y + dimensions[1] * z)] = 1;
          any = true;
        }
      }
    }
    return any;
  }

  /** Returns whether the collider comes within `reach[which]` of the centre of cell (i, j, k) or, where `which` is 1, of the block that starts there. */
  private reaches(collider: PlacedCollider, i: number, j: number, k: number, which: number): boolean {
    const { box, cellSize, middle, local, answer, reach } = this;
    const { shape } = collider.collider;
    const half = which === 1 ? 0.5 * BLOCK : 0.5;
    middle[0] = box[0] + (i + half) * cellSize[0];
    middle[1] = box[1] + (j + half) * cellSize[0];
    middle[2] = box[2] + (k + half) * cellSize[0];
    collider.toLocal(middle, 0, local);
    if (!insideBox(shape.bounds, reach, which, local)) return false;
    shape.signedDistance(local, answer);
    return answer[DISTANCE] <= reach[which];
  }
}

/** Returns whether a point is inside a box (min xyz, max xyz) expanded by `margins[which]` on all sides. The margin is in an array, since a number argument may be allocated. */
export function insideBox(box: Float64Array, margins: Float64Array, which: number, p: Float64Array): boolean {
  const margin = margins[which];
  const x = p[0];
  const y = p[1];
  const z = p[2];
  return (
    x >= box[0] - margin &&
    y >= box[1] - margin &&
    z >= box[2] - margin &&
    x <= box[3] + margin &&
    y <= box[4] + margin &&
    z <= box[5] + margin
  );
}
