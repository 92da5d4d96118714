import type { SystemState } from '../../base/state/SystemState.ts';
import { MAX_CONTACTS, type ContactState } from '../../collision/contactState.ts';
import { ContactLead } from '../../collision/selfContact/ContactLead.ts';
import { ContactMemory } from '../../collision/selfContact/ContactMemory.ts';
import type { SelfContact } from '../../collision/selfContact/SelfContact.ts';
import { KernelQueue } from '../../kernels/threads/KernelQueue.ts';
import { StepFailure } from '../../solids/StepFailure.ts';
import type { SteppedBody } from '../../solids/SteppedBody.ts';
import { kineticEnergy } from '../../solids/energies.ts';
import { allFinite, sumNumbers } from '../../solids/vectorSums.ts';
import { ANY_IMPULSE, type ImpulseSpreads } from './ImpulseSpreads.ts';
import type { ContactMomenta } from './ContactMomenta.ts';
import type { ObstructedVertices } from './ObstructedVertices.ts';
import type { SurfaceVectors } from './SurfaceVectors.ts';

/** Rounds that bring volumes, damping and contact to agree on a velocity. */
const ROUNDS = 10;
/** Rounds where all that contact does spreads through stiff bodies, whose solves take longest to agree. */
const STIFF_ROUNDS = 18;
/** Passes over the contacts in each round: they take little of its time; and among stiff bodies. */
const PASSES = 6;
const STIFF_PASSES = 4;
/** Rounds, at least, where volumes ask for none. */
const LEAST = 3;
/** A substep that begins with no impulses takes this many times as many rounds. */
const FIRST = 2;
/** Most rounds of a move, as a multiple of the usual ones: it takes further ones while a volume is wrong by more than `WRONG`. */
const MORE = 2;
/** Share of the volume of a whole body by which a move may leave it wrong. */
const WRONG = 5e-4;
/** What contact has done spreads through the bodies after each round in which its energy is more than this share of the most of all rounds. In an array: passing a number on allocates. */
const LARGE = Float64Array.of(1e-2);
/** Share of the most energy above which impulses spread among stiff bodies after each round. */
const STIFF_LARGE = Float64Array.of(1e-3);
/** Rounds after which smaller impulses of contact spread, too, and the share of the most energy above which they do. */
const SPREAD_EVERY = 3;
const SMALL = Float64Array.of(1e-4);
/** Rounds at the end after which nothing spreads, of bodies that keep their volume or are not implicit: what contact does there acts on surfaces alone. */
const LAST = 1;
/** Thicknesses within which contacts are looked for with bodies that keep their volume. */
const REACH = 3;
/** Thicknesses within which all other contacts are looked for, as without bodies that keep volumes: a fine cloth in folds has several times as many within 3. */
const OTHERS_REACH = 2;
/**
 * Thicknesses that the fastest surface must move in a substep for impulses to go on from round to round. What rests begins with impulses that are right but for what creeps; led on, they
 * swing between contacts that lie beside each other, and bodies jerk.
 */
const MOVING = 0.1;
/** Share of a substep after which its forces have made the velocity that moves the positions. */
const HALF = 0.5;

/** Contact, which takes energy from bodies, may leave this many times what they move with; and that of a way of this many mean edges in the substep. */
const DRIVEN = 2;
const DRIVEN_WAY = 1e-4;

/** What takes part in the rounds. */
export interface ContactRoundsInput {
  readonly bodies: readonly SteppedBody[];
  readonly surfaces: SurfaceVectors;
  /** Body of each vertex of the surfaces. */
  readonly owners: Int32Array;
  /** Layer of each vertex of the surfaces, m. */
  readonly thickness: Float64Array;
  readonly contact: SelfContact;
  readonly spreads: ImpulseSpreads;
  readonly momenta: ContactMomenta;
  readonly obstructed: ObstructedVertices;
}

