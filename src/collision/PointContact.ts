import type { ContactCollider } from './contactCollider.ts';
import type { ContactPoints } from './ContactPoints.ts';
import { MAX_CONTACTS, type ContactState } from './contactState.ts';
import { DISTANCE } from './distances.ts';
import { applyContactImpulse } from './frictionImpulse.ts';
import { isMoved, NEAR, ObjectContact, PROJECTION_ROUNDS, type EnteringVertices } from './objectContact.ts';
import { PointProbe } from './PointProbe.ts';

/** Penetration that is tolerated, as a fraction of the keeping distance: two ten-thousandths of an edge. */
const SLACK = 0.02;

/** A pressing vertex keeps its contact while others lift its point by up to this many keeping distances, and follows the point down. */
const LIFTED = 10;

/** Parameters of the contact of points with colliders. */
export interface PointContactInput {
  readonly state: ContactState;
  readonly colliders: readonly ContactCollider[];
  /** Keeping distance, m, as in `ObjectContact`. */
  readonly keepDistance: number;
  /** Escape speed, m/s, as in `ObjectContact`. */
  readonly escapeSpeed: number;
  readonly keepsVolume: boolean;
  /** Returns the contact points; called once, when the body is first moved. Vertices collide where it is left out or returns undefined. */
  readonly points?: () => ContactPoints | undefined;
}

/**
 * Collision of a body with an embedded rendered surface: points of that surface collide instead of vertices. The distance of a vertex from a collider is that of the nearest of the
 * points that it carries. Contact of the point stops the vertex, with friction, and penetrating points are pushed out one by one.
 */
export class PointContact extends ObjectContact {
  private probe: PointProbe | undefined;
  private carriers: Uint8Array | undefined;
  private makePoints: (() => ContactPoints | undefined) | undefined;
  /** Penetration that is tolerated, m. */
  private readonly slack: number;
  /** Distance to which others may lift a point while its pressing vertex keeps the contact, m. */
  private readonly lifted: number;
  /** Distance by which a pressing vertex returns towards its lifted point in a substep, m. */
  private readonly back: number;
  /** Non-zero for vertices with a point that `findEntering` has found inside in the running substep: they are in contact, even if later corrections have lifted the point a little. */
  private readonly foreseen: Uint8Array;
  /** Position of a point of the body, m; and before other bodies pushed it. */
  private readonly place = new Float64Array(3);
  private readonly began = new Float64Array(3);
  private readonly way = new Float64Array(1);

  constructor({ state, colliders, keepDistance, escapeSpeed, keepsVolume, points }: PointContactInput) {
    super(state, colliders, keepDistance, escapeSpeed);
    this.slack = SLACK * keepDistance;
    this.lifted = LIFTED * keepDistance;
    // Lowering all points at once would change the volume.
    this.back = keepsVolume ? this.slack : this.lifted;
    this.makePoints = colliders.length === 0 ? undefined : points;
    this.foreseen = new Uint8Array(this.makePoints === undefined ? 0 : state.vertexCount);
  }

  override beginStep(start: number, end: number, positions: Float64Array, constrained: Uint8Array): void {
    if (this.makePoints !== undefined) this.readyPoints(this.makePoints);
    this.foreseen.fill(0);
    super.beginStep(start, end, positions, constrained);
  }

  override colliding(): Uint8Array | undefined {
    if (this.makePoints !== undefined) this.readyPoints(this.makePoints);
    return this.carriers;
  }

  private readyPoints(make: () => ContactPoints | undefined): void {
    const points = make();
    if (points !== undefined) {
      const even = this.colliders.every(({ collider }) => collider.shape.uneven !== true);
      this.probe = new PointProbe(points, this.state.vertexCount, even);
      this.carriers = points.carriers(this.state.vertexCount);
    }
    this.makePoints = undefined;
  }

