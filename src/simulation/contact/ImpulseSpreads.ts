import type { ContactList } from '../../collision/selfContact/ContactList.ts';
import { KernelQueue } from '../../kernels/threads/KernelQueue.ts';
import type { SteppedBody } from '../../solids/SteppedBody.ts';
import type { GatheredSurface } from './bodyContactSurface.ts';

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
  /** Vertices of each body on its surface. */
  private readonly surfaces: readonly Uint32Array<ArrayBuffer>[];
  private readonly queue = new KernelQueue();
  /** Flags that are not 0 for bodies through which impulses spread at present. */
  private readonly asked: Uint8Array;

  constructor(
    private readonly bodies: readonly SteppedBody[],
    private readonly gathered: Pick<GatheredSurface, 'vertices' | 'offsets'>,
    private readonly contacts: ContactList,
  ) {
    const { vertices, offsets } = gathered;
    this.any = bodies.some(({ impulses }) => impulses !== undefined);
    this.weights = new Float64Array(bodies.length).fill(1);
    this.surfaces = bodies.map((_, b) => vertices.slice(offsets[b], offsets[b + 1]));
    this.asked = new Uint8Array(bodies.length);
  }

  /** Contact begins to change a velocity. */
  begin(): void {
    const { bodies, weights, surfaces } = this;
    this.running = this.any;
    weights.fill(1);
    for (let b = 0; b < bodies.length; b++) bodies[b].impulses?.begin(surfaces[b]);
  }

  /** Notes what contact is about to change the vector to on the surfaces, m/s. */
  note(vector: PushedVelocity, pushed: Float64Array): void {
    const { bodies } = this;
    const { offsets } = this.gathered;
    if (!this.running) return;
    for (let b = 0; b < bodies.length; b++) {
      if (spreads(bodies[b], vector)) bodies[b].impulses?.note(bodies[b][vector], pushed, offsets[b]);
    }
  }

  /**
   * What contact did spreads, but for what is less than the share `small[0]` of the energy of the most that it did at once; in an array, where passing it on allocates nothing.
   * Whether anything did.
   */
  spread(vector: PushedVelocity, small: Float64Array): boolean {
    return this.running && this.spreadAll(vector, small, false);
  }

  /** What waits spreads too; from now on impulses stay on the surfaces, which weigh what they do. */
  end(vector: PushedVelocity): void {
    if (!this.running) return;
    this.running = false;
    this.spreadAll(vector, ANY_IMPULSE, true);
    this.weights.fill(1);
    this.contacts.weigh(this.weights);
  }

  /** Whether moving the surfaces from `given` to `corrected`, m, as it is, takes more energy of a body than it moves with in a substep of `dt`, s. */
  crush(given: Float64Array, corrected: Float64Array, dt: number): boolean {
    const { bodies, surfaces } = this;
    const { offsets } = this.gathered;
    for (let b = 0; b < bodies.length; b++) {
      if (bodies[b].impulses?.isCrushed(surfaces[b], given, corrected, offsets[b], dt) === true) return true;
    }
    return false;
  }

  private spreadAll(vector: PushedVelocity, small: Float64Array, isLast: boolean): boolean {
    const { bodies, queue, asked } = this;
    let any = false;
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      const spread = spreads(body, vector) && body.impulses?.ask(body[vector], small, isLast, queue) === true;
      asked[b] = spread ? 1 : 0;
      any ||= spread;
    }
    if (any) this.takeAll(vector);
    return any;
  }

  /** The solves of the bodies run beside each other. */
  private takeAll(vector: PushedVelocity): void {
    const { bodies, weights, asked } = this;
    this.queue.run();
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      const { impulses } = body;
      if (asked[b] === 0 || impulses === undefined) continue;
      impulses.take(vector === 'moveVelocity' ? body.positions : body.nextPositions, body[vector]);
      weights[b] = impulses.weight[0];
    }
    this.contacts.weigh(weights);
  }
}

/** Whether impulses on a velocity spread, and no solve follows that spreads them itself. */
function spreads(body: SteppedBody, vector: PushedVelocity): boolean {
  return body.impulses !== undefined && (vector !== 'startVelocity' || body.startVelocity === body.nextVelocity);
}
