import { ContactList } from './ContactList.ts';
import type { ContactSurface } from './ContactSurface.ts';
import { CLOSEST_SIZE, closestEdgeEdge, closestPointTriangle } from './closestPoints.ts';
import { ImpactZones } from './ImpactZones.ts';
import { IntersectionCheck } from './IntersectionCheck.ts';
import { IntList } from './IntList.ts';
import { PairFinder } from './PairFinder.ts';
import { PairImpact } from './PairImpact.ts';

/** Sweeps of impulses over the colliding pairs of a substep; further ones gain little, and zones take over. */
const SWEEPS = 20;
/** Rounds in which impact zones may grow before their vertices are stopped; rounds of stopping. */
const ZONE_ROUNDS = 30;
const STOP_ROUNDS = 200;
/** Share of what is missing to the thickness that a spring makes up per substep (Bridson et al. 2002, 7.2). */
const SPRING_SHARE = 0.1;
/** The thickness of a pair is at least this many gaps. */
const FLOOR_GAPS = 4;

/** What `repel` found. */
export interface RepulsionReport {
  /** Pairs closer than their thickness. */
  contacts: number;
}

/** What `collide` did. */
export interface CollisionReport {
  /** Sweeps over the colliding pairs, the last one without an impulse included. */
  sweeps: number;
  /** Pairs of primitives whose swept boxes overlap. */
  pairs: number;
  impulses: number;
  /** Rigid impact zones, and the vertices in the largest. */
  zones: number;
  largestZone: number;
  /** Vertices that were stopped for the step. */
  stopped: number;
}

/** What happens to a colliding pair. */
const Treatment = { push: 0, join: 1, stop: 2 } as const;
type Treatment = (typeof Treatment)[keyof typeof Treatment];

/**
 * Contact of the surfaces of a group of bodies with themselves and each other (Bridson et al. 2002): repulsions, continuous collision in Gauss-Seidel
 * sweeps over the pairs that changed, rigid impact zones, stopped vertices. Surfaces that do not intersect at the start of a substep do not at its
 * end. Calls of a substep depend on nothing before it.
 */
export class SelfContact {
  /** Not 0 for vertices whose motion is prescribed in the running substep: infinite mass. The caller writes it. */
  readonly held: Uint8Array;
  /** The contacts of the last `repel` and of the `collide` after it. */
  readonly contacts: ContactList;
  private readonly finder: PairFinder;
  private readonly zones: ImpactZones;
  private readonly impact = new PairImpact();
  /** Displacements of the step, m: as they become, and as they were given. */
  private readonly moves: Float64Array;
  private readonly givenMoves: Float64Array;
  /** The positions at which `clearances` hold. */
  private readonly clearAt: Float64Array;
  /** Sweep in which each vertex was moved last. */
  private readonly changed: Int32Array;
  /** The vertices moved by the running sweep. */
  private readonly moved = new IntList();
  private readonly point = new Float64Array(12);
  private readonly closest = new Float64Array(CLOSEST_SIZE);
  private readonly normal = new Float64Array(3);
  /** The smallest thickness of a pair, and the largest, m. */
  private readonly floor = new Float64Array(1);
  private readonly thickest = new Float64Array(1);
  private readonly wanted = new Float64Array(1);
  private readonly room = new Float64Array(1);
  /** The spring's share of what is missing per second. */
  private readonly springRate = new Float64Array(1);
  /** Of what is beyond its thickness, 1/s, and how many thicknesses away it counts. */
  private readonly approachRate = new Float64Array(1);
  private readonly reach = new Float64Array(1);
  private readonly separations = new Float64Array(2);
  private readonly repulsion: RepulsionReport = { contacts: 0 };
  private readonly report: CollisionReport = {
    sweeps: 0,
    pairs: 0,
    impulses: 0,
    zones: 0,
    largestZone: 0,
    stopped: 0,
  };
  private checker: IntersectionCheck | undefined;
  /** Whether the candidates are those of a `foresee` that no `repel` has used, or of a `repel` that no `collide` has. */
  private foreseen = false;
  private fresh = false;

  constructor(private readonly surface: ContactSurface) {
    const vertexCount = surface.masses.length;
    this.held = new Uint8Array(vertexCount);
    this.finder = new PairFinder(surface);
    this.contacts = new ContactList(surface);
    this.zones = new ImpactZones(vertexCount);
    this.moves = new Float64Array(3 * vertexCount);
    this.givenMoves = new Float64Array(3 * vertexCount);
    this.clearAt = new Float64Array(3 * vertexCount);
    this.changed = new Int32Array(vertexCount);
  }

