import type { AnimatedSample } from '../../AnimatedSource.ts';
import { bracketAt } from './sampleTimes.ts';

/** One sample as a file stores it. */
export interface StoredGeometry {
  /** xyz per vertex, finite. */
  readonly positions: Float32Array | Float64Array;
  /** xyz per vertex, units per second. */
  readonly velocities?: Float32Array | Float64Array;
  /** Three vertices per triangle; samples of the same topology share the array. */
  readonly triangles: Uint32Array;
  /** Numbers by which points are known from sample to sample. */
  readonly ids?: BigUint64Array;
}

export const NO_TRIANGLES = new Uint32Array(0);

/**
 * Geometry between its samples. Holds the two samples around the time that was asked for last.
 */
export class MovingGeometry {
  readonly times: Float64Array;
  private readonly read: (index: number) => StoredGeometry;
  /** The samples that were read last, the newer one first. */
  private held: { readonly index: number; readonly stored: StoredGeometry }[] = [];
  private positions = new Float64Array(0);
  private velocities = new Float64Array(0);

  /** `times`: s, ascending, at least one. `read` reads sample number `index`. */
  constructor(times: Float64Array, read: (index: number) => StoredGeometry) {
    this.times = times;
    this.read = read;
  }

  /** Returns sample number `index` as it is stored. */
  stored(index: number): StoredGeometry {
    const known = this.held.find((entry) => entry.index === index);
    if (known !== undefined) {
      if (this.held[0] !== known) this.held.reverse();
      return known.stored;
    }
    const entry = { index, stored: this.read(index) };
    this.held = this.held.length === 0 ? [entry] : [entry, this.held[0]];
    return entry.stored;
  }

  /** Lets go of the samples, until the next one is asked for. */
  release(): void {
    this.held = [];
    this.resize(0);
  }

  /** Returns the geometry at `time`, s, as `AnimatedSource` describes it. */
  sample(time: number): AnimatedSample {
    const { times } = this;
    const { first, second, weight, moving } = bracketAt(times, time);
    const before = this.stored(first);
    const after = second === first ? before : this.stored(second);
    const span = times[second] - times[first];
    if (!moving) this.place(before, 0, false);
    else if (sameTopology(before, after)) this.blend(before, after, weight, span);
    else if (weight === 1) this.place(after, 0, true);
    else this.place(before, weight * span, true);
    const { triangles } = moving && (weight === 1 || sameTopology(before, after)) ? after : before;
    return { positions: this.positions, velocities: this.velocities, triangles };
  }

  /** Puts the geometry where a sample is after `elapsed` s of its own velocities; at rest where it has none or `moves` is false. */
  private place({ positions, velocities }: StoredGeometry, elapsed: number, moves: boolean): void {
    this.resize(positions.length);
    for (let k = 0; k < positions.length; k++) {
      const velocity = moves && velocities !== undefined ? velocities[k] : 0;
      this.velocities[k] = velocity;
      this.positions[k] = positions[k] + elapsed * velocity;
    }
  }

  /** Puts the geometry between two samples that are `span` s apart. */
  private blend(before: StoredGeometry, after: StoredGeometry, weight: number, span: number): void {
    const { positions: a, velocities: va } = before;
    const { positions: b, velocities: vb } = after;
    this.resize(a.length);
    const { positions, velocities } = this;
    const stated = va !== undefined && vb !== undefined;
    for (let k = 0; k < a.length; k++) {
      positions[k] = weight === 1 ? b[k] : a[k] + weight * (b[k] - a[k]);
      velocities[k] = stated ? va[k] + weight * (vb[k] - va[k]) : (b[k] - a[k]) / span;
    }
  }

  private resize(length: number): void {
    if (this.positions.length === length) return;
    this.positions = new Float64Array(length);
    this.velocities = new Float64Array(length);
  }
}

/** Returns whether vertices of two samples with the same number are the same vertex. */
function sameTopology(a: StoredGeometry, b: StoredGeometry): boolean {
  if (a === b) return true;
  if (a.triangles !== b.triangles || a.positions.length !== b.positions.length) return false;
  if (a.ids === undefined || b.ids === undefined) return a.ids === b.ids;
  return a.ids.length === b.ids.length && a.ids.every((id, at) => id === b.ids?.[at]);
}
