import type { ContactList } from '../../collision/selfContact/ContactList.ts';
import type { SteppedBody } from '../../solids/SteppedBody.ts';

/** The velocities that impulses change. */
export type PushedVelocity = 'moveVelocity' | 'startVelocity' | 'nextVelocity';

/** A share that all impulses exceed. */
export const ANY_IMPULSE = Float64Array.of(0);

/**
 * Lets the impulses of contact spread through the bodies of an island by their damping (`ImpulseSpread`). Contact then counts on as many times the mass of their surfaces as
 * the last round has found behind them.
 */
export class ImpulseSpreads {
  /** Whether impulses spread through any of the bodies. */
  readonly any: boolean;
  /** Whether impulses spread at present. */
  private running = false;
  /** How many times as heavy as their surfaces the bodies are to impulses. */
  private readonly weights: Float64Array;

  constructor(
    private readonly bodies: readonly SteppedBody[],
    private readonly contacts: ContactList,
  ) {
    this.any = bodies.some(({ impulses }) => impulses !== undefined);
    this.weights = new Float64Array(bodies.length).fill(1);
  }

  /** Contact begins to change a velocity. */
  begin(): void {
    const { bodies, weights } = this;
    this.running = this.any;
    weights.fill(1);
    for (let b = 0; b < bodies.length; b++) bodies[b].impulses?.begin();
  }

  /** Notes the vector before contact changes it. */
  watch(vector: PushedVelocity): void {
    const { bodies } = this;
    if (!this.running) return;
    for (let b = 0; b < bodies.length; b++)
      if (spreads(bodies[b], vector)) bodies[b].impulses?.watch(bodies[b][vector]);
  }

  /** Notes the vector after contact has changed it. */
  note(vector: PushedVelocity): void {
    const { bodies } = this;
    if (!this.running) return;
    for (let b = 0; b < bodies.length; b++) {
      if (spreads(bodies[b], vector)) bodies[b].impulses?.note(bodies[b][vector]);
    }
  }

  /**
   * What contact did spreads, but for what is less than the share `small[0]` of the energy of the most that it did at once; in an array, where passing it on allocates nothing.
   * Whether anything did.
   */
  spread(vector: PushedVelocity, small: Float64Array): boolean {
    return this.running && this.spreadAll(vector, small);
  }

  /** What waits spreads too; from now on impulses stay on the surfaces, which weigh what they do. */
  end(vector: PushedVelocity): void {
    if (!this.running) return;
    this.running = false;
    this.spreadAll(vector, ANY_IMPULSE);
    this.weights.fill(1);
    this.contacts.weigh(this.weights);
  }

  private spreadAll(vector: PushedVelocity, small: Float64Array): boolean {
    const { bodies, weights } = this;
    let any = false;
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      const { impulses } = body;
      if (impulses === undefined || !spreads(body, vector)) continue;
      const at = vector === 'moveVelocity' ? body.positions : body.nextPositions;
      if (!impulses.spread(at, body[vector], small)) continue;
      any = true;
      weights[b] = impulses.weight[0];
    }
    if (any) this.contacts.weigh(weights);
    return any;
  }
}

/** Whether impulses on a velocity spread, and no solve follows that spreads them itself. */
function spreads(body: SteppedBody, vector: PushedVelocity): boolean {
  return body.impulses !== undefined && (vector !== 'startVelocity' || body.startVelocity === body.nextVelocity);
}
