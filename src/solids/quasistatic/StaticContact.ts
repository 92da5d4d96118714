import { BroadPhaseGrid } from '../../collision/broadPhaseGrid.ts';
import { PlacedCollider, type ContactCollider } from '../../collision/contactCollider.ts';
import type { ContactPoints } from '../../collision/ContactPoints.ts';
import { ContactPhase, MAX_CONTACTS, type ContactState } from '../../collision/contactState.ts';
import { DISTANCE } from '../../collision/distances.ts';
import { PointProbe } from '../../collision/PointProbe.ts';
import { hypot3 } from '../../math/hypot3.ts';
import { Constraint } from '../../collision/VelocityConstraints.ts';

/** Times that a vertex may let go of its colliders in one solve: one that flutters about zero force is then kept. */
const MOST_RELEASES = 6;
/** Points are on the surface where they are no farther from it than this share of the keeping distance: a ten-thousandth of an edge. */
const SLACK = 4e-4;
/** Rounds of putting a vertex between several colliders outside of each. */
const PROJECTION_ROUNDS = 3;

/**
 * Contact of a body in equilibrium with colliders that stand still while it is solved for: no vertex is inside, and what touches is
 * pressed, never pulled. An active set: vertices that entered are put onto the surface and slide along it, without friction (equilibria
 * with friction depend on how they were reached), until the other forces pull them off.
 */
export class StaticContact {
  readonly state: ContactState;
  /** Half the least extent of the colliders, m: one step may not be longer. */
  readonly reach: number;
  private readonly colliders: readonly PlacedCollider[];
  private readonly grid: BroadPhaseGrid;
  /** Made when the body is first moved; undefined where vertices collide. */
  private probe: PointProbe | undefined;
  private makePoints: (() => ContactPoints | undefined) | undefined;
  private readonly releases: Uint8Array;
  /** A touching vertex this far off its surface, m, has left it. */
  private readonly keepDistance: number;
  private readonly surface = new Float64Array(4);
  private readonly place = new Float64Array(3);
  private readonly before: Float64Array;