  /**
   * Repulsions between what is closer than its thickness h at `positions` (m), in place on `velocity` (m/s) for a move of `dt` (s): along the
   * normal, contacts separate with at least .1 (h - d) / dt, d the distance; tangentially, Coulomb friction by that impulse. `reach` > 1: also
   * between what is closer than `reach` h and would come closer than h in the move; it comes as near as that. What rests then does so at h, and
   * does not tremble about it.
   */
  repel(positions: Float64Array, velocity: Float64Array, dt: number, reach = 1): RepulsionReport {
    const { moves } = this;
    for (let i = 0; i < moves.length; i++) moves[i] = dt * velocity[i];
    if (this.foreseen) this.extendAll(positions);
    else this.begin(positions);
    this.foreseen = false;
    this.contacts.count = 0;
    this.clearAt.set(positions);
    this.springRate[0] = SPRING_SHARE / dt;
    this.approachRate[0] = 1 / dt;
    this.reach[0] = reach;
    this.fresh = true;
    const { contacts } = this;
    const { candidates } = this.finder;
    const { count } = candidates;
    let kept = 0;
    candidates.index.clear();
    for (let pair = 0; pair < count; pair++) {
      if (candidates.isGone(pair)) continue;
      this.repelPair(pair, positions, velocity);
      if (!this.finder.closestPart(pair, this.closest)) candidates.move(pair, kept++);
    }
    candidates.count = kept;
    this.repulsion.contacts = contacts.count;
    return this.repulsion;
  }

  /**
   * Corrects `velocity` (m/s), which is to move `positions` (m) for `dt` (s), so that nothing passes through anything; returns whether it had to. For what
   * must know of collisions before the move; `repel` of the same positions follows.
   */
  foresee(positions: Float64Array, velocity: Float64Array, dt: number): boolean {
    const { moves, givenMoves, report } = this;
    for (let i = 0; i < moves.length; i++) moves[i] = dt * velocity[i];
    givenMoves.set(moves);
    this.begin(positions);
    this.sweepAll(positions);
    this.foreseen = true;
    if (report.impulses === 0) return false;
    for (let i = 0; i < moves.length; i++) velocity[i] += (moves[i] - givenMoves[i]) / dt;
    return true;
  }

  /**
   * Corrects the positions `end` (m) so that nothing passes through anything between `start` and `end`, and adds (corrected - given) / dt to
   * `velocity` (m/s), where there is one. Call it after `repel` of the same substep, or alone.
   */
  collide(start: Float64Array, end: Float64Array, velocity: Float64Array | undefined, dt: number): CollisionReport {
    const { moves, report } = this;
    for (let i = 0; i < moves.length; i++) moves[i] = end[i] - start[i];
    this.givenMoves.set(moves);
    if (this.fresh && this.startsAt(start)) this.extendAll(start);
    else this.begin(start);
    this.fresh = false;
    this.foreseen = false;
    this.sweepAll(start);
    if (report.impulses > 0) this.writeBack(end, velocity, dt);
    return report;
  }

  /** Further passes over the contacts of `repel`, whose impulses on `velocity` (m/s) then agree with each other. */
  settle(velocity: Float64Array, passes: number): void {
    const { contacts } = this;
    for (let pass = 0; pass < passes; pass++) for (let k = 0; k < contacts.count; k++) contacts.relax(k, velocity);
  }

  /** Removes the approach of this substep's contacts from `velocity` (m/s), in place, with the friction that goes with it. */
  dampApproach(velocity: Float64Array, passes = 1): void {
    this.contacts.restart();
    this.settle(velocity, passes);
  }

  /**
   * The pairs of triangles (two numbers each) that intersect at `positions`, m, of enabled pairs of bodies. Coplanar triangles do not count, nor do
   * those that share an edge. For checks: it allocates.
   */
  intersectingPairs(positions: ArrayLike<number>): Int32Array {
    this.checker ??= new IntersectionCheck(this.finder.topology, this.finder.trees, this.surface.bodies);
    return this.checker.find(Float64Array.from(positions), this.surface.pairs);
  }

