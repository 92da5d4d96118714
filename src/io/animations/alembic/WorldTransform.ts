import { identity4, multiply4, TransformBlend, type Matrix4 } from '../../../math/matrix4.ts';
import type { XformReader } from '../../alembic/XformReader.ts';
import type { AnimatedSample } from '../../AnimatedSource.ts';
import { bracketAt, mergedTimes, samplesBetween } from '../shared/sampleTimes.ts';
import type { SampleTimes } from './SampleTimes.ts';

/** Step of the differences that give the velocity of a transform, in parts of the interval between its samples: errors of about 1e-8. */
const STEP = 1e-3;

/** A transform node of an archive, between its samples. */
export class TransformNode {
  readonly times: Float64Array;
  private readonly reader: XformReader;
  private blend: { readonly first: number; readonly between: TransformBlend } | undefined;
  private still: { readonly index: number; readonly matrix: Matrix4 } | undefined;

  constructor(reader: XformReader, times: SampleTimes) {
    this.reader = reader;
    this.times = reader.moving === undefined ? Float64Array.of(0) : times.of(reader.moving);
  }

  /** Returns the distance of the samples around `time`, s; undefined where the node rests. */
  span(time: number): number | undefined {
    const { first, second, moving } = bracketAt(this.times, time);
    return moving ? this.times[second] - this.times[first] : undefined;
  }

  /** Writes the local transform at `time`, continued by `shift` s along the motion between the samples around `time`. */
  at(time: number, shift: number, out: Matrix4): Matrix4 {
    const { first, second, weight, moving } = bracketAt(this.times, time);
    if (!moving) {
      if (this.still?.index !== first) this.still = { index: first, matrix: this.reader.matrix(first) };
      out.set(this.still.matrix);
      return out;
    }
    if (this.blend?.first !== first) {
      this.blend = { first, between: new TransformBlend(this.reader.matrix(first), this.reader.matrix(second)) };
    }
    return this.blend.between.at(weight + shift / (this.times[second] - this.times[first]), out);
  }

  /** Returns the numbers of the first and the last sample that the transform depends on after `from` up to `to`, s. */
  samplesBetween(from: number, to: number): readonly [number, number] {
    return samplesBetween(this.times, from, to);
  }

  /** Identifies what sample `index` holds, by the key that the archive stores. */
  key(index: number): string {
    return this.reader.moving?.key(index) ?? '';
  }
}

/** The product of the transforms of an object's parents, outermost first. */
export class WorldTransform {
  readonly nodes: readonly TransformNode[];
  /** Times of the samples of all nodes, s. */
  readonly times: Float64Array;
  private readonly matrix = identity4();
  private readonly later = identity4();
  private readonly earlier = identity4();
  private readonly local = identity4();

  constructor(nodes: readonly TransformNode[]) {
    this.nodes = nodes;
    this.times = nodes.length === 0 ? Float64Array.of(0) : mergedTimes(nodes.map(({ times }) => times));
  }

  /** Returns the transform at `time`, s; valid until the next call. */
  at(time: number): Matrix4 {
    return this.product(time, 0, this.matrix);
  }

  /** Moves a sample from the object's space to that of the file, in place; velocities gain that of the transform. */
  place({ positions, velocities }: AnimatedSample, time: number): void {
    if (this.nodes.length === 0) return;
    const m = this.at(time);
    const rate = this.rate(time);
    for (let k = 0; k < positions.length; k += 3) {
      const { [k]: x, [k + 1]: y, [k + 2]: z } = positions;
      const { [k]: vx, [k + 1]: vy, [k + 2]: vz } = velocities;
      for (let row = 0; row < 3; row++) {
        positions[k + row] = m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12];
        const carried = rate === undefined ? 0 : rate[row] * x + rate[row + 4] * y + rate[row + 8] * z + rate[row + 12];
        velocities[k + row] = m[row] * vx + m[row + 4] * vy + m[row + 8] * vz + carried;
      }
    }
  }

  /** Returns the derivative of the transform by time, 1/s, by central differences inside its interval; undefined at rest. */
  private rate(time: number): Matrix4 | undefined {
    const spans = this.nodes.map((node) => node.span(time)).filter((span) => span !== undefined);
    if (spans.length === 0) return undefined;
    const step = STEP * Math.min(...spans);
    this.product(time, step, this.later);
    this.product(time, -step, this.earlier);
    for (let k = 0; k < 16; k++) this.later[k] = (this.later[k] - this.earlier[k]) / (2 * step);
    return this.later;
  }

  private product(time: number, shift: number, out: Matrix4): Matrix4 {
    let sofar = identity4();
    for (const node of this.nodes) sofar = multiply4(sofar, node.at(time, shift, this.local), new Float64Array(16));
    out.set(sofar);
    return out;
  }
}
