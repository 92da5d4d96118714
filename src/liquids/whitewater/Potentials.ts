import type { Neighbours } from './Neighbours.ts';

/** Share of its neighbours' weight by which a particle on a level surface is off their centre: above it there is a surface. */
const SURFACE_OFFSET = 0.12;
/** Cosine between velocity and normal from which a crest moves forward (Ihmsen et al. 2012, eq. 8). */
const FORWARD = 0.6;
/** Limits of the mean speed of particles that come at each other, m/s, between which air is trapped in part. */
const TRAPPED = [0.2, 1] as const;
/** Limits of the mean of 1 - cosine of normals of a convex surface, between which it counts as a crest in part. */
const CREST = [0.05, 0.3] as const;

/** Maps a number to 0 below `low`, 1 above `high` and linearly between (Ihmsen et al. 2012, eq. 1). */
export function clampedPotential(value: number, low: number, high: number): number {
  if (high <= low) return value > low ? 1 : 0;
  return (Math.min(value, high) - Math.min(value, low)) / (high - low);
}

/** How much air particles of a liquid take in, as potentials between 0 and 1 (Ihmsen et al. 2012, 3.1), by means over neighbours, so that thresholds do not depend on their number. */
export class Potentials {
  private readonly near: Neighbours;
  /** Unit normals of the surface, xyz; 0 inside the liquid and where not computed yet. */
  private readonly normals: Float32Array;
  private readonly isKnown: Uint8Array;
  /** The neighbours of a particle and their distances, m, while those of others are looked for. */
  private readonly list: Uint32Array;
  private readonly distances: Float64Array;

  constructor(near: Neighbours) {
    this.near = near;
    this.list = new Uint32Array(near.ids.length);
    this.distances = new Float64Array(near.ids.length);
    this.normals = new Float32Array(near.positions.length);
    this.isKnown = new Uint8Array(near.ids.length);
  }

  /** Mean over neighbours of |v_ij| (1 - v_ij . x_ij), unit vectors in the product, weighted by distance (eq. 2): 0 to 1. */
  trappedAir(particle: number): number {
    const { near } = this;
    const { positions: x, velocities: v, list, distances, radius } = near;
    const p = 3 * particle;
    const count = near.find(x[p], x[p + 1], x[p + 2]);
    let sum = 0;
    let weights = 0;
    for (let n = 0; n < count; n++) {
      const distance = distances[n];
      if (list[n] === particle || distance === 0) continue;
      const q = 3 * list[n];
      const a = v[p] - v[q];
      const b = v[p + 1] - v[q + 1];
      const c = v[p + 2] - v[q + 2];
      const along = (a * (x[p] - x[q]) + b * (x[p + 1] - x[q + 1]) + c * (x[p + 2] - x[q + 2])) / distance;
      const weight = 1 - distance / radius;
      sum += weight * (Math.sqrt(a * a + b * b + c * c) - along);
      weights += weight;
    }
    return weights === 0 ? 0 : clampedPotential(sum / weights, TRAPPED[0], TRAPPED[1]);
  }

  /** Curvature of a convex surface that moves along its normal (eqs. 4 to 8): 0 to 1. */
  waveCrest(particle: number): number {
    const { near, normals, list, distances } = this;
    const { positions: x, velocities: v, radius } = near;
    this.findNormal(particle);
    const p = 3 * particle;
    const nx = normals[p];
    const ny = normals[p + 1];
    const nz = normals[p + 2];
    const speed = Math.hypot(v[p], v[p + 1], v[p + 2]);
    if (v[p] * nx + v[p + 1] * ny + v[p + 2] * nz < FORWARD * speed || speed === 0) return 0;
    const count = near.find(x[p], x[p + 1], x[p + 2]);
    for (let n = 0; n < count; n++) {
      list[n] = near.list[n];
      distances[n] = near.distances[n];
    }
    let sum = 0;
    let weights = 0;
    for (let n = 0; n < count; n++) {
      if (list[n] === particle) continue;
      const q = 3 * list[n];
      this.findNormal(list[n]);
      const ax = normals[q];
      const ay = normals[q + 1];
      const az = normals[q + 2];
      if (ax === 0 && ay === 0 && az === 0) continue;
      const weight = 1 - distances[n] / radius;
      weights += weight;
      const isBelow = (x[q] - x[p]) * nx + (x[q + 1] - x[p + 1]) * ny + (x[q + 2] - x[p + 2]) * nz < 0;
      if (isBelow) sum += weight * (1 - (nx * ax + ny * ay + nz * az));
    }
    return weights === 0 ? 0 : clampedPotential(sum / weights, CREST[0], CREST[1]);
  }

  /** Computes the normal from the centre of the neighbours to the particle; none where they lie all around it. */
  private findNormal(particle: number): void {
    if (this.isKnown[particle] === 1) return;
    this.isKnown[particle] = 1;
    const { near, normals } = this;
    const { positions: x, list, distances, radius } = near;
    const p = 3 * particle;
    const count = near.find(x[p], x[p + 1], x[p + 2]);
    let a = 0;
    let b = 0;
    let c = 0;
    let weights = 0;
    for (let n = 0; n < count; n++) {
      const q = 3 * list[n];
      const weight = 1 - distances[n] / radius;
      a += weight * (x[p] - x[q]);
      b += weight * (x[p + 1] - x[q + 1]);
      c += weight * (x[p + 2] - x[q + 2]);
      weights += weight;
    }
    const length = Math.hypot(a, b, c);
    if (length <= SURFACE_OFFSET * radius * weights) return;
    normals[p] = a / length;
    normals[p + 1] = b / length;
    normals[p + 2] = c / length;
  }
}
