import { type CollisionReport, CollisionSweeps } from './CollisionSweeps.ts';
import { ContactList } from './ContactList.ts';
import { Held, Touch, type ContactSurface } from './ContactSurface.ts';
import { CLOSEST_SIZE, closestEdgeEdge, closestPointTriangle } from './closestPoints.ts';
import { IntersectionCheck } from './IntersectionCheck.ts';
import { IntList } from './IntList.ts';
import type { PairKernelFactory } from './KernelPairs.ts';
import { PairCones } from './PairCones.ts';
import { PairTrajectory } from './PairTrajectory.ts';
import { PairFinder } from './PairFinder.ts';

/** Fraction of the missing thickness that a repulsion restores per substep (Bridson et al. 2002, 7.2). */
const SPRING_SHARE = 0.1;
/** Fraction of its thickness by which a pair may be nearer before repulsion acts: bodies that rest on many pairs would otherwise creep for ever between nearer pairs and others. */
const SLACK = 0.02;
/** The thickness of a pair is at least this many gaps. */
const FLOOR_GAPS = 4;

/** Report of `repel`. */
export interface RepulsionReport {
  /** Pairs closer than their thickness. */
  contacts: number;
}

/**
 * Contact of the surfaces of a group of bodies with themselves and each other (Bridson et al. 2002): repulsions, continuous collision in Gauss-Seidel
 * sweeps over the pairs that changed, rigid impact zones, stopped vertices. Surfaces that do not intersect at the start of a substep do not at its
 * end. No call depends on earlier substeps.
 */
export class SelfContact {
  /** How vertices are held in the running substep (`Held`), written by the caller: their mass is then infinite, unless the motion takes a body through itself. */
  readonly constrained: Uint8Array;
  /** The contacts of the last `repel` and of the `collide` after it. */
  readonly contacts: ContactList;
  private readonly finder: PairFinder;
  private readonly sweeps: CollisionSweeps;
  /** Displacements of the step, m: corrected, and as given. */
  private readonly moves: Float64Array;
  private readonly givenMoves: Float64Array;
  /** The positions at which `clearances` hold. */
  private readonly clearAt: Float64Array;
  /** Vertices whose moves differ from those of the candidates. */
  private readonly moved = new IntList();
  /** Contacts with an impulse in the last `settlePushing`, in order. */
  readonly pushing = new IntList();
  private readonly point = new Float64Array(12);
  private readonly closest = new Float64Array(CLOSEST_SIZE);
  private readonly normal = new Float64Array(3);
  private readonly trajectory = new PairTrajectory();
  private readonly cones: PairCones;
  /** Distance from which the present pair is no contact; then its distance, m. */
  private readonly far = new Float64Array(1);
  /** Length of the substep, s. */
  private readonly dt = new Float64Array(1);
  /** The largest thickness of a pair, m. */
  private readonly thickest = new Float64Array(1);
  private readonly wanted = new Float64Array(1);
  /** Fraction of the missing thickness that a repulsion restores, 1/s. */
  private readonly springRate = new Float64Array(1);
  /** Rate at which the distance beyond the thickness may close, 1/s; and the reach in thicknesses, per pair of bodies. */
  private readonly approachRate = new Float64Array(1);
  private readonly reaches: Float64Array;
  private readonly repulsion: RepulsionReport = { contacts: 0 };
  private checker: IntersectionCheck | undefined;
  /** Contacts before those that `collide` found. */
  private listed = 0;
  /** Whether the candidates are those of a `repel` or `list` that no `collide` has used. */
  private fresh = false;
  /** Whether contacts are only listed. */
  private listing = false;

  /** Pairs are found by a kernel where one can be made. */
  constructor(
    private readonly surface: ContactSurface,
    createKernel?: PairKernelFactory,
  ) {
    const vertexCount = surface.masses.length;
    this.constrained = new Uint8Array(vertexCount);
    this.reaches = new Float64Array(surface.pairs.bodyCount ** 2);
    this.finder = new PairFinder(surface, createKernel);
    this.cones = new PairCones(surface, this.finder.topology.welded);
    this.contacts = new ContactList(surface);
    this.sweeps = new CollisionSweeps(surface, this.finder, this.contacts, this.constrained);
    this.moves = this.sweeps.moves;
    this.givenMoves = new Float64Array(3 * vertexCount);
    this.clearAt = new Float64Array(3 * vertexCount);
  }