/**
 * Brings volumes, damping and contact between bodies to agree, on the velocity that moves the positions and on the one at the end of a substep. Each takes from a velocity
 * what the others have put in; in turn, they find the velocity nearest to the first that all allow. What contact pushes with goes on in the solves of the next substep (`CarriedForce`). Without that pressures stay behind contact, surfaces stop
 * each other and what is behind them goes on: eight layers of tori lose half their volume.
 */
export class ContactRounds {
  private readonly input: ContactRoundsInput;
  private readonly memory: ContactMemory;
  private readonly lead: ContactLead;
  private readonly queue = new KernelQueue();
  private readonly velocity: Float64Array;
  /** What contact carries into the running substep, N, and whether it does. */
  private readonly carried: Float64Array;
  private carries = false;
  /** Most energy of motion that contact may leave, J. */
  private readonly most = new Float64Array(1);
  /** Share of a substep over which the forces of a substep make the velocity that moves the positions. */
  private readonly moveShare: number;
  /** Whether the velocities at the end of a substep of all bodies are those that moved them. */
  readonly movesAll: boolean;
  private readonly course: Float64Array;
  /**
   * Whether what contact does in every round spreads through the bodies: of implicit ones that keep no volume. On surfaces alone, in a last round or by collisions, what is stiff stores thousands of times the energy of its motion.
   */
  readonly spreadsAll: boolean;
  /** Thicknesses, by the pair of the bodies. */
  private readonly reaches: Float64Array;
  /** The thickest layer of the surfaces, m. */
  private readonly thickest: number;
  /** Whether the surfaces move so far in the running substep that rounds lead on. */
  private leads = false;
  /** Flags that are not 0 for bodies near which there are contacts. */
  private readonly near: Uint8Array;

  constructor(input: ContactRoundsInput) {
    const { bodies, owners, contact, thickness } = input;
    this.input = input;
    this.memory = new ContactMemory(contact.contacts);
    this.lead = new ContactLead(contact.contacts);
    this.velocity = new Float64Array(3 * owners.length);
    this.carried = new Float64Array(3 * owners.length);
    this.movesAll = bodies.every(({ startVelocity, nextVelocity }) => startVelocity === nextVelocity);
    this.moveShare = this.movesAll ? 1 : HALF;
    this.spreadsAll = this.movesAll && !bodies.some(({ keepsVolume }) => keepsVolume === true);
    this.course = new Float64Array(3 * owners.length);
    this.thickest = thickness.reduce((most, layer) => Math.max(most, layer), 0);
    this.near = new Uint8Array(bodies.length);
    const keeps = bodies.map(({ keepsVolume }) => keepsVolume === true);
    this.reaches = Float64Array.from(keeps.flatMap((a) => keeps.map((b) => (a || b ? REACH : OTHERS_REACH))));
  }

  /** Gives the bodies what contact carries into the substep of `dt`, s, that begins. */
  begin(dt: number): void {
    const { carried, memory } = this;
    const { surfaces } = this.input;
    carried.fill(0);
    this.carries = memory.carry(carried, dt);
    surfaces.carry(carried);
  }

  /** What the substeps to come depend on. */
  get state(): SystemState {
    return this.memory.state;
  }

  /** Volumes at the end of a move of `dt` (s) from `start` (m), and surfaces that come no nearer than their thickness, in `moveVelocity`. Returns how many contacts. */
  agreeOnMove(start: Float64Array, dt: number): number {
    const { course } = this;
    const { surfaces, contact } = this.input;
    surfaces.gather('velocities', course);
    this.leads = this.isMoving(dt);
    const { contacts } = contact.list(start, course, dt, this.reaches);
    if (contacts === 0 && !this.carries) return 0;
    this.findNear();
    if (this.spreadsAll) this.holdOnColliders('moveVelocity');
    this.recall('moveVelocity', dt, this.moveShare);
    this.agree('moveVelocity');
    contact.contacts.dropIdle();
    return contact.contacts.count;
  }