  override anyNear(x: Float64Array, constrained: Uint8Array): boolean {
    const { probe } = this;
    if (probe === undefined) return super.anyNear(x, constrained);
    const margin = NEAR * this.keepDistance;
    probe.sort(x);
    for (let c = 0; c < this.colliders.length; c++) {
      probe.find(this.colliders[c], margin, x, constrained);
      for (let i = 0; i < probe.touchedCount; i++) if (this.isFreeOrSinks(probe, probe.touched[i])) return true;
    }
    return false;
  }

  /** Returns whether a vertex has no contact, or has one but carries a point that sinks: other vertices with a share in the point move it. */
  private isFreeOrSinks(probe: PointProbe, v: number): boolean {
    return this.state.counts[v] === 0 || probe.gaps[v] < -this.slack;
  }

  override findEntering(x: Float64Array, constrained: Uint8Array): EnteringVertices {
    const { entering, surface, place, probe } = this;
    if (probe === undefined) return super.findEntering(x, constrained);
    entering.count = 0;
    entering.sinks = true;
    probe.sort(x);
    for (let c = 0; c < this.colliders.length; c++) {
      probe.find(this.colliders[c], 0, x, constrained);
      for (let i = 0; i < probe.touchedCount && entering.count < entering.vertices.length; i++) {
        const v = probe.touched[i];
        if (!this.isFreeOrSinks(probe, v)) continue;
        const point = probe.deepest[v];
        probe.points.place(point, x, place, 0);
        this.colliders[c].signedDistanceAndNormal(place, 0, surface);
        this.foreseen[v] = 1;
        // A point outside its element would move farther than the vertex; it moves no farther than to the surface, since points above it are not in contact.
        const weight = probe.points.weights[probe.points.carrier(point, constrained)];
        this.addEntering(c, v, place, 0, probe.gaps[v] / Math.max(1, weight));
      }
    }
    return entering;
  }

  override collide(from: Float64Array, x: Float64Array, velocity: Float64Array, constrained: Uint8Array): void {
    const { state, colliders, keepDistance, wayOut, dt, probe } = this;
    if (probe === undefined) return super.collide(from, x, velocity, constrained);
    this.confirmed.fill(0);
    let pushed = false;
    probe.sort(x);
    for (let c = 0; c < colliders.length; c++) {
      probe.find(colliders[c], this.lifted, x, constrained);
      for (let i = 0; i < probe.touchedCount; i++) {
        const v = probe.touched[i];
        const kept = state.find(v, c);
        const gap = probe.gaps[v];
        if (kept !== undefined) {
          const presses = state.normalForces[MAX_CONTACTS * v + kept] > 0;
          // Released, the body would fall onto it again; fixed, it would hang in mid-air until released.
          if (presses && gap > 0) this.putBack(probe, c, v, x, constrained);
          if (presses || gap <= keepDistance) this.stayByPoint(probe, c, v, kept, x, velocity);
        } else if (gap < 0 || (this.foreseen[v] !== 0 && gap <= keepDistance)) {
          this.meetByPoint(probe, c, v, from, x, velocity);
        }
      }
      probe.leadOut(colliders[c], from, x, constrained, dt, wayOut, keepDistance, true);
      pushed = probe.pushOut(colliders[c], x, constrained, this.slack) || pushed;
    }
    this.dropUnconfirmed();
    if (pushed) this.separatePoints(probe, from, x, constrained);
  }

  /** Puts all vertices that moved a point into a collider back, as `ObjectContact.bringBack` does vertices that collide themselves. */
  override bringBack(before: Float64Array, x: Float64Array, constrained: Uint8Array, obstructed: Uint8Array): boolean {
    const { probe, colliders, path, place, began } = this;
    if (probe === undefined) return super.bringBack(before, x, constrained, obstructed);
    const { points } = probe;
    let any = false;
    for (let point = 0; point < points.count; point++) {
      if (!isPointMoved(points, point, before, x)) continue;
      points.place(point, before, began, 0);
      points.place(point, x, place, 0);
      for (let c = 0; c < colliders.length; c++) {
        if (colliders[c].collides || !path.enters(colliders[c], began, place, 0)) continue;
        putPointBack(points, point, before, x, obstructed);
        any = true;
        break;
      }
    }
    return any;
  }