  /**
   * Applies repulsions between primitives closer than their thickness h at `positions` (m), in place on `velocity` (m/s) for a move of `dt` (s): along the
   * normal, contacts separate with at least .1 (.98 h - d) / dt, d the distance, and come no nearer; tangentially, Coulomb friction by that impulse. `reach` > 1: also
   * between primitives closer than `reach` h that would come closer than h in the move; they may approach to h. Resting pairs then stay at .98 to 1 h,
   * without oscillation.
   */
  repel(positions: Float64Array, velocity: Float64Array, dt: number, reach = 1): RepulsionReport {
    this.listing = false;
    this.reaches.fill(reach);
    this.findContacts(positions, velocity, dt);
    return this.repulsion;
  }

  /**
   * Lists the contacts of `repel` without their impulses, and all pairs closer than `reach` h now or by the end of the substep: for rounds that alternate contacts with another
   * condition on the velocity. `reach`: for all pairs of bodies, or a table of them as in `BodyPairs`. `predicted`: approximate `velocity` (m/s) at the end of the substep, along which
   * candidates are found.
   */
  list(positions: Float64Array, predicted: Float64Array, dt: number, reach: number | Float64Array): RepulsionReport {
    this.listing = true;
    if (typeof reach === 'number') this.reaches.fill(reach);
    else this.reaches.set(reach);
    this.findContacts(positions, predicted, dt);
    return this.repulsion;
  }

  /**
   * Corrects the positions `end` (m) so that no surfaces pass through each other between `start` and `end`, and adds (corrected - given) / dt to
   * `velocity` (m/s), where it is given. Call it after `repel` of the same substep, or alone.
   */
  collide(start: Float64Array, end: Float64Array, velocity: Float64Array | undefined, dt: number): CollisionReport {
    this.noteMoves(start, end);
    if (this.fresh && this.startsAt(start)) {
      this.takeMasses();
      this.extendAll(start);
    } else this.begin(start, false);
    this.fresh = false;
    this.listed = this.contacts.count;
    return this.sweep(start, end, velocity, dt);
  }

  /**
   * Corrects other positions `end` (m) of the substep that the last `collide` began, with vertices that colliders hold since (`constrained`): the others yield.
   */
  collideAgain(start: Float64Array, end: Float64Array): CollisionReport {
    const { constrained, contacts } = this;
    const { masses } = this.surface;
    this.noteMoves(start, end);
    contacts.count = this.listed;
    for (let v = 0; v < constrained.length; v++) {
      if (constrained[v] === Held.byCollider) contacts.hold(v);
    }
    this.extendAll(start);
    this.sweep(start, end, undefined, 0);
    for (let v = 0; v < constrained.length; v++) {
      if (constrained[v] === Held.byCollider && masses[v] > 0) contacts.inverseMasses[v] = 1 / masses[v];
    }
    contacts.renewCompliances();
    return this.sweeps.report;
  }

  private noteMoves(start: Float64Array, end: Float64Array): void {
    const { moves } = this;
    for (let i = 0; i < moves.length; i++) moves[i] = end[i] - start[i];
    this.givenMoves.set(moves);
  }

  private sweep(
    start: Float64Array,
    end: Float64Array,
    velocity: Float64Array | undefined,
    dt: number,
  ): CollisionReport {
    const { report } = this.sweeps;
    this.sweeps.run(start);
    if (report.impulses > 0) this.writeBack(end, velocity, dt);
    return report;
  }

  /** Runs further passes over the contacts of `repel`, so that their impulses on `velocity` (m/s) become consistent. */
  settle(velocity: Float64Array, passes: number): void {
    this.contacts.relaxAll(velocity, passes);
  }

