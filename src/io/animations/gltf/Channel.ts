import { bracketAt, samplesBetween } from '../shared/sampleTimes.ts';
import { malformed } from './motionSchema.ts';

export type Interpolation = 'LINEAR' | 'STEP' | 'CUBICSPLINE';

/** Two rotations closer than this, as one minus the cosine of half the angle between them, are blended linearly. */
const NEARLY_EQUAL = 1e-12;

/** An animated property of a node: its values between keys (glTF 2.0, appendix C). */
export class Channel {
  /** Times of the keys, s, ascending. */
  readonly times: Float64Array;
  /** Numbers per value: 3 for translation and scale, 4 for rotation (xyzw), one per morph target for weights. */
  readonly size: number;
  private readonly values: Float64Array;
  private readonly interpolation: Interpolation;
  private readonly isRotation: boolean;

  /** `size`: undefined where the number of values decides. `place`: location in the document, for messages. */
  constructor(
    times: Float64Array,
    values: Float64Array,
    options: {
      readonly interpolation: Interpolation;
      readonly path: string;
      readonly size?: number;
      readonly place: string;
    },
  ) {
    const { interpolation, path, place } = options;
    const perKey = values.length / (times.length * (interpolation === 'CUBICSPLINE' ? 3 : 1));
    const size = options.size ?? perKey;
    if (times.length === 0) throw malformed('it has no keys', place);
    if (!Number.isInteger(perKey) || perKey !== size) {
      throw malformed(`${values.length} numbers for ${times.length} keys of ${size}`, place);
    }
    const unordered = times.findIndex((time, at) => !Number.isFinite(time) || (at > 0 && time <= times[at - 1]));
    if (unordered >= 0) throw malformed(`key ${unordered} is not later than the one before it`, place);
    if (!values.every(Number.isFinite)) throw malformed('a value is not a number', place);
    this.times = times;
    this.values = values;
    this.size = size;
    this.interpolation = interpolation;
    this.isRotation = path === 'rotation';
  }

  /** Writes the value at `time`, continued by `shift` s along the motion between the keys around `time`. */
  at(time: number, shift: number, out: Float64Array): void {
    const { times, interpolation } = this;
    const { first, second, weight, moving } = bracketAt(times, time);
    if (!moving) this.copy(first, out);
    else if (interpolation === 'STEP') this.copy(weight === 1 ? second : first, out);
    else {
      const span = times[second] - times[first];
      const u = weight + shift / span;
      if (interpolation === 'CUBICSPLINE') this.spline(first, second, u, span, out);
      else if (this.isRotation) this.slerp(first, second, u, out);
      else this.blend(first, second, u, out);
    }
    if (this.isRotation) normalise(out);
  }

  /** Returns the numbers that values after `from` up to `to` s depend on. */
  numbersBetween(from: number, to: number): Float64Array {
    const [first, last] = samplesBetween(this.times, from, to);
    const stride = this.size * (this.interpolation === 'CUBICSPLINE' ? 3 : 1);
    const keys = last + 1 - first;
    const numbers = new Float64Array(keys * (1 + stride));
    numbers.set(this.times.subarray(first, last + 1));
    numbers.set(this.values.subarray(first * stride, (last + 1) * stride), keys);
    return numbers;
  }

  /** Returns the first number of the value of key `key`; splines have a tangent on either side of it. */
  private start(key: number): number {
    return this.interpolation === 'CUBICSPLINE' ? (3 * key + 1) * this.size : key * this.size;
  }

  private copy(key: number, out: Float64Array): void {
    const start = this.start(key);
    for (let k = 0; k < this.size; k++) out[k] = this.values[start + k];
  }

  private blend(first: number, second: number, u: number, out: Float64Array): void {
    const { values, size } = this;
    for (let k = 0; k < size; k++) {
      const a = values[first * size + k];
      out[k] = a + u * (values[second * size + k] - a);
    }
  }

  /** Spherical interpolation along the shorter arc (Shoemake 1985). */
  private slerp(first: number, second: number, u: number, out: Float64Array): void {
    const { values } = this;
    let cosine = 0;
    for (let k = 0; k < 4; k++) cosine += values[4 * first + k] * values[4 * second + k];
    const sign = cosine < 0 ? -1 : 1;
    const half = Math.acos(Math.min(1, Math.abs(cosine)));
    const near = 1 - Math.abs(cosine) < NEARLY_EQUAL;
    const a = near ? 1 - u : Math.sin((1 - u) * half) / Math.sin(half);
    const b = sign * (near ? u : Math.sin(u * half) / Math.sin(half));
    for (let k = 0; k < 4; k++) out[k] = a * values[4 * first + k] + b * values[4 * second + k];
  }

  /** Cubic Hermite spline with the tangents of the keys. */
  private spline(first: number, second: number, u: number, span: number, out: Float64Array): void {
    const { values, size } = this;
    const a = this.start(first);
    const b = this.start(second);
    const u2 = u * u;
    const u3 = u2 * u;
    for (let k = 0; k < size; k++) {
      const leaving = values[a + size + k];
      const arriving = values[b - size + k];
      out[k] =
        (2 * u3 - 3 * u2 + 1) * values[a + k] +
        span * (u3 - 2 * u2 + u) * leaving +
        (3 * u2 - 2 * u3) * values[b + k] +
        span * (u3 - u2) * arriving;
    }
  }
}

function normalise(q: Float64Array): void {
  const length = Math.hypot(q[0], q[1], q[2], q[3]);
  if (length === 0) q.set([0, 0, 0, 1]);
  else for (let k = 0; k < 4; k++) q[k] /= length;
}
