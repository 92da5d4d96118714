import { gatherRows } from '../../base/state/numberArrays.ts';
import type { SystemState } from '../../base/state/SystemState.ts';
import type { CollisionReport } from '../../collision/selfContact/CollisionSweeps.ts';
import { CONTACT_IMPULSE, CONTACT_NORMAL, CONTACT_TARGET } from '../../collision/selfContact/ContactList.ts';
import { TABLE_NUMBERS } from '../../collision/selfContact/ContactTable.ts';
import type { PairKernelFactory } from '../../collision/selfContact/KernelPairs.ts';
import { SelfContact } from '../../collision/selfContact/SelfContact.ts';
import type { FrameContact } from '../../frames/FrameStats.ts';
import { CONTACT_NUMBERS } from '../../kernels/contacts/ContactArrays.ts';
import { StepFailure } from '../../solids/StepFailure.ts';
import type { SteppedBody } from '../../solids/SteppedBody.ts';
import { allFinite } from '../../solids/vectorSums.ts';
import { gatherMasses, type GatheredSurface } from './bodyContactSurface.ts';
import { ContactMomenta } from './ContactMomenta.ts';
import { ContactRounds } from './ContactRounds.ts';
import type { Interaction } from '../Interaction.ts';
import type { ListedContacts, ListingContact } from './ListedContacts.ts';
import { ObstructedVertices } from './ObstructedVertices.ts';
import { ImpulseSpreads, type PushedVelocity } from './ImpulseSpreads.ts';
import { ApproachSpeedLimit } from './ApproachSpeedLimit.ts';
import { SurfaceVectors } from './SurfaceVectors.ts';

/** Gauss-Seidel passes over the contacts of a velocity: fewer leave stacks trembling. */
const PASSES = 10;

/** Passes after bodies were turned by what impulses on their surfaces are wrong by. */
const TURNED_PASSES = 3;
/** Most rounds in which impulses spread through the bodies. */
const SPREAD_ROUNDS = 10;
/** Passes over the contacts in each of these rounds. */
const SPREAD_PASSES = 4;
/** The rounds end when what contact did last is less than this share of the most by energy. In an array: passing a number on allocates. */
const SMALL = Float64Array.of(1e-3);

/** Times that collisions are found again, at most, with vertices that they have pushed into colliders. */
const OBSTRUCTED_ROUNDS = 8;
/** Times in a frame that substeps are taken again, at most, because contact presses bodies into colliders or drives them: where shorter ones do not help, all of the frame would be of the shortest. */
const MOST_RETRIES = 16;

/** Surfaces this many thicknesses apart are kept from coming closer than one in a substep. */
const REACH = 2;

/**
 * Contact of the bodies of an island with each other and with themselves (Irving 2007, 3.1): gathers the state of their surfaces, lets `SelfContact` correct it, and
 * gives it back. Interior vertices follow through the elements.
 */
export class BodyContact implements Interaction, ListingContact, ListedContacts {
  private readonly surfaces: SurfaceVectors;
  private readonly contact: SelfContact;
  private readonly spreads: ImpulseSpreads;
  private readonly momenta: ContactMomenta;
  private readonly meeting: ApproachSpeedLimit;
  private readonly obstructed: ObstructedVertices;
  private readonly start: Float64Array;
  private readonly end: Float64Array;
  /** Positions to which bodies come before collisions, m. */
  private readonly given: Float64Array;
  private readonly velocity: Float64Array;
  /** Alternating projection of contact and volume; only where a body conserves its volume, or carries contact into its solves. */
  private readonly rounds: ContactRounds | undefined;
  /** Positions as frames hold them. */
  private readonly stored: Float32Array;
  /** Contacts of the running frame. */
  private contacts = 0;
  private zones = 0;
  private largestZone = 0;
  private stopped = 0;
  private readonly bodies: readonly SteppedBody[];
  private readonly gathered: GatheredSurface;
  /** Pairs of triangles of every two bodies that cross in the frame that was read last, by their places. */
  private readonly crossed: Int32Array;
  /** Crossing pairs of the rest shapes where the shot begins; undefined until first asked for. */
  private crossedFirst: Int32Array | undefined;
  /** Whether contacts were listed in the running substep, how many are near, and whether any was pushed. */
  private listed = false;
  private near = 0;
  private pushed = false;
  /** Whether the running substep may be tried again because contact presses bodies into colliders or drives them, and how often substeps of the running frame were. */
  private mayRetry = true;
  private retries = 0;