  /** Settles contacts as `settle` does, for one of many rounds: after the first pass only contacts with impulses are relaxed. */
  settlePushing(velocity: Float64Array, passes: number): void {
    this.contacts.relaxPushing(velocity, passes, this.pushing);
  }

  /** Removes the approach of this substep's contacts from `velocity` (m/s), in place, with the resulting friction. */
  dampApproach(velocity: Float64Array, passes = 1): void {
    this.contacts.restart();
    this.settle(velocity, passes);
  }

  /**
   * Returns the pairs of triangles (two numbers each) that intersect at `positions`, m, of enabled pairs of bodies. Coplanar triangles do not count, nor do
   * those that share an edge. For checks: it allocates.
   */
  intersectingPairs(positions: ArrayLike<number>): Int32Array {
    const { topology, trees, kernelPairs } = this.finder;
    this.checker ??= new IntersectionCheck(topology, trees, this.surface.bodies, kernelPairs);
    return this.checker.find(Float64Array.from(positions), this.surface.pairs);
  }

  /** Releases the memory of kernels. */
  dispose(): void {
    this.finder.dispose();
  }

  /** Finds the candidates for a move of `dt` by `velocity` and the contacts among them; keeps only candidates that may collide. */
  private findContacts(positions: Float64Array, velocity: Float64Array, dt: number): void {
    const { moves, contacts, finder } = this;
    for (let i = 0; i < moves.length; i++) moves[i] = dt * velocity[i];
    finder.near.followsMoves = this.listing;
    this.begin(positions, true);
    this.clearAt.set(positions);
    this.springRate[0] = SPRING_SHARE / dt;
    this.approachRate[0] = 1 / dt;
    this.dt[0] = dt;
    this.fresh = true;
    finder.candidates.index.clear();
    if (finder.measures) this.repelNear(positions, velocity);
    else this.repelAll(positions, velocity);
    this.repulsion.contacts = contacts.count;
  }

  /** Finds the contacts among the candidates that a kernel has found near. */
  private repelNear(positions: Float64Array, velocity: Float64Array): void {
    const { candidates } = this.finder;
    const { near } = candidates;
    for (let k = 0; k < near.length; k++) this.repelPair(near.values[k], positions, velocity);
    candidates.dropParted();
  }

  /** Measures all candidates, finds the contacts among them, and drops those that their closest points part. */
  private repelAll(positions: Float64Array, velocity: Float64Array): void {
    const { candidates } = this.finder;
    const { count } = candidates;
    let kept = 0;
    for (let pair = 0; pair < count; pair++) {
      this.repelPair(pair, positions, velocity);
      if (!this.finder.closestPart(pair, this.closest)) candidates.move(pair, kept++);
    }
    candidates.count = kept;
  }

  /** Finds the candidates of a substep that starts at `x` with the present moves; `measures`: and which of them are near. */
  private begin(x: Float64Array, measures: boolean): void {
    const { finder, thickest } = this;
    const { thickness } = this.surface;
    this.contacts.count = 0;
    this.takeMasses();
    finder.setGap(x, this.moves);
    this.sweeps.floor[0] = FLOOR_GAPS * finder.gap[0];
    thickest[0] = this.sweeps.floor[0];
    for (let v = 0; v < thickness.length; v++) if (thickness[v] > thickest[0]) thickest[0] = thickness[v];
    finder.near.distance[0] = -1;
    if (measures) this.setNear();
    finder.find(x, this.moves);
    finder.near.distance[0] = -1;
  }

  /** Vertices have the masses of the surface again, whichever velocities were relaxed with others; `constrained` ones an infinite one. */
  private takeMasses(): void {
    const { masses } = this.surface;
    const { inverseMasses } = this.contacts;
    for (let v = 0; v < masses.length; v++)
      inverseMasses[v] = this.constrained[v] === 0 && masses[v] > 0 ? 1 / masses[v] : 0;
    this.contacts.renewCompliances();
  }

