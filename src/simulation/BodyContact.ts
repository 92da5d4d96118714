import { SelfContact } from '../collision/selfContact/SelfContact.ts';
import type { FrameContact } from '../frames/Frame.ts';
import type { GroupContact } from '../solids/GroupContact.ts';
import { StepFailure } from '../solids/StepFailure.ts';
import type { SteppedBody } from '../solids/SteppedBody.ts';
import { allFinite } from '../solids/vectorSums.ts';
import type { GatheredSurface } from './bodyContactSurface.ts';

/** Gauss-Seidel passes over the contacts of a velocity: fewer leave stacks trembling. */
const PASSES = 10;

/**
 * Times that bodies which keep their volume and contact give way to each other at the end of a substep, and passes over the contacts in each. Either takes
 * from a velocity what the other has put in; in turn they find the velocity nearest to the first that both allow. Where pressures stay behind
 * contact, skins stop each other and what is behind them goes on: eight layers of tori lose half their volume.
 */
const ROUNDS = 24;
const ROUND_PASSES = 4;
/**
 * Share of a round's change that is put on top of it: without, skins being light, 16 rounds leave two fifths of the divergence, with it a
 * fourteenth. Beyond .9 it swings.
 */
const ROUND_LEAD = 0.85;

/** Surfaces this many thicknesses apart are kept from coming closer than one in a substep. */
const REACH = 2;

/** The vectors of a body that contact reads and writes. */
type BodyVector = 'positions' | 'nextPositions' | 'moveVelocity' | 'startVelocity' | 'nextVelocity';

/**
 * Contact of a group of bodies with each other and with themselves: gathers what is on their skins, lets `SelfContact` correct it, and
 * gives it back. Interior vertices follow through the elements.
 */
export class BodyContact implements GroupContact {
  private readonly bodies: readonly SteppedBody[];
  private readonly gathered: GatheredSurface;
  private readonly contact: SelfContact;
  private readonly start: Float64Array;
  private readonly end: Float64Array;
  private readonly velocity: Float64Array;
  /** Whether a body corrects its move for volumes, which must know of collisions. */
  private readonly foresees: boolean;
  /** Positions as frames hold them. */
  private readonly stored: Float32Array;
  /** Of the running frame. */
  private contacts = 0;
  private zones = 0;
  private largestZone = 0;
  private stopped = 0;

  constructor(bodies: readonly SteppedBody[], gathered: GatheredSurface) {
    const { length } = gathered.surface.rest;
    this.bodies = bodies;
    this.gathered = gathered;
    this.foresees = bodies.some(({ correctsMove }) => correctsMove === true);
    this.contact = new SelfContact(gathered.surface);
    this.start = new Float64Array(length);
    this.end = new Float64Array(length);
    this.velocity = new Float64Array(length);
    this.stored = new Float32Array(length);
  }

  /** Begins to count the contacts of a frame. */
  beginFrame(): void {
    this.contacts = 0;
    this.zones = 0;
    this.largestZone = 0;
    this.stopped = 0;
  }

  beforeMove(dt: number): void {
    this.gatherHeld();
    this.gather('positions', this.start);
    this.gather('moveVelocity', this.velocity);
    const foreseen = this.foresees && this.contact.foresee(this.start, this.velocity, dt);
    this.contacts = this.contact.repel(this.start, this.velocity, dt, REACH).contacts;
    this.contact.settle(this.velocity, PASSES);
    if (foreseen || this.contacts > 0) this.scatter(this.velocity, 'moveVelocity');
  }

  afterMove(dt: number): void {
    this.gather('nextPositions', this.end);
    const { impulses, zones, largestZone, stopped } = this.contact.collide(this.start, this.end, undefined, dt);
    this.zones += zones;
    this.largestZone = Math.max(this.largestZone, largestZone);
    this.stopped += stopped;
    if (impulses > 0) this.scatter(this.end, 'nextPositions');
    this.dampApproach('startVelocity');
  }

  afterComplete(): void {
    this.dampApproach('nextVelocity');
    for (let round = 0; round < ROUNDS && this.completeAgain(round === 0 ? 0 : ROUND_LEAD); round++) {
      this.gather('nextVelocity', this.velocity);
      this.contact.settle(this.velocity, ROUND_PASSES);
      this.scatter(this.velocity, 'nextVelocity');
    }
  }

  /** Whether a touched body has corrected its velocity. */
  private completeAgain(lead: number): boolean {
    const { bodies } = this;
    let corrected = false;
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      if (body.touched && body.completeAgain?.(lead) === true) corrected = true;
    }
    return corrected;
  }

  /**
   * Takes the approach of the contacts from a velocity. Not what the collisions moved the positions by: part of that takes back corrections
   * of positions alone, such as those of volumes, which as velocities would be energy out of nothing.
   */
  private dampApproach(vector: 'startVelocity' | 'nextVelocity'): void {
    const { contact, velocity } = this;
    if (contact.contacts.count === 0) return;
    this.gather(vector, velocity);
    contact.dampApproach(velocity, PASSES);
    if (!allFinite(velocity)) throw new StepFailure('a velocity after contact between bodies is not finite', 0);
    this.scatter(velocity, vector);
  }

  /** What the frame's contacts were, and how many pairs of triangles intersect where it ends. */
  frameContact(): FrameContact {
    const { contacts, zones, largestZone, stopped, stored } = this;
    this.gather('positions', this.start);
    stored.set(this.start);
    const intersectingPairs = this.contact.intersectingPairs(stored).length / 2;
    return { contacts, zones, largestZone, stopped, intersectingPairs };
  }

  private gatherHeld(): void {
    const { bodies, gathered, contact } = this;
    const { vertices, offsets } = gathered;
    for (let b = 0; b < bodies.length; b++) {
      const { held } = bodies[b];
      for (let i = offsets[b]; i < offsets[b + 1]; i++) contact.held[i] = held[vertices[i]];
    }
  }

  private gather(vector: BodyVector, into: Float64Array): void {
    const { vertices, offsets } = this.gathered;
    for (let b = 0; b < this.bodies.length; b++) gatherRows(this.bodies[b][vector], vertices, offsets, b, into);
  }

  /** The bodies whose vector changes are `touched`. */
  private scatter(from: Float64Array, vector: BodyVector): void {
    const { vertices, offsets } = this.gathered;
    for (let b = 0; b < this.bodies.length; b++) {
      const body = this.bodies[b];
      if (scatterRows(from, vertices, offsets, b, body[vector])) body.touched = true;
    }
  }
}

/** into = the rows of `field` at the vertices of body b. */
function gatherRows(
  field: Float64Array,
  vertices: Uint32Array,
  offsets: Uint32Array,
  b: number,
  into: Float64Array,
): void {
  for (let i = offsets[b]; i < offsets[b + 1]; i++) {
    const k = 3 * vertices[i];
    into[3 * i] = field[k];
    into[3 * i + 1] = field[k + 1];
    into[3 * i + 2] = field[k + 2];
  }
}

/** The opposite; true where a number changes. */
function scatterRows(
  from: Float64Array,
  vertices: Uint32Array,
  offsets: Uint32Array,
  b: number,
  field: Float64Array,
): boolean {
  let changed = false;
  for (let i = offsets[b]; i < offsets[b + 1]; i++) {
    const k = 3 * vertices[i];
    changed ||= from[3 * i] !== field[k] || from[3 * i + 1] !== field[k + 1] || from[3 * i + 2] !== field[k + 2];
    field[k] = from[3 * i];
    field[k + 1] = from[3 * i + 1];
    field[k + 2] = from[3 * i + 2];
  }
  return changed;
}