  /**
   * No divergence, and no approach of the contacts, in `nextVelocity`, of surfaces that are at `end`, m, after `dt`, s. Returns whether that drives stiff bodies, where `mayRetry` says that the substep may be tried again:
   * impulses count on one mass of all of a body, and swing where it is stiff in one direction and soft in another. In a shorter substep it is less so.
   */
  agreeOnVelocity(end: Float64Array, dt: number, mayRetry: boolean): boolean {
    const { velocity, memory } = this;
    const { contact, momenta, bodies } = this.input;
    if (contact.contacts.count === 0 && !this.carries) {
      memory.clear();
      return false;
    }
    contact.contacts.restart();
    if (this.spreadsAll) this.holdOnColliders('nextVelocity');
    momenta.begin();
    const checks = mayRetry && this.spreadsAll;
    if (checks) this.most[0] = mostEnergy(bodies, dt);
    this.recall('nextVelocity', dt, 1);
    this.agree('nextVelocity', end);
    if (!allFinite(velocity)) throw new StepFailure('a velocity after contact between bodies is not finite', 0);
    if (checks && movingEnergy(bodies) > this.most[0]) return true;
    memory.remember(dt);
    return false;
  }

  /** What colliders hold does not yield to contact, and contact that only what they hold could yield to does not push. */
  private holdOnColliders(vector: 'moveVelocity' | 'nextVelocity'): void {
    const { contact, obstructed } = this.input;
    obstructed.holdPressed(contact.contacts, vector);
    obstructed.excludeHeld(contact.contacts);
  }

  /** The velocity begins with the impulses of the last substep, over the share `share` of one of `dt`, s. */
  private recall(vector: 'moveVelocity' | 'nextVelocity', dt: number, share: number): void {
    const { velocity } = this;
    const { surfaces, contact, spreads } = this.input;
    spreads.begin();
    surfaces.gather(vector, velocity);
    if (this.carries) surfaces.uncarry(velocity, contact.contacts.inverseMasses);
    this.memory.recall(velocity, dt, share);
    spreads.note(vector, velocity);
    surfaces.scatter(velocity, vector);
    // In what follows, surfaces would fly off with what is meant for the bodies behind them.
    spreads.spread(vector, ANY_IMPULSE);
  }

  /** `end`: where impulses act on a velocity at the end of the substep, m. Volumes first: impulses that are right beside the pressures of the last substep are not so without them. */
  private agree(vector: 'moveVelocity' | 'nextVelocity', end?: Float64Array): void {
    const { velocity, lead } = this;
    const { surfaces, contact, spreads, momenta } = this.input;
    const usual = this.spreadsAll ? STIFF_ROUNDS : ROUNDS;
    const rounds = this.memory.count === 0 ? FIRST * usual : usual;
    const passes = this.spreadsAll ? STIFF_PASSES : PASSES;
    const large = this.spreadsAll ? STIFF_LARGE : LARGE;
    const moves = vector === 'moveVelocity';
    lead.begin();
    let isLast = false;
    // Whether what contact did last is too small to spread.
    let quiet = !spreads.any;
    for (let round = 0; !isLast; round++) {
      const last = round + 1 >= rounds;
      const corrected = moves ? this.correctMoves(round, last) : this.correctVelocities(last);
      if (!corrected && round >= LEAST && quiet) break;
      const settles = round >= LEAST && quiet && !this.spreadsAll && this.areVolumesSettled(vector);
      // What contact does in the last round acts on surfaces alone.
      if (settles) spreads.end(vector);
      isLast = settles || (last && !(moves && round + 1 < MORE * rounds && this.anyWrong()));
      surfaces.gather(vector, velocity);
      contact.settlePushing(velocity, passes);
      if (!isLast && this.leads) lead.lead(velocity, contact.pushing);
      spreads.note(vector, velocity);
      surfaces.scatter(velocity, vector);
      if (!this.spreadsAll && round + 1 === rounds - LAST) spreads.end(vector);
      else {
        const small = (round + 1) % SPREAD_EVERY === 0;
        const spread = spreads.spread(vector, small ? SMALL : large);
        if (spread) quiet = false;
        else if (small) quiet = true;
      }
      if (end !== undefined && !isLast) momenta.turnBodies(end);
    }
    spreads.end(vector);
  }