  constructor(
    state: ContactState,
    colliders: readonly ContactCollider[],
    keepDistance: number,
    points?: () => ContactPoints | undefined,
  ) {
    this.state = state;
    this.makePoints = colliders.length === 0 ? undefined : points;
    this.keepDistance = keepDistance;
    this.colliders = colliders.map((collider) => new PlacedCollider(collider));
    this.grid = new BroadPhaseGrid(colliders.length === 0 ? 0 : state.vertexCount);
    this.releases = new Uint8Array(colliders.length === 0 ? 0 : state.vertexCount);
    this.before = new Float64Array(colliders.length === 0 ? 0 : 3 * state.vertexCount);
    this.reach = colliders.reduce((least, { shape: { bounds } }) => {
      return Math.min(least, 0.5 * Math.min(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]));
    }, Infinity);
  }

  /** Vertices that touch. */
  get count(): number {
    return this.state.counts.reduce((sum, contacts) => sum + (contacts > 0 ? 1 : 0), 0);
  }

  /** Puts the colliders where they are at `time`, s; vertices with a non-zero `held` entry let go. */
  begin(time: number, held: Uint8Array): void {
    if (this.makePoints !== undefined) {
      const points = this.makePoints();
      if (points !== undefined) this.probe = new PointProbe(points, this.state.vertexCount);
      this.makePoints = undefined;
    }
    for (const collider of this.colliders) collider.place(time, time);
    this.releases.fill(0);
    for (let v = 0; v < held.length; v++) if (held[v] !== 0) this.state.release(v);
  }

  /** Writes the constraints of the vertices that touch: a plane, the line between two planes, or none of three. */
  constrain(kinds: Uint8Array, normals: Float64Array): void {
    const { counts, normals: own } = this.state;
    for (let v = 0; v < counts.length; v++) {
      if (counts[v] === 0) continue;
      const at = 3 * MAX_CONTACTS * v;
      if (counts[v] === 1) {
        kinds[v] = Constraint.normal;
        for (let axis = 0; axis < 3; axis++) normals[3 * v + axis] = own[at + axis];
      } else if (counts[v] === 2) {
        kinds[v] = Constraint.line;
        writeCross(own, at, at + 3, normals, 3 * v);
      } else kinds[v] = Constraint.fixed;
    }
  }

  /** Puts what entered a collider, and what touches one, onto its surface, in place; the longest way, m, that a vertex went by that. */
  collide(x: Float64Array, held: Uint8Array): number {
    if (this.colliders.length === 0) return 0;
    if (this.probe !== undefined) return this.collidePoints(this.probe, x, held);
    this.grid.sortPoints(x);
    let longest = 0;
    for (let c = 0; c < this.colliders.length; c++) {
      const count = this.grid.findCandidates(this.colliders[c], this.keepDistance);
      for (let i = 0; i < count; i++) {
        const v = this.grid.candidates[i];
        if (held[v] === 0) longest = Math.max(longest, this.collideVertex(c, v, x));
      }
    }
    return longest;
  }

  /** Collides points of the drawn surface for the vertices that carry them. */
  private collidePoints(probe: PointProbe, x: Float64Array, held: Uint8Array): number {
    const { state, colliders, keepDistance, before } = this;
    before.set(x);
    probe.sort(x);
    for (let c = 0; c < colliders.length; c++) {
      probe.find(colliders[c], keepDistance, x, held);
      for (let v = 0; v < held.length; v++) {
        const kept = state.find(v, c);
        if (kept !== undefined && probe.gaps[v] === Infinity) state.drop(v, kept);
      }
      for (let i = 0; i < probe.touchedCount; i++) this.touchByPoint(probe, c, probe.touched[i], x);
      probe.pushOut(colliders[c], x, held, SLACK * keepDistance);
    }
    return longestWay(before, x);
  }

  /** Moves a vertex that touches, or whose lowest point is inside, down to the surface, and along it from then on. */
  private touchByPoint(probe: PointProbe, c: number, v: number, x: Float64Array): void {
    const { state, surface, place } = this;
    const kept = state.find(v, c);
    const gap = probe.gaps[v];
    if (kept === undefined && gap >= 0) return;
    probe.points.place(probe.deepest[v], x, place, 0);
    this.colliders[c].signedDistanceAndNormal(place, 0, surface);
    if (gap > SLACK * this.keepDistance) for (let axis = 0; axis < 3; axis++) x[3 * v + axis] -= gap * surface[axis];
    const slot = kept ?? state.add(v, c, surface);
    if (slot === undefined) return;
    state.phases[v] = ContactPhase.slip;
    for (let axis = 0; axis < 3; axis++) state.normals[3 * (MAX_CONTACTS * v + slot) + axis] = surface[axis];
  }

  private collideVertex(c: number, v: number, x: Float64Array): number {
    const { state, surface } = this;
    const collider = this.colliders[c];
    collider.signedDistance(x, 3 * v, surface);
    const kept = state.find(v, c);
    if (kept === undefined && surface[DISTANCE] >= 0) return 0;
    if (surface[DISTANCE] > this.keepDistance) {
      if (kept !== undefined) state.drop(v, kept);
      return 0;
    }
    let way = 0;
    for (let round = 0; round < PROJECTION_ROUNDS; round++) {
      collider.signedDistanceAndNormal(x, 3 * v, surface);
      for (let axis = 0; axis < 3; axis++) x[3 * v + axis] -= surface[DISTANCE] * surface[axis];
      way += Math.abs(surface[DISTANCE]);
    }
    const slot = kept ?? state.add(v, c, surface);
    if (slot === undefined) return way;
    state.phases[v] = ContactPhase.slip;
    for (let axis = 0; axis < 3; axis++) state.normals[3 * (MAX_CONTACTS * v + slot) + axis] = surface[axis];
    return way;
  }

  /** Lets go of the vertices that `force` (N, all but that of contact) pulls off by more than `rounding`; how many. */
  release(force: Float64Array, rounding: number): number {
    const { counts, normals } = this.state;
    let released = 0;
    for (let v = 0; v < this.releases.length; v++) {
      for (let k = counts[v] - 1; k >= 0; k--) {
        const at = 3 * (MAX_CONTACTS * v + k);
        const pull =
          force[3 * v] * normals[at] + force[3 * v + 1] * normals[at + 1] + force[3 * v + 2] * normals[at + 2];
        if (!(pull > rounding) || this.releases[v] === MOST_RELEASES) continue;
        this.state.drop(v, k);
        this.releases[v]++;
        released++;
      }
    }
    return released;
  }
}

/** The longest way, m, that a vertex is from where it was. */
function longestWay(before: Float64Array, x: Float64Array): number {
  let longest = 0;
  for (let k = 0; k < x.length; k += 3) {
    longest = Math.max(longest, hypot3(x[k] - before[k], x[k + 1] - before[k + 1], x[k + 2] - before[k + 2]));
  }
  return longest;
}

/** out[to ..] = the unit vector along a x b, both unit vectors at `from` and `other` in `vectors`. */
function writeCross(vectors: Float64Array, from: number, other: number, out: Float64Array, to: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const next = (axis + 1) % 3;
    const last = (axis + 2) % 3;
    out[to + axis] = vectors[from + next] * vectors[other + last] - vectors[from + last] * vectors[other + next];
  }
  const length = hypot3(out[to], out[to + 1], out[to + 2]);
  for (let axis = 0; axis < 3; axis++) out[to + axis] /= length;
}
