import type { ContactList } from './ContactList.ts';
import type { ContactSurface } from './ContactSurface.ts';
import { ImpactZones } from './ImpactZones.ts';
import { IntList } from './IntList.ts';
import type { PairFinder } from './PairFinder.ts';
import { PairImpact } from './PairImpact.ts';
import { SweepMasses } from './SweepMasses.ts';

/** Sweeps of impulses over the colliding pairs of a substep; further ones gain little, and impact zones take over. */
const SWEEPS = 20;
/**
 * Sweep from which on all free vertices have the same mass: with the true masses, impulses need as many sweeps to pass a light layer between heavy ones as the ratio of their masses, and position
 * corrections carry no momentum.
 */
const EVEN_SWEEP = 8;
/** Sweep from which on prescribed motion is compliant even where free vertices could move instead: they may be trapped between constrained ones. */
const LATE_SWEEP = 16;
/** Rounds in which impact zones may grow before their vertices are stopped; rounds of stopping. */
const ZONE_ROUNDS = 30;
const STOP_ROUNDS = 200;

/** Report of `collide`. */
export interface CollisionReport {
  /** Sweeps over the colliding pairs, including the last one without an impulse. */
  sweeps: number;
  /** Pairs of primitives whose swept boxes overlap. */
  pairs: number;
  impulses: number;
  /** Number of rigid impact zones, and of vertices in the largest. */
  zones: number;
  largestZone: number;
  /** Vertices that were stopped for the step. */
  stopped: number;
}

/** Treatment of a colliding pair: impulse, joining of impact zones, stopping. */
const Treatment = { push: 0, join: 1, stop: 2 } as const;
type Treatment = (typeof Treatment)[keyof typeof Treatment];

/**
 * Continuous collision of the candidates (Bridson et al. 2002, 7.3 to 7.5): Gauss-Seidel sweeps of impulses over the pairs that changed, then
 * rigid impact zones, then stopped vertices, until no surfaces pass through each other.
 */
export class CollisionSweeps {
  /** Displacements of the step, m, which the sweeps correct. */
  readonly moves: Float64Array;
  /** The smallest thickness of a pair, m. */
  readonly floor = new Float64Array(1);
  readonly report: CollisionReport = {
    sweeps: 0,
    pairs: 0,
    impulses: 0,
    zones: 0,
    largestZone: 0,
    stopped: 0,
  };
  private readonly zones: ImpactZones;
  private readonly impact = new PairImpact();
  /** Last sweep in which each vertex was moved. */
  private readonly changed: Int32Array;
  /** Vertices moved by the running sweep. */
  private readonly moved = new IntList();
  private readonly masses: SweepMasses;
  private readonly wanted = new Float64Array(1);
  private readonly room = new Float64Array(1);
  private readonly separations = new Float64Array(2);

  constructor(
    private readonly surface: ContactSurface,
    private readonly finder: PairFinder,
    private readonly contacts: ContactList,
    constrained: Uint8Array,
  ) {
    const vertexCount = surface.masses.length;
    this.zones = new ImpactZones(vertexCount, constrained);
    this.moves = new Float64Array(3 * vertexCount);
    this.changed = new Int32Array(vertexCount);
    this.masses = new SweepMasses(surface, contacts, constrained);
  }

  /** Corrects `moves` of vertices that start at `x`, m. */
  run(x: Float64Array): void {
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
    if (!this.push(x)) {
      this.impact.lenient = true;
      this.makeRigid(x);
    }
    this.masses.holdAgain();
  }

  /** Applies impulses, sweep by sweep; returns whether no pair collides any more. */
  private push(x: Float64Array): boolean {
    const { report } = this;
    let hits = 1;
    for (let sweep = 0; sweep < SWEEPS && hits > 0; sweep++) {
      if (sweep === EVEN_SWEEP) this.masses.weighEvenly();
      report.sweeps = sweep + 1;
      hits = this.treat(x, sweep, Treatment.push);
      report.impulses += hits;
      if (hits > 0) this.extendAndMark(x);
    }
    this.masses.weighOwn();
    return hits === 0;
  }

  /** Forms impact zones, then stops vertices, until no pair collides. */
  private makeRigid(x: Float64Array): void {
    const { report } = this;
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

  /** Adds candidates for the moves that the running sweep has changed, and marks those that the next sweep examines. */
  private extendAndMark(x: Float64Array): void {
    const { moved } = this;
    const { candidates } = this.finder;
    candidates.list();
    this.finder.extend(x, this.moves, moved);
    candidates.list();
    for (let i = 0; i < moved.length; i++) candidates.index.mark(moved.values[i], -1);
    moved.clear();
  }

  /**
   * Treats the colliding pairs in order; after the first sweep, only pairs whose vertices moved in the last one or earlier in this one.
   * Returns the number of treated pairs.
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

  /** Returns 1 where the pair collides and was treated. */
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

  /** Records that the sweep moved a vertex at `pair`: later pairs of the vertex are examined again. */
  private noteMoved(vertex: number, pair: number, sweep: number): void {
    if (this.changed[vertex] === sweep) return;
    this.changed[vertex] = sweep;
    this.moved.push(vertex);
    if (sweep > 0) this.finder.candidates.index.mark(vertex, pair);
  }

  /** Returns whether the relative motion of the pair is smaller than its distance. */
  private isClear(pair: number, a: number, b: number, c: number, d: number, edges: boolean): boolean {
    const { moves, room } = this;
    const distance = this.finder.candidates.clearances[pair] - this.finder.gap[0];
    if (distance <= 0) return false;
    room[0] = distance * distance;
    if (!staysWithin(moves, a, c, room) || !staysWithin(moves, a, d, room)) return false;
    return edges ? staysWithin(moves, b, c, room) && staysWithin(moves, b, d, room) : staysWithin(moves, a, b, room);
  }

  /** Applies an inelastic impulse after which the pair is no closer than at the start, or than its thickness. */
  private pushPair(pair: number, edges: boolean, sweep: number): number {
    const { contacts, impact, wanted, separations, masses } = this;
    const { vertices: values } = this.finder.candidates;
    const at = 4 * pair;
    impact.separations(separations);
    contacts.pairThickness(values, at, edges, impact.weights, this.floor, wanted);
    const anyFree = masses.anyFree(values, at, impact.weights);
    if (sweep >= LATE_SWEEP || !anyFree) masses.giveWay(values, at, anyFree);
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
    return joined === 1 || this.masses.giveWay(values, at, false) ? 1 : 0;
  }

  /** Stops the zones of the pair; constrained vertices yield only where nothing else is left to stop. */
  private stopPair(pair: number, sweep: number): number {
    const stopped = this.stopZones(pair, sweep);
    if (stopped > 0 || !this.masses.giveWay(this.finder.candidates.vertices, 4 * pair, false)) return stopped;
    return this.stopZones(pair, sweep);
  }

  private stopZones(pair: number, sweep: number): number {
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
}

/** Returns whether the displacements of two vertices differ by less than the root of `room2[0]`. */
function staysWithin(u: Float64Array, a: number, b: number, room2: Float64Array): boolean {
  const x = u[3 * a] - u[3 * b];
  const y = u[3 * a + 1] - u[3 * b + 1];
  const z = u[3 * a + 2] - u[3 * b + 2];
  return x * x + y * y + z * z < room2[0];
}