  /** New candidates of a substep that starts at `x` with the present moves. */
  private begin(x: Float64Array): void {
    const { masses } = this.surface;
    const { inverseMasses } = this.contacts;
    for (let v = 0; v < masses.length; v++) inverseMasses[v] = this.held[v] === 0 && masses[v] > 0 ? 1 / masses[v] : 0;
    this.contacts.count = 0;
    this.finder.find(x, this.moves);
    this.floor[0] = FLOOR_GAPS * this.finder.gap[0];
    this.thickest[0] = this.floor[0];
    const { thickness } = this.surface;
    for (let v = 0; v < thickness.length; v++) if (thickness[v] > this.thickest[0]) this.thickest[0] = thickness[v];
  }

  /** Candidates for the present moves, of a substep whose candidates were found for others. */
  private extendAll(x: Float64Array): void {
    this.finder.listChanged(x, this.moves, this.moved);
    this.extend(x);
  }

  /** Candidates for the moves that the running sweep has changed. */
  private extend(x: Float64Array): void {
    this.finder.extend(x, this.moves, this.moved);
    this.moved.clear();
  }

  /** The same, and marks those that the next sweep has to look at. */
  private extendAndMark(x: Float64Array): void {
    const { moved } = this;
    const { candidates } = this.finder;
    candidates.list();
    this.finder.extend(x, this.moves, moved);
    candidates.list();
    for (let i = 0; i < moved.length; i++) candidates.index.mark(moved.values[i], -1);
    moved.clear();
  }

  private repelPair(pair: number, x: Float64Array, velocity: Float64Array): void {
    const { point, closest, contacts, wanted, normal } = this;
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
    if (distance > this.reach[0] * this.thickest[0] || !(distance > 1e-3 * this.finder.gap[0])) return;
    contacts.pairThickness(values, 4 * pair, edges, closest, this.floor, wanted);
    if (distance >= this.reach[0] * wanted[0]) return;
    const beyond = distance >= wanted[0];
    for (let axis = 0; axis < 3; axis++) normal[axis] = closest[4 + axis] / distance;
    contacts.add(values, 4 * pair, closest, normal);
    wanted[0] = (beyond ? this.approachRate[0] : this.springRate[0]) * (wanted[0] - distance);
    contacts.aim(wanted);
    if (!contacts.relax(contacts.count - 1, velocity) && beyond) contacts.count--;
  }

  private startsAt(start: Float64Array): boolean {
    for (let i = 0; i < start.length; i++) if (start[i] !== this.clearAt[i]) return false;
    return true;
  }

  private sweepAll(x: Float64Array): void {
    const { report, impact } = this;
    report.pairs = this.finder.candidates.count;
    report.impulses = 0;
    report.zones = 0;
    report.largestZone = 0;
    report.stopped = 0;
    impact.gap = this.finder.gap[0];
    impact.lenient = false;
    this.changed.fill(-1);
    this.moved.clear();
    this.sweep(x);
  }