  /** Pairs of primitives are found by a kernel where one can be made. */
  constructor(bodies: readonly SteppedBody[], gathered: GatheredSurface, createKernel?: PairKernelFactory) {
    this.bodies = bodies;
    this.gathered = gathered;
    const { length } = gathered.surface.rest;
    this.surfaces = new SurfaceVectors(bodies, gathered);
    this.contact = new SelfContact(gathered.surface, createKernel);
    this.spreads = new ImpulseSpreads(bodies, gathered, this.contact.contacts);
    this.momenta = new ContactMomenta(bodies, gathered.surface.bodies, this.contact.contacts);
    this.meeting = new ApproachSpeedLimit(bodies, gathered);
    this.obstructed = new ObstructedVertices(bodies, gathered);
    if (bodies.some(({ keepsVolume, carried }) => keepsVolume === true || carried !== undefined)) {
      const { surfaces, contact, spreads, momenta, obstructed } = this;
      const { bodies: owners, thickness } = gathered.surface;
      this.rounds = new ContactRounds({ bodies, surfaces, owners, thickness, contact, spreads, momenta, obstructed });
    }
    this.start = new Float64Array(length);
    this.end = new Float64Array(length);
    this.given = new Float64Array(length);
    this.velocity = new Float64Array(length);
    this.stored = new Float32Array(length);
    this.crossed = new Int32Array(bodies.length * bodies.length);
  }

  /** Releases the memory of kernels. */
  dispose(): void {
    this.contact.dispose();
  }

  /** Begins to count the contacts of a frame. */
  beginFrame(): void {
    this.contacts = 0;
    this.zones = 0;
    this.largestZone = 0;
    this.stopped = 0;
    this.retries = 0;
  }

  /** What later substeps depend on; undefined where that is nothing. */
  get state(): SystemState | undefined {
    return this.rounds?.state;
  }

  /** Whether it is contact of just these bodies. */
  isOf(bodies: readonly SteppedBody[]): boolean {
    return bodies.length === this.bodies.length && bodies.every((body, b) => body === this.bodies[b]);
  }

  /**
   * Goes on from contact of the same bodies before their topology changed: what contacts of vertices that are still on surfaces pushed with. A vertex of a body keeps its
   * number.
   */
  takeOver(before: BodyContact): void {
    this.contacts = before.contacts;
    this.zones = before.zones;
    this.largestZone = before.largestZone;
    this.stopped = before.stopped;
    this.retries = before.retries;
    const [state, saved] = [this.state, before.state?.save()];
    if (state === undefined || saved === undefined) return;
    const places = new Map(Array.from(this.gathered.vertices, (_, place) => [this.keyOf(place), place]));
    const now = Array.from(saved.get('vertices') ?? [], (place) => places.get(before.keyOf(place)) ?? -1);
    const rows = Array.from({ length: now.length / 4 }, (_, row) => row).filter(
      (row) => !now.slice(4 * row, 4 * row + 4).includes(-1),
    );
    const numbers = saved.get('numbers') ?? new Float64Array(0);
    state.load(
      new Map([
        ['vertices', gatherRows(Int32Array.from(now), rows, 4)],
        ['numbers', gatherRows(numbers, rows, TABLE_NUMBERS)],
        ['duration', saved.get('duration') ?? new Float64Array(1)],
      ]),
    );
  }

  /** Identifies a vertex of the surfaces by its body and its number there. */
  private keyOf(place: number): string {
    return `${this.gathered.surface.bodies[place]}/${this.gathered.vertices[place]}`;
  }

  /** Bodies that meet fast move no farther against each other than contact can see. */
  maxStep(): number {
    const { surfaces, start, velocity } = this;
    surfaces.gather('positions', start);
    surfaces.gather('velocities', velocity);
    return this.meeting.longestStep(start, velocity);
  }

  begin(dt: number): void {
    gatherMasses(this.gathered, this.bodies);
    this.rounds?.begin(dt);
    this.listed = false;
  }