  /** Moves a pressing vertex so that the lowest of its points returns to the surface. */
  private putBack(probe: PointProbe, c: number, v: number, x: Float64Array, constrained: Uint8Array): void {
    const { surface, place, way } = this;
    const point = probe.deepest[v];
    probe.points.place(point, x, place, 0);
    this.colliders[c].signedDistanceAndNormal(place, 0, surface);
    way[0] = -Math.min(surface[DISTANCE], this.back);
    probe.points.push(point, x, constrained, surface, way);
  }

  /** Updates a kept contact of a vertex that carries points: the vertex stays, with the normal and the velocity of the surface at its lowest point. */
  private stayByPoint(
    probe: PointProbe,
    c: number,
    v: number,
    slot: number,
    x: Float64Array,
    velocity: Float64Array,
  ): void {
    const { normals, bodyVelocities } = this.state;
    const { surface, body, place } = this;
    const collider = this.colliders[c];
    probe.points.place(probe.deepest[v], x, place, 0);
    collider.signedDistanceAndNormal(place, 0, surface);
    collider.velocityAt(place, 0, body);
    const at = 3 * (MAX_CONTACTS * v + slot);
    for (let axis = 0; axis < 3; axis++) {
      normals[at + axis] = surface[axis];
      bodyVelocities[at + axis] = body[axis];
    }
    applyContactImpulse(velocity, 3 * v, surface, body, this.frictions, c);
    this.confirmed[MAX_CONTACTS * v + slot] = 1;
  }

  /** Adds a contact of a vertex with a point that entered: it moves as far as the point may, then with Gamma of the vertex' velocity. Points still inside are pushed out later. */
  private meetByPoint(
    probe: PointProbe,
    c: number,
    v: number,
    from: Float64Array,
    x: Float64Array,
    velocity: Float64Array,
  ): void {
    const collider = this.colliders[c];
    const { surface, body, place } = this;
    const point = probe.deepest[v];
    probe.points.place(point, x, place, 0);
    collider.signedDistanceAndNormal(place, 0, surface);
    surface[DISTANCE] = Math.min(probe.gaps[v], 0);
    collider.velocityAt(place, 0, body);
    probe.points.place(point, from, place, 0);
    collider.signedDistance(place, 0, this.gap);
    const outcome = this.moveOn(c, v, from, x);
    applyContactImpulse(velocity, 3 * v, surface, body, this.frictions, c);
    this.record(c, v, velocity, outcome);
  }

  /** Pushes points between colliders out of each in turn, as well as points moved inside, through negative weights, by vertices that rose with others. */
  private separatePoints(probe: PointProbe, from: Float64Array, x: Float64Array, constrained: Uint8Array): void {
    const { colliders, keepDistance, wayOut, dt } = this;
    for (let round = 0; round < PROJECTION_ROUNDS; round++) {
      let any = false;
      probe.sort(x);
      for (let c = 0; c < colliders.length; c++) {
        probe.find(colliders[c], keepDistance, x, constrained);
        probe.leadOut(colliders[c], from, x, constrained, dt, wayOut, keepDistance, false);
        any = probe.pushOut(colliders[c], x, constrained, this.slack) || any;
      }
      if (!any) return;
    }
  }
}

/** Whether a vertex with a share in a point moved. */
function isPointMoved({ starts, vertices }: ContactPoints, point: number, a: Float64Array, b: Float64Array): boolean {
  for (let k = starts[point]; k < starts[point + 1]; k++) if (isMoved(a, b, 3 * vertices[k])) return true;
  return false;
}

/** Puts the vertices with a share in a point back from `x` to `before`, and flags those that moved. */
function putPointBack(
  { starts, vertices }: ContactPoints,
  point: number,
  before: Float64Array,
  x: Float64Array,
  flags: Uint8Array,
): void {
  for (let k = starts[point]; k < starts[point + 1]; k++) {
    const at = 3 * vertices[k];
    if (!isMoved(before, x, at)) continue;
    flags[vertices[k]] = 1;
    for (let axis = 0; axis < 3; axis++) x[at + axis] = before[at + axis];
  }
}
