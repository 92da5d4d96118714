import { describeFailure, type StepFailure } from '../solids/StepFailure.ts';
import type { SteppedSystem } from '../solids/SteppedSystem.ts';
import type { Interaction } from './Interaction.ts';

/** Halvings of a failing substep before the frame fails. */
const MAX_RETRIES = 8;
/** Factor by which the substep after a whole one may be longer where one has failed: what failed may have passed. */
const RECOVERY = 1.5;
/** A crushed body may need substeps this many times shorter than the frame's average, for a moment. */
const TRANSIENT = 4;
/** Rounding of time, in substeps, that must not ask for one more; a substep this close to the end of its interval, as a share of that, ends with it. */
const TIME_ROUNDING = 1e-9;

/** How an interval is divided into substeps: each as long as all systems and interactions allow, shorter for a while after one has failed. */
export class SubstepPlan {
  /** The running substep and its length, s. */
  start = 0;
  end = 0;
  dt = 0;
  private readonly systems: readonly SteppedSystem[];
  private readonly interactions: readonly Interaction[];
  private readonly minSubsteps: number;
  private readonly maxSubsteps: number;
  /** One that moves alone and says itself how long its substeps are. */
  private readonly chooser: SteppedSystem | undefined;
  /** The interval, s. */
  private length = 0;
  private last = 0;
  /** What failed substeps leave as the longest, s. */
  private longest = 0;
  /** Whole substeps of the interval, and failures of the running one. */
  private count = 0;
  private failures = 0;
  /** Who asks for the shortest substep, and which of the systems did. */
  private strictest: SteppedSystem | Interaction | undefined;
  private strictestSystem = 0;

  constructor(systems: readonly SteppedSystem[], interactions: readonly Interaction[]) {
    this.systems = systems;
    this.interactions = interactions;
    this.minSubsteps = systems.reduce((most, { minSubsteps }) => Math.max(most, minSubsteps), 1);
    this.maxSubsteps = systems.reduce((most, { maxSubsteps }) => Math.max(most, maxSubsteps), 0);
    if (systems.length === 1 && systems[0].choosesSteps === true) this.chooser = systems[0];
  }

  /** Whether a failed substep is tried again, shorter. */
  get mayRetry(): boolean {
    return this.failures < MAX_RETRIES;
  }

  /** Begins to divide the interval from `start` to `end`, s. */
  begin(start: number, end: number): void {
    this.start = start;
    this.last = end;
    this.length = end - start;
    this.longest = this.length / this.minSubsteps;
    this.count = 0;
    this.failures = 0;
  }

  /** Finds the next substep; false at the end of the interval. Throws `simulation-failed` where the interval would need too many. */
  next(): boolean {
    const { start, last } = this;
    if (!(start < last)) return false;
    const longest = this.limit();
    if (this.chooser !== undefined) return this.take(longest);
    const remaining = Math.ceil((last - start) / longest - TIME_ROUNDING);
    if (!(this.count + remaining / TRANSIENT <= this.maxSubsteps)) throw this.tooMany(longest);
    this.end = remaining <= 1 ? last : start + (last - start) / remaining;
    this.dt = this.end - start;
    return true;
  }

  /** The running substep is whole. */
  accept(): void {
    this.start = this.end;
    this.count++;
    this.failures = 0;
    this.longest = Math.min(RECOVERY * this.longest, this.length / this.minSubsteps);
  }

  /** The running substep has failed in a system; throws what says so where shorter ones did not help. */
  halve(failure: StepFailure, system: number): void {
    if (++this.failures > MAX_RETRIES) throw describeFailure(this.start, this.dt, failure, system);
    this.longest = this.dt / 2;
  }

  private take(dt: number): boolean {
    const { start, last, length } = this;
    if (this.count === this.maxSubsteps) throw this.tooMany(dt);
    this.end = last - start - dt <= TIME_ROUNDING * length ? last : start + dt;
    this.dt = dt;
    return true;
  }

  /** The longest substep that all allow, s. */
  private limit(): number {
    const { systems, interactions, start, last } = this;
    let longest = this.longest;
    this.strictest = undefined;
    this.strictestSystem = 0;
    for (let s = 0; s < systems.length; s++) {
      const step = systems[s].maxStep(start, last);
      if (step >= longest) continue;
      longest = step;
      this.strictest = systems[s];
      this.strictestSystem = s;
      if (Number.isNaN(step)) return step;
    }
    for (let i = 0; i < interactions.length; i++) {
      const step = interactions[i].maxStep(start, last);
      if (step >= longest) continue;
      longest = step;
      this.strictest = interactions[i];
    }
    return longest;
  }

  private tooMany(dt: number): Error {
    const { start, strictest, strictestSystem } = this;
    return strictest?.tooManySubsteps?.(start) ?? describeFailure(start, dt, undefined, strictestSystem);
  }
}