  listContacts(dt: number): ListedContacts {
    const { surfaces, contact, start, velocity } = this;
    if (!this.listed) {
      surfaces.gatherHeld(contact.constrained);
      surfaces.gather('positions', start);
      surfaces.gather('moveVelocity', velocity);
      this.near = contact.list(start, velocity, dt, REACH).contacts;
      this.listed = true;
      this.pushed = false;
    }
    return this;
  }

  /** Step 2: repulsions change the bodies' `moveVelocity`. */
  before(dt: number): void {
    const { surfaces, contact, rounds, start, velocity, listed } = this;
    if (listed && this.pushed && rounds === undefined) {
      this.agreeWithPushes();
      return;
    }
    surfaces.gatherHeld(contact.constrained);
    surfaces.gather('positions', start);
    if (rounds !== undefined) {
      this.contacts = rounds.agreeOnMove(start, dt);
      return;
    }
    surfaces.gather('moveVelocity', velocity);
    this.contacts = contact.repel(start, velocity, dt, REACH).contacts;
    contact.settle(velocity, PASSES);
    if (this.contacts > 0) this.scatterImpulses('moveVelocity');
  }

  /** Gives the bodies the velocity of their surfaces as contact has made it, in rounds with what its impulses do to the rest of them. */
  private scatterImpulses(vector: PushedVelocity): void {
    const { surfaces, contact, velocity, spreads } = this;
    spreads.begin();
    spreads.note(vector, velocity);
    surfaces.scatter(velocity, vector);
    let round = 0;
    while (spreads.spread(vector, SMALL) && round++ < SPREAD_ROUNDS) {
      surfaces.gather(vector, velocity);
      contact.settlePushing(velocity, SPREAD_PASSES);
      spreads.note(vector, velocity);
      surfaces.scatter(velocity, vector);
    }
    spreads.end(vector);
  }

  /** Step 2 where pushes are known: friction and what they left. */
  private agreeWithPushes(): void {
    const { surfaces, contact, velocity } = this;
    surfaces.gather('moveVelocity', velocity);
    this.contacts = this.near;
    contact.settle(velocity, PASSES);
    this.scatterImpulses('moveVelocity');
  }

  get count(): number {
    return this.contact.contacts.count;
  }

  bodyOf(contact: number, point: number): SteppedBody {
    return this.bodies[this.gathered.surface.bodies[this.contact.contacts.vertices[4 * contact + point]]];
  }

  vertexOf(contact: number, point: number): number {
    return this.gathered.vertices[this.contact.contacts.vertices[4 * contact + point]];
  }

  weightOf(contact: number, point: number): number {
    return this.contact.contacts.numbers[CONTACT_NUMBERS * contact + point];
  }

  normalOf(contact: number): Float64Array {
    const at = CONTACT_NUMBERS * contact + CONTACT_NORMAL;
    return this.contact.contacts.numbers.subarray(at, at + 3);
  }

  leastOf(contact: number): number {
    return this.contact.contacts.numbers[CONTACT_NUMBERS * contact + CONTACT_TARGET];
  }

  push(contact: number, impulse: number): void {
    if (impulse === 0) return;
    this.momenta.turnPushed(contact, impulse, this.start);
    this.contact.contacts.numbers[CONTACT_NUMBERS * contact + CONTACT_IMPULSE] = impulse;
    this.pushed = true;
  }

  /** Step 4: continuous collision between `positions` and `nextPositions` changes `nextPositions` and `startVelocity`. */
  between(dt: number, mayRetry: boolean): void {
    this.mayRetry = mayRetry && this.retries < MOST_RETRIES;
    this.surfaces.gather('nextPositions', this.end);
    this.given.set(this.end);
    const { impulses, zones, largestZone, stopped } = this.collide(dt);
    this.zones += zones;
    this.largestZone = Math.max(this.largestZone, largestZone);
    this.stopped += stopped;
    if (impulses > 0) {
      if (mayRetry && this.rounds?.spreadsAll === true && this.spreads.crush(this.given, this.end, dt)) {
        throw new StepFailure('collisions with other bodies crush it in one substep', 0);
      }
      this.surfaces.scatter(this.end, 'nextPositions');
    }
    // Rounds do the same with the velocities that implicit bodies have already, and remember it.
    if (this.rounds?.movesAll !== true) this.dampApproach('startVelocity');
  }