  /** Impulses, sweep by sweep; then zones; then stopped vertices. */
  private sweep(x: Float64Array): void {
    const { report } = this;
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      report.sweeps = sweep + 1;
      const hits = this.treat(x, sweep, Treatment.push);
      report.impulses += hits;
      if (hits === 0) return;
      this.extendAndMark(x);
    }
    this.impact.lenient = true;
    this.zones.clear();
    for (let round = 0; round < ZONE_ROUNDS; round++) {
      const sweep = SWEEPS + round;
      if (this.treat(x, sweep, Treatment.join) === 0) return;
      const { masses } = this.surface;
      this.zones.makeRigid(x, this.moves, masses, this.contacts.inverseMasses, this.changed, sweep, this.moved);
      report.zones = this.zones.zoneCount;
      report.largestZone = this.zones.largest;
      this.extendAndMark(x);
    }
    for (let round = 0; round < STOP_ROUNDS; round++) {
      const sweep = SWEEPS + ZONE_ROUNDS + round;
      if (this.treat(x, sweep, Treatment.stop) === 0) return;
      this.extendAndMark(x);
    }
  }

  /**
   * Treats the colliding pairs, in their order; but for the first sweep, among those whose vertices moved in the last one, or before them in this one.
   * Returns how many there were.
   */
  private treat(x: Float64Array, sweep: number, treatment: Treatment): number {
    const { candidates } = this.finder;
    let hits = 0;
    if (sweep === 0) {
      for (let pair = 0; pair < candidates.count; pair++) hits += this.treatPair(pair, x, sweep, treatment);
      return hits;
    }
    const { index } = candidates;
    for (let pair = index.take(-1); pair >= 0; pair = index.take(pair))
      hits += this.treatPair(pair, x, sweep, treatment);
    return hits;
  }

  /** 1 where the pair collides and had to be treated. */
  private treatPair(pair: number, x: Float64Array, sweep: number, treatment: Treatment): number {
    const { impact, moves } = this;
    const { candidates } = this.finder;
    const { vertices: values } = candidates;
    if (candidates.isGone(pair)) return 0;
    const at = 4 * pair;
    const a = values[at];
    const b = values[at + 1];
    const c = values[at + 2];
    const d = values[at + 3];
    const edges = candidates.edges[pair] === 1;
    if (this.isClear(pair, a, b, c, d, edges)) return 0;
    impact.load(x, moves, a, b, c, d);
    if (!impact.find(edges)) return 0;
    if (treatment === Treatment.push) return this.pushPair(pair, edges, sweep);
    return treatment === Treatment.join ? this.joinPair(at) : this.stopPair(pair, sweep);
  }

  /** Notes that the sweep has moved a vertex while it was at `pair`: those of its pairs that come later are looked at again. */
  private noteMoved(vertex: number, pair: number, sweep: number): void {
    if (this.changed[vertex] === sweep) return;
    this.changed[vertex] = sweep;
    this.moved.push(vertex);
    if (sweep > 0) this.finder.candidates.index.mark(vertex, pair);
  }

  /** Whether the pair cannot move relative to itself by as much as its distance. */
  private isClear(pair: number, a: number, b: number, c: number, d: number, edges: boolean): boolean {
    const { moves, room } = this;
    const distance = this.finder.candidates.clearances[pair] - this.finder.gap[0];
    if (distance <= 0) return false;
    room[0] = distance * distance;
    if (!staysWithin(moves, a, c, room) || !staysWithin(moves, a, d, room)) return false;
    return edges ? staysWithin(moves, b, c, room) && staysWithin(moves, b, d, room) : staysWithin(moves, a, b, room);
  }

  /** An inelastic impulse that leaves the pair no closer than it was, or than its thickness. */
  private pushPair(pair: number, edges: boolean, sweep: number): number {
    const { contacts, impact, wanted, separations } = this;
    const { vertices: values } = this.finder.candidates;
    const at = 4 * pair;
    impact.separations(separations);
    contacts.pairThickness(values, at, edges, impact.weights, this.floor, wanted);
    const kept = Math.max(2 * this.finder.gap[0], Math.min(separations[0], wanted[0]));
    wanted[0] = kept - separations[0];
    contacts.add(values, at, impact.weights, impact.normal);
    if (!contacts.push(contacts.count - 1, this.moves, wanted)) {
      contacts.count--;
      return 0;
    }
    for (let k = 0; k < 4; k++) {
      const v = values[at + k];
      if (impact.weights[k] !== 0 && contacts.inverseMasses[v] !== 0) this.noteMoved(v, pair, sweep);
    }
    return 1;
  }

  private joinPair(at: number): number {
    const { zones } = this;
    const { vertices: values } = this.finder.candidates;
    const first = zones.root(values[at]);
    let joined = 0;
    for (let k = 1; k < 4; k++) {
      if (zones.root(values[at + k]) === zones.root(first)) continue;
      zones.join(first, values[at + k]);
      joined = 1;
    }
    return joined;
  }

  private stopPair(pair: number, sweep: number): number {
    const { zones, moves, changed, contacts } = this;
    const { vertices: values } = this.finder.candidates;
    let stopped = 0;
    for (let k = 0; k < 4; k++) {
      const v = values[4 * pair + k];
      const isStill = moves[3 * v] === 0 && moves[3 * v + 1] === 0 && moves[3 * v + 2] === 0;
      if (isStill || contacts.inverseMasses[v] === 0) continue;
      const zone = zones.root(v);
      for (let other = 0; other < changed.length; other++) {
        if (zones.root(other) !== zone || contacts.inverseMasses[other] === 0) continue;
        moves[3 * other] = 0;
        moves[3 * other + 1] = 0;
        moves[3 * other + 2] = 0;
        this.noteMoved(other, pair, sweep);
        stopped++;
      }
    }
    this.report.stopped += stopped;
    return stopped;
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

/** Whether the displacements of two vertices differ by less than the root of `room2[0]`. */
function staysWithin(u: Float64Array, a: number, b: number, room2: Float64Array): boolean {
  const x = u[3 * a] - u[3 * b];
  const y = u[3 * a + 1] - u[3 * b + 1];
  const z = u[3 * a + 2] - u[3 * b + 2];
  return x * x + y * y + z * z < room2[0];
}
