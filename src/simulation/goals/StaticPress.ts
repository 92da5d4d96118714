import type { ColliderPose, ColliderShape } from '../../collision/CollisionBody.ts';
import { PlacedCollider } from '../../collision/contactCollider.ts';
import { DISTANCE } from '../../collision/distances.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { ConjugateGradientScratch, solveProjected } from '../../math/projectedConjugateGradient.ts';
import { VectorLaplacian } from './VectorLaplacian.ts';

/** Parts in which a shape grows that is in the body from the beginning: vertices slide along what they have met. */
const STEPS = 6;
/** Times in each part of the way that touching vertices are found anew. */
const ROUNDS = 4;
/** Share of the body's size that vertices may be off the surface by. */
const NEAR = 1e-4;
const TOLERANCE = 1e-6;
const MAX_ITERATIONS = 500;

/** What a body is pressed against. */
export interface Presser {
  readonly shape: ColliderShape;
  /** Poses of the collider one after the other, in steps that pass no part of the body; the last one from then on. */
  readonly poses: readonly ColliderPose[];
}

/** How far a body gives way around what presses, and its size, m. */
export interface PressedBody {
  readonly reach: number;
  readonly size: number;
}

/**
 * A body at rest that shapes are pressed into without friction, along their ways: of all displacements u that leave no vertex inside a shape the one with the least
 * sum V (|grad u|^2 + |u|^2 / reach^2). What is further than the reach from the press stays where it is. Vertices that would have to be constrained are let go.
 */
export class StaticPress {
  /** xyz per vertex, m: at rest at first. */
  readonly positions: Float64Array;
  private readonly rest: Float64Array;
  private readonly colliders: readonly PlacedCollider[];
  private readonly steps: number;
  private readonly laplacian: VectorLaplacian;
  /** 1 / reach^2, 1/m2, and how near to the surface is on it, m. */
  private readonly screening: number;
  private readonly near: number;
  /** 1 + the number of the shape that a vertex touches, 0 for none; outward normals. */
  private readonly touching: Uint8Array;
  private readonly normals: Float64Array;
  private readonly displacement: Float64Array;
  private readonly force: Float64Array;
  private readonly change: Float64Array;
  private readonly scratch: ConjugateGradientScratch;
  private readonly surface = new Float64Array(4);
  /** Number of the shape that `distanceAt` found. */
  private readonly nearest = new Uint8Array(1);

  /** `rest`: positions of the volume's vertices in the axes that the poses are in, m. */
  constructor(volume: VolumeMesh, rest: Float64Array, pressers: readonly Presser[], { reach, size }: PressedBody) {
    const { length } = rest;
    this.rest = rest;
    this.positions = rest.slice();
    this.steps = Math.max(...pressers.map(({ poses }) => poses.length));
    this.colliders = pressers.map(({ shape, poses }) => {
      return new PlacedCollider({ shape, friction: 0, poseAt: (k) => poses[Math.min(k, poses.length - 1)] });
    });
    this.laplacian = new VectorLaplacian(volume);
    this.screening = 1 / (reach * reach);
    this.near = NEAR * size;
    this.touching = new Uint8Array(length / 3);
    this.normals = new Float64Array(length);
    this.displacement = new Float64Array(length);
    this.force = new Float64Array(length);
    this.change = new Float64Array(length);
    this.scratch = new ConjugateGradientScratch(length);
  }

  /** Presses the shapes all the way in; false where none ever reaches the body. */
  press(): boolean {
    const { colliders, touching } = this;
    for (const collider of colliders) collider.place(0, 0);
    let deepest = 0;
    for (let v = 0; v < touching.length; v++) deepest = Math.min(deepest, this.distanceAt(v));
    let reached = deepest < 0;
    if (reached) for (let step = 1; step <= STEPS; step++) this.settle(deepest * (1 - step / STEPS));
    for (let k = 1; k < this.steps; k++) {
      for (const collider of colliders) collider.place(k, k);
      if (this.settle(0)) reached = true;
    }
    return reached;
  }