  /** Continuous collision of `end`. Vertices that it pushes into colliders stay where these let them come, and the others yield. */
  private collide(dt: number): CollisionReport {
    const { contact, obstructed, surfaces, start, end, given } = this;
    const report = contact.collide(start, end, undefined, dt);
    if (report.impulses === 0) return report;
    obstructed.clear();
    let impulses = report.impulses;
    for (let round = 0; ; round++) {
      surfaces.scatter(end, 'nextPositions');
      if (!obstructed.bringBack()) break;
      if (round === OBSTRUCTED_ROUNDS) {
        if (this.mayRetry) throw this.failure('other bodies press it into a collider');
        report.stopped += obstructed.count;
        break;
      }
      end.set(given);
      obstructed.hold(contact.constrained);
      contact.collideAgain(start, end);
      impulses += report.impulses;
    }
    report.impulses = impulses;
    surfaces.gatherHeld(contact.constrained);
    return report;
  }

  /** Step 8: repulsions and inelastic contact change `nextVelocity`, which is at `nextPositions`. */
  after(dt: number): void {
    if (this.rounds === undefined) this.dampApproach('nextVelocity');
    else if (this.rounds.agreeOnVelocity(this.end, dt, this.mayRetry))
      throw this.failure('contact with other bodies drives it');
  }

  /** A failure of the running substep that shorter ones may avoid. */
  private failure(message: string): StepFailure {
    this.retries++;
    return new StepFailure(message, 0);
  }

  /**
   * Takes the approach of the contacts from a velocity. Not what the collisions moved the positions by: part of that takes back corrections
   * of positions alone, such as those of volumes, which as velocities would be spurious energy gain.
   */
  private dampApproach(vector: 'startVelocity' | 'nextVelocity'): void {
    const { contact, velocity } = this;
    if (contact.contacts.count === 0) return;
    this.surfaces.gather(vector, velocity);
    contact.dampApproach(velocity, PASSES);
    if (!allFinite(velocity)) throw new StepFailure('a velocity after contact between bodies is not finite', 0);
    this.scatterImpulses(vector);
    if (vector === 'startVelocity') this.momenta.bring(this.end);
    else this.turnBodies();
  }

  /** Turns bodies by what impulses on their surfaces are wrong by, and takes the approach from what that leaves. */
  private turnBodies(): void {
    const { momenta, contact, surfaces, velocity } = this;
    momenta.begin();
    if (!momenta.turnBodies(this.end)) return;
    surfaces.gather('nextVelocity', velocity);
    contact.settle(velocity, TURNED_PASSES);
    surfaces.scatter(velocity, 'nextVelocity');
  }

  /** What the frame's contacts were, and how many pairs of triangles intersect where it ends. */
  frameContact(): FrameContact {
    const { contacts, zones, largestZone, stopped, stored } = this;
    this.surfaces.gather('positions', this.start);
    stored.set(this.start);
    const pairs = this.contact.intersectingPairs(stored);
    this.crossed.fill(0);
    this.addCrossed(pairs, this.crossed);
    return { contacts, zones, largestZone, stopped, intersectingPairs: pairs.length / 2 };
  }

  /** Pairs of triangles of two bodies, or of one, that cross in the frame whose `frameContact` was read last. */
  crossedPairs(a: number, b: number): number {
    return this.crossed[this.placeOf(a, b)];
  }

  /** Returns the number of crossing pairs in the rest shapes where the shot begins. */
  crossedPairsFirst(a: number, b: number): number {
    const { gathered, crossed } = this;
    this.crossedFirst ??= this.addCrossed(
      this.contact.intersectingPairs(gathered.surface.rest),
      new Int32Array(crossed.length),
    );
    return this.crossedFirst[this.placeOf(a, b)];
  }

  private placeOf(a: number, b: number): number {
    return this.bodies.length * Math.min(a, b) + Math.max(a, b);
  }

  /** counts[a, b] += pairs of bodies a <= b; returns them. */
  private addCrossed(pairs: Int32Array, counts: Int32Array): Int32Array {
    const { triangles, bodies } = this.gathered.surface;
    for (let k = 0; k < pairs.length; k += 2) {
      const a = bodies[triangles[3 * pairs[k]]];
      const b = bodies[triangles[3 * pairs[k + 1]]];
      counts[this.placeOf(a, b)]++;
    }
    return counts;
  }
}