  /** Whether a surface moves far in `dt`, s, at the velocities of `course`. */
  private isMoving(dt: number): boolean {
    const { course } = this;
    const far = (MOVING * this.thickest) / dt;
    for (let k = 0; k < course.length; k++) if (Math.abs(course[k]) > far) return true;
    return false;
  }

  private findNear(): void {
    const { near } = this;
    const { bodies, owners, contact } = this.input;
    const { vertices, count } = contact.contacts;
    for (let b = 0; b < near.length; b++) near[b] = bodies[b].carried?.any === true ? 1 : 0;
    for (let k = 0; k < 4 * count; k++) near[owners[vertices[k]]] = 1;
  }

  /** Whether a body near contacts has corrected its move. */
  private correctMoves(round: number, isLast: boolean): boolean {
    const { near } = this;
    const { bodies } = this.input;
    let corrected = false;
    for (let b = 0; b < bodies.length; b++) {
      if (near[b] !== 0 && bodies[b].correctMove?.(round, isLast, this.queue) === true) corrected = true;
    }
    this.endCorrections('moveVelocity');
    return corrected;
  }

  /** Whether the last corrections of the moves found the volume of a body near contacts wrong. */
  private anyWrong(): boolean {
    const { near } = this;
    const { bodies } = this.input;
    for (let b = 0; b < bodies.length; b++) {
      if (near[b] !== 0 && Math.abs(bodies[b].moveError ?? 0) > WRONG) return true;
    }
    return false;
  }

  /** Whether the last corrections found so little wrong with the volumes of the bodies that take part that rounds may end. */
  private areVolumesSettled(vector: 'moveVelocity' | 'nextVelocity'): boolean {
    const { near } = this;
    const { bodies } = this.input;
    for (let b = 0; b < bodies.length; b++) {
      const takesPart = vector === 'moveVelocity' ? near[b] !== 0 : bodies[b].touched;
      if (takesPart && bodies[b].volumeIsSettled?.(vector) === false) return false;
    }
    return true;
  }

  /** Whether a touched body has corrected its velocity. */
  private correctVelocities(isLast: boolean): boolean {
    const { bodies } = this.input;
    let corrected = false;
    for (let b = 0; b < bodies.length; b++) {
      if (bodies[b].touched && bodies[b].correctVelocity?.(isLast, this.queue) === true) corrected = true;
    }
    this.endCorrections('nextVelocity');
    return corrected;
  }

  /** What the bodies have asked for runs beside each other. */
  private endCorrections(vector: 'moveVelocity' | 'nextVelocity'): void {
    const { bodies } = this.input;
    this.queue.run();
    for (let b = 0; b < bodies.length; b++) bodies[b].endCorrection?.(vector);
  }
}

/** Energy of motion of the bodies, J. */
function movingEnergy(bodies: readonly SteppedBody[]): number {
  let sum = 0;
  for (let b = 0; b < bodies.length; b++) sum += kineticEnergy(bodies[b].masses, bodies[b].nextVelocity);
  return sum;
}

/** The most that contact may leave of it in a substep of `dt`, s; what prescribed motion and colliders may give is not limited where they move. */
function mostEnergy(bodies: readonly SteppedBody[], dt: number): number {
  let least = 0;
  for (let b = 0; b < bodies.length; b++) {
    const { constrained, contacts, impulses, masses } = bodies[b];
    for (let v = 0; v < constrained.length; v++) if (constrained[v] !== 0) return Infinity;
    if (contacts !== undefined && isCarried(contacts)) return Infinity;
    const speed = (DRIVEN_WAY * (impulses?.edge ?? 0)) / dt;
    least += 0.5 * speed * speed * sumNumbers(masses);
  }
  return DRIVEN * movingEnergy(bodies) + least;
}

/** Whether a collider that a body touches moves. */
function isCarried({ counts, bodyVelocities }: ContactState): boolean {
  for (let v = 0; v < counts.length; v++) {
    for (let k = 3 * MAX_CONTACTS * v; k < 3 * (MAX_CONTACTS * v + counts[v]); k++)
      if (bodyVelocities[k] !== 0) return true;
  }
  return false;
}
