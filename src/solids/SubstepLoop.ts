import { CoreError } from '../base/errors.ts';
import type { GroupContact } from './GroupContact.ts';
import { describeFailure, StepFailure } from './StepFailure.ts';
import type { Surroundings } from './Surroundings.ts';
import type { SteppedBody } from './SteppedBody.ts';

/** Halvings of a failing substep before the frame fails. */
const MAX_RETRIES = 8;
/** After a whole substep, the next may be longer by this factor, where one has failed: what failed may have passed. */
const RECOVERY = 1.5;
/** A crushed body may need substeps this many times shorter than the frame's average, for a moment. */
const TRANSIENT = 4;
/** Rounding of time, in substeps, that must not ask for one more. */
const TIME_ROUNDING = 1e-9;

/**
 * Moves a group of bodies that may touch through common substeps: the longest that all of them allow, halved when one of them fails.
 * A body that touches nobody is a group of one.
 */
export class SubstepLoop {
  private readonly bodies: readonly SteppedBody[];
  private readonly contact: GroupContact | undefined;
  private readonly surroundings: readonly Surroundings[];
  private readonly minSubsteps: number;
  private readonly maxSubsteps: number;
  /** The running substep, s, and what failed substeps and the settings leave as the longest. */
  private start = 0;
  private end = 0;
  private longest = 0;
  /** Whole substeps of the running frame. */
  private count = 0;
  /** Bodies that began the running substep, and the one that works now. */
  private begun = 0;
  private current = 0;

  constructor(bodies: readonly SteppedBody[], contact?: GroupContact, surroundings: readonly Surroundings[] = []) {
    this.bodies = bodies;
    this.contact = contact;
    this.surroundings = surroundings;
    this.minSubsteps = bodies.reduce((most, body) => Math.max(most, body.minSubsteps), 1);
    this.maxSubsteps = bodies.reduce((most, body) => Math.max(most, body.maxSubsteps), 0);
  }

  /**
   * Moves the bodies from `start` to `end` (s) in substeps that divide the interval; returns how often one was tried again. Throws
   * `simulation-failed` naming body and element when even very short substeps fail, and `cancelled`; the state is then that of the last
   * whole substep.
   */
  advanceFrame(start: number, end: number, cancelled?: () => boolean): number {
    let retries = 0;
    let failures = 0;
    this.start = start;
    const longest = (end - start) / this.minSubsteps;
    this.longest = longest;
    this.count = 0;
    for (let b = 0; b < this.bodies.length; b++) this.bodies[b].beginFrame();
    while (this.planSubstep(end)) {
      if (cancelled?.() === true) throw new CoreError('cancelled', 'cancelled');
      try {
        this.step(failures < MAX_RETRIES);
        failures = 0;
        this.longest = Math.min(RECOVERY * this.longest, longest);
      } catch (failure) {
        if (!(failure instanceof StepFailure)) throw failure;
        for (let b = 0; b < this.begun; b++) this.bodies[b].rollback();
        const dt = this.end - this.start;
        retries++;
        if (++failures > MAX_RETRIES) throw describeFailure(this.start, dt, failure, this.current);
        this.longest = dt / 2;
      }
    }
    return retries;
  }

  /**
   * Says when the next substep of a frame that ends at `end` (s) ends; false at the end of the frame. Throws `simulation-failed` when
   * the frame would need too many.
   */
  private planSubstep(end: number): boolean {
    const { start, bodies } = this;
    if (!(start < end)) return false;
    let longest = this.longest;
    let strictest = 0;
    let around: Surroundings | undefined;
    for (let b = 0; b < bodies.length; b++) {
      const step = bodies[b].longestStep(start, end);
      if (step >= longest) continue;
      longest = step;
      strictest = b;
      if (Number.isNaN(step)) break;
    }
    if (this.contact !== undefined) longest = Math.min(longest, this.contact.longestStep());
    for (let s = 0; s < this.surroundings.length; s++) {
      const step = this.surroundings[s].longestStep(start, end);
      if (step >= longest) continue;
      longest = step;
      around = this.surroundings[s];
    }
    const remaining = Math.ceil((end - start) / longest - TIME_ROUNDING);
    if (!(this.count + remaining / TRANSIENT <= this.maxSubsteps)) {
      throw around?.tooManySubsteps(start) ?? describeFailure(start, longest, undefined, strictest);
    }
    this.end = remaining <= 1 ? end : start + (end - start) / remaining;
    return true;
  }

  /** One substep of all bodies; the numbers are the steps of Irving 2007, 3.1. */
  private step(mayRetry: boolean): void {
    const { bodies, start, end } = this;
    this.begun = 0;
    this.contact?.begin();
    // 1
    for (let b = 0; b < bodies.length; b++) {
      this.current = b;
      this.begun = b + 1;
      bodies[b].predict(start, end);
    }
    if (this.surroundings.length === 0) this.moveBodies(mayRetry);
    else this.moveAmong(0, mayRetry);
    for (let b = 0; b < bodies.length; b++) bodies[b].commit();
    this.start = end;
    this.count++;
  }

  /** Moves what surrounds the bodies, one after the other, and within that, once their pressure is known, the bodies. */
  private moveAmong(first: number, mayRetry: boolean): void {
    const { surroundings, start, end } = this;
    if (first === surroundings.length) this.moveBodies(mayRetry);
    else surroundings[first].move(start, end, () => this.moveAmong(first + 1, mayRetry), this.contact);
  }

  /** Steps 2 to 8 but for the commitment. */
  private moveBodies(mayRetry: boolean): void {
    const { bodies, contact, start, end } = this;
    const dt = end - start;
    // 2
    contact?.beforeMove(dt);
    // 3 and 4
    for (let b = 0; b < bodies.length; b++) {
      this.current = b;
      bodies[b].move(mayRetry);
    }
    contact?.afterMove(dt);
    // 5 to 7
    for (let b = 0; b < bodies.length; b++) {
      this.current = b;
      bodies[b].complete();
    }
    // 8
    contact?.afterComplete(dt);
  }
}
