import type { SheetFrame } from './SheetScene.ts';

/** Half the vertical angle of view, as its tangent: about 15 degrees, a portrait lens. */
const TAN_HALF_VIEW = Math.tan((15 * Math.PI) / 180);
/** Share of the picture that the subject fills. */
const FILL = 0.84;
/** Colliders count for the framing this far around the bodies, as a share of the bodies' size. */
const COLLIDER_REACH = 0.35;
/** Vertices looked at per body. */
const MAX_VERTICES = 20000;

export interface SheetBox {
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/** A perspective camera: world = position + x right + y up + z forward, with x / z and y / z in the picture's half angles. */
export interface SheetCamera {
  readonly position: Float64Array;
  readonly right: Float64Array;
  readonly up: Float64Array;
  readonly forward: Float64Array;
  /** Tangents of half the horizontal and vertical angle of view. */
  readonly tanX: number;
  readonly tanY: number;
}

/** Box of all bodies of all frames (of the colliders where there is no body). */
export function subjectBox(frames: readonly SheetFrame[]): SheetBox {
  const box = { min: new Float64Array(3).fill(Infinity), max: new Float64Array(3).fill(-Infinity) };
  const hasBody = frames.some(({ bodies }) => bodies.some(({ role }) => role !== 'collider'));
  for (const { bodies } of frames) {
    for (const { positions, role } of bodies) {
      if (hasBody && role === 'collider') continue;
      for (let i = 0; i < positions.length; i++) {
        if (!Number.isFinite(positions[i])) continue;
        box.min[i % 3] = Math.min(box.min[i % 3], positions[i]);
        box.max[i % 3] = Math.max(box.max[i % 3], positions[i]);
      }
    }
  }
  if (box.min[0] > box.max[0]) return { min: Float64Array.of(-1, 0, -1), max: Float64Array.of(1, 1, 1) };
  return box;
}

/**
 * The nearest camera looking along -`direction` that keeps every body of every frame (and the colliders close to them)
 * inside the picture. Per axis: a point at (x, z) is inside when |x - cx| <= t (z - cz), so with A = max(x - t z) and
 * B = min(x + t z) the camera's depth is cz <= (B - A) / 2t and its place cx = (A + B) / 2.
 */
export function fitCamera(
  frames: readonly SheetFrame[],
  box: SheetBox,
  direction: readonly number[],
  aspect: number,
): SheetCamera {
  const forward = normalised(direction.map((component) => -component));
  const right = normalised([-forward[2], 0, forward[0]]);
  const up = cross(right, forward);
  const tanY = TAN_HALF_VIEW;
  const tanX = TAN_HALF_VIEW * aspect;
  const fit = new FitAccumulator(right, up, forward, tanX * FILL, tanY * FILL);
  forSubjectPoints(frames, box, (x, y, z) => {
    fit.add(x, y, z);
  });
  return { position: fit.position(), right, up, forward, tanX, tanY };
}

function forSubjectPoints(
  frames: readonly SheetFrame[],
  box: SheetBox,
  visit: (x: number, y: number, z: number) => void,
): void {
  const size = Math.max(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]);
  const reach = COLLIDER_REACH * size;
  for (const { bodies } of frames) {
    for (const { positions, role } of bodies) {
      const step = 3 * Math.max(1, Math.floor(positions.length / 3 / MAX_VERTICES));
      for (let i = 0; i + 2 < positions.length; i += step) {
        if (role === 'collider' && !isInside(positions, i, box, reach)) continue;
        if (Number.isFinite(positions[i] + positions[i + 1] + positions[i + 2])) {
          visit(positions[i], positions[i + 1], positions[i + 2]);
        }
      }
    }
  }
  // A little room even for a single point.
  const least = 1e-3;
  for (const axis of [0, 1, 2]) {
    const centre = [0, 1, 2].map((k) => (box.min[k] + box.max[k]) / 2);
    for (const side of [-least, least]) {
      const point = centre.map((value, k) => (k === axis ? value + side : value));
      visit(point[0], point[1], point[2]);
    }
  }
}

function isInside(positions: Float32Array, at: number, box: SheetBox, reach: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (positions[at + k] < box.min[k] - reach || positions[at + k] > box.max[k] + reach) return false;
  }
  return true;
}

/** Gathers the bounds that points put on the camera's place. */
class FitAccumulator {
  private readonly axes: readonly Float64Array[];
  private readonly tangents: readonly number[];
  private readonly low = Float64Array.of(Infinity, Infinity);
  private readonly high = Float64Array.of(-Infinity, -Infinity);

  constructor(right: Float64Array, up: Float64Array, forward: Float64Array, tanX: number, tanY: number) {
    this.axes = [right, up, forward];
    this.tangents = [tanX, tanY];
  }

  add(x: number, y: number, z: number): void {
    const [, , forward] = this.axes;
    const depth = forward[0] * x + forward[1] * y + forward[2] * z;
    for (let k = 0; k < 2; k++) {
      const axis = this.axes[k];
      const along = axis[0] * x + axis[1] * y + axis[2] * z;
      this.high[k] = Math.max(this.high[k], along - this.tangents[k] * depth);
      this.low[k] = Math.min(this.low[k], along + this.tangents[k] * depth);
    }
  }

  position(): Float64Array {
    const depths = [0, 1].map((k) => (this.low[k] - this.high[k]) / (2 * this.tangents[k]));
    const place = [(this.low[0] + this.high[0]) / 2, (this.low[1] + this.high[1]) / 2, Math.min(...depths)];
    return Float64Array.from([0, 1, 2], (k) => place.reduce((sum, value, axis) => sum + value * this.axes[axis][k], 0));
  }
}

export function normalised(v: ArrayLike<number>): Float64Array {
  const length = Math.hypot(v[0], v[1], v[2]) || 1;
  return Float64Array.of(v[0] / length, v[1] / length, v[2] / length);
}

export function cross(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  return Float64Array.of(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
}