  /** Makes pairs near that may be contacts: within the largest reach of any two bodies. */
  private setNear(): void {
    const { reaches, thickest } = this;
    const { distance } = this.finder.near;
    for (let k = 0; k < reaches.length; k++) {
      if (reaches[k] * thickest[0] > distance[0]) distance[0] = reaches[k] * thickest[0];
    }
  }

  /** Candidates for the present moves, of a substep whose candidates were found for others. */
  private extendAll(x: Float64Array): void {
    this.finder.listChanged(x, this.moves, this.moved);
    this.finder.extend(x, this.moves, this.moved);
  }

  private repelPair(pair: number, x: Float64Array, velocity: Float64Array): void {
    const { point, closest, contacts, wanted, normal, trajectory, far } = this;
    const { vertices: values } = this.finder.candidates;
    const edges = this.finder.candidates.edges[pair] === 1;
    for (let k = 0; k < 4; k++) {
      const v = 3 * values[4 * pair + k];
      point[3 * k] = x[v];
      point[3 * k + 1] = x[v + 1];
      point[3 * k + 2] = x[v + 2];
    }
    if (edges) closestEdgeEdge(point, closest);
    else closestPointTriangle(point, closest);
    const distance = Math.sqrt(closest[7]);
    this.finder.candidates.clearances[pair] = (1 - 1e-6) * distance;
    const { bodies, pairs } = this.surface;
    const place = bodies[values[4 * pair]] * pairs.bodyCount + bodies[values[4 * pair + 3]];
    if (pairs.enabled[place] === Touch.stops) return;
    const reach = this.reaches[place];
    if (!(distance > 1e-3 * this.finder.gap[0])) return;
    const isNear = distance <= reach * this.thickest[0];
    if (!isNear && !this.listing) return;
    contacts.pairThickness(values, 4 * pair, edges, closest, this.sweeps.floor, wanted);
    far[0] = reach * wanted[0];
    if (distance >= far[0]) {
      if (
        this.listing &&
        trajectory.meets(point, closest, edges, values, 4 * pair, velocity, this.dt, wanted, far) &&
        this.cones.touch(values, 4 * pair, edges, trajectory.closest, trajectory.normal, x)
      )
        this.addContact(pair, trajectory.closest, trajectory.normal, trajectory.gap);
      return;
    }
    const beyond = distance >= wanted[0];
    for (let axis = 0; axis < 3; axis++) normal[axis] = closest[4 + axis] / distance;
    if (!this.cones.touch(values, 4 * pair, edges, closest, normal, x)) return;
    far[0] = distance;
    this.addContact(pair, closest, normal, far);
    if (!this.listing && !contacts.relax(contacts.count - 1, velocity) && beyond) contacts.count--;
  }

  /**
   * Adds a contact of a pair `gap` (m) apart, which is to part slowly where that is less than the thickness `wanted` by more than the slack, to come no nearer than that where it is more,
   * and to stay where it is between.
   */
  private addContact(pair: number, weights: Float64Array, normal: Float64Array, gap: Float64Array): void {
    const { contacts, wanted, springRate, approachRate } = this;
    contacts.add(this.finder.candidates.vertices, 4 * pair, weights, normal);
    if (gap[0] >= wanted[0]) wanted[0] = approachRate[0] * (wanted[0] - gap[0]);
    else wanted[0] = springRate[0] * Math.max((1 - SLACK) * wanted[0] - gap[0], 0);
    contacts.aim(wanted);
  }

  private startsAt(start: Float64Array): boolean {
    for (let i = 0; i < start.length; i++) if (start[i] !== this.clearAt[i]) return false;
    return true;
  }

  private writeBack(end: Float64Array, velocity: Float64Array | undefined, dt: number): void {
    const { moves, givenMoves } = this;
    for (let i = 0; i < moves.length; i++) {
      const correction = moves[i] - givenMoves[i];
      if (correction === 0) continue;
      end[i] += correction;
      if (velocity !== undefined) velocity[i] += correction / dt;
    }
  }
}