  /** Equilibrium with the surfaces of distance `level` (m, not above 0) of the shapes; whether anything had to move. */
  private settle(level: number): boolean {
    let round = 0;
    while (round < ROUNDS && this.meet(level)) {
      this.relax();
      this.letGo();
      round++;
    }
    return round > 0;
  }

  /** Brings vertices inside onto the surface, and those that touch it back; whether there was anything to bring. */
  private meet(level: number): boolean {
    const { touching, normals, surface, displacement, positions, colliders } = this;
    let any = false;
    for (let v = 0; v < touching.length; v++) {
      const missing = level - this.distanceAt(v);
      if (touching[v] === 0 && !(missing > 0)) continue;
      const index = this.nearest[0];
      colliders[index].signedDistanceAndNormal(positions, 3 * v, surface);
      any ||= touching[v] !== index + 1 || Math.abs(missing) > this.near;
      touching[v] = index + 1;
      for (let axis = 0; axis < 3; axis++) {
        normals[3 * v + axis] = surface[axis];
        displacement[3 * v + axis] += missing * surface[axis];
        positions[3 * v + axis] += missing * surface[axis];
      }
    }
    return any;
  }

  /** The best displacement under what touches. */
  private relax(): void {
    const { displacement, force, change, laplacian, screening, positions, rest } = this;
    const { diagonal, volumes } = laplacian;
    this.forces(displacement, force);
    for (let k = 0; k < force.length; k++) force[k] = -force[k];
    const system = {
      multiply: (x: Float64Array, out: Float64Array) => this.forces(x, out),
      precondition: (r: Float64Array, out: Float64Array) => {
        for (let k = 0; k < r.length; k++) {
          const v = Math.floor(k / 3);
          const stiffness = diagonal[v] + screening * volumes[v];
          out[k] = stiffness > 0 ? r[k] / stiffness : 0;
        }
      },
      project: (x: Float64Array) => this.alongSurface(x),
    };
    solveProjected(system, force, TOLERANCE, MAX_ITERATIONS, change, this.scratch);
    for (let k = 0; k < change.length; k++) {
      displacement[k] += change[k];
      positions[k] = rest[k] + displacement[k];
    }
  }

  /** Lets go of vertices that a shape would have to pull. */
  private letGo(): void {
    const { touching, normals, force } = this;
    this.forces(this.displacement, force);
    for (let v = 0; v < touching.length; v++) {
      if (touching[v] === 0) continue;
      let push = 0;
      for (let k = 3 * v; k < 3 * v + 3; k++) push += force[k] * normals[k];
      if (push < 0) touching[v] = 0;
    }
  }

  /** out = what displaces the body by u, m2. */
  private forces(u: Float64Array, out: Float64Array): void {
    const { laplacian, screening } = this;
    laplacian.multiply(u, out);
    for (let k = 0; k < u.length; k++) out[k] += screening * laplacian.volumes[Math.floor(k / 3)] * u[k];
  }

  /** Takes the normal components of touching vertices away. */
  private alongSurface(x: Float64Array): void {
    const { touching, normals } = this;
    for (let v = 0; v < touching.length; v++) {
      if (touching[v] === 0) continue;
      let along = 0;
      for (let k = 3 * v; k < 3 * v + 3; k++) along += x[k] * normals[k];
      for (let k = 3 * v; k < 3 * v + 3; k++) x[k] -= along * normals[k];
    }
  }

  /** Least signed distance of a vertex, m. */
  private distanceAt(v: number): number {
    const { colliders, surface } = this;
    let least = Infinity;
    for (let c = 0; c < colliders.length; c++) {
      colliders[c].signedDistance(this.positions, 3 * v, surface);
      if (!(surface[DISTANCE] < least)) continue;
      least = surface[DISTANCE];
      this.nearest[0] = c;
    }
    return least;
  }
}
