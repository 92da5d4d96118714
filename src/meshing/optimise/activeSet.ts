import { areaVector } from '../../geometry/areaVector.ts';
import { checkCancelled, type JobContext } from '../../base/job.ts';
import type { BoundaryProjection } from './BoundaryProjection.ts';
import { minNormPoint } from './minNormPoint.ts';
import type { TetRings } from './TetRings.ts';

/** Tets within this of the ring's worst quality are active. */
const ACTIVE_BAND = 0.04;
const MAX_ACTIVE = 8;
/** Finite-difference step in local edge lengths. */
const DIFFERENCE = 1e-5;
/** First step in local edge lengths, and the number of halvings. */
const FIRST_STEP = 0.16;
const HALVINGS = 5;
/** Moves with a smaller gain are rejected. */
const LEAST_GAIN = 2e-4;
/** A gradient (quality per local edge) below this is a local optimum. */
const FLAT = 0.02;
/** Vertices between two cancel checks. */
const CHUNK = 4096;

/**
 * One sweep of nonsmooth ascent over the vertices whose ring is below `threshold` (after Freitag & Ollivier-Gooch 1997): the
 * gradients of the near-worst tets, the least-norm point of their hull, a backtracking step. Boundary steps are projected onto
 * the surface. Returns the vertices moved.
 */
export class ActiveSetSweep {
  private readonly gradients = new Float64Array(3 * MAX_ACTIVE);
  private readonly direction = new Float64Array(3);
  private readonly normals: Float64Array;

  private readonly rings: TetRings;
  private readonly projection: BoundaryProjection;

  constructor(rings: TetRings, projection: BoundaryProjection) {
    this.rings = rings;
    this.projection = projection;
    this.normals = new Float64Array(3 * rings.vertexCount);
  }

  sweep(threshold: number, job: JobContext): number {
    this.updateNormals();
    let moved = 0;
    for (let v = 0; v < this.rings.vertexCount; v++) {
      if (v % CHUNK === 0) checkCancelled(job);
      const worst = this.rings.ringQuality(v);
      if (worst < threshold && this.improve(v, worst)) moved++;
    }
    return moved;
  }

  private improve(v: number, worst: number): boolean {
    const { rings, direction } = this;
    const { positions, trial } = rings;
    const edge = rings.localEdge[v];
    const boundary = rings.onBoundary[v] === 1;
    const active = this.gatherGradients(v, worst, edge);
    const slope = minNormPoint(this.gradients, active, direction);
    if (!(slope * edge > FLAT)) return false;
    let step = (FIRST_STEP * edge) / slope;
    for (let halving = 0; halving <= HALVINGS; halving++) {
      trial[0] = positions[3 * v] + step * direction[0];
      trial[1] = positions[3 * v + 1] + step * direction[1];
      trial[2] = positions[3 * v + 2] + step * direction[2];
      if (boundary) this.projection.constrain(rings, v, 0);
      if (rings.tryMove(v, worst + LEAST_GAIN) !== -Infinity) {
        rings.accept(v);
        if (boundary) this.projection.accept(v);
        return true;
      }
      step /= 2;
    }
    return false;
  }

  /** Gradients, by forward differences, of the active tets; along the surface for boundary vertices. Returns their count. */
  private gatherGradients(v: number, worst: number, edge: number): number {
    const { rings, gradients, normals } = this;
    const { positions, trial, quality, ringTets, offsets } = rings;
    const h = DIFFERENCE * edge;
    let count = 0;
    for (let i = offsets[v]; i < offsets[v + 1] && count < MAX_ACTIVE; i++) {
      const q = quality[ringTets[i]];
      if (q > worst + ACTIVE_BAND) continue;
      let along = 0;
      for (let axis = 0; axis < 3; axis++) {
        trial[0] = positions[3 * v];
        trial[1] = positions[3 * v + 1];
        trial[2] = positions[3 * v + 2];
        trial[axis] += h;
        const slope = (rings.entryQuality(i) - q) / h;
        gradients[3 * count + axis] = slope;
        along += slope * normals[3 * v + axis];
      }
      for (let axis = 0; axis < 3; axis++) gradients[3 * count + axis] -= along * normals[3 * v + axis];
      count++;
    }
    return count;
  }

  /** Area-weighted unit normals of the boundary; 0 for interior vertices. */
  private updateNormals(): void {
    const { normals } = this;
    const { positions: x, boundary } = this.rings;
    const normal = new Float64Array(3);
    normals.fill(0);
    for (let f = 0; f < boundary.length; f += 3) {
      areaVector(x, boundary, f, normal);
      for (let corner = 0; corner < 3; corner++) {
        for (let axis = 0; axis < 3; axis++) normals[3 * boundary[f + corner] + axis] += normal[axis];
      }
    }
    for (let v = 0; v < normals.length; v += 3) {
      const length = Math.sqrt(normals[v] ** 2 + normals[v + 1] ** 2 + normals[v + 2] ** 2);
      if (length === 0) continue;
      for (let axis = 0; axis < 3; axis++) normals[v + axis] /= length;
    }
  }
}
