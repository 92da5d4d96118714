import type { SteppedBody } from '../../solids/SteppedBody.ts';
import type { GatheredSurface } from './bodyContactSurface.ts';

/** Mean edges that bodies which meet may move against each other in a substep: contact knows only the start of a substep, where nothing of a round body is behind its surface's tangents. */
const FARTHEST = 0.5;

/** How long a substep of bodies that may touch each other may be: until boxes about them meet, or they move as far as they may where they do. */
export class ApproachSpeedLimit {
  /** Least and largest velocity, m/s, and position, m, of the surfaces. */
  private readonly ranges: Float64Array;
  private readonly boxes: Float64Array;

  constructor(
    private readonly bodies: readonly SteppedBody[],
    private readonly gathered: GatheredSurface,
  ) {
    this.ranges = new Float64Array(6 * bodies.length);
    this.boxes = new Float64Array(6 * bodies.length);
  }

  /** Longest substep, s, of surfaces with these positions (m) and velocities (m/s). */
  longestStep(positions: Float64Array, velocity: Float64Array): number {
    const { bodies, boxes, ranges } = this;
    const { enabled } = this.gathered.surface.pairs;
    this.findRanges(positions, boxes);
    this.findRanges(velocity, ranges);
    let longest = Infinity;
    for (let a = 0; a < bodies.length; a++) {
      for (let b = 0; b < a; b++) {
        if (enabled[a * bodies.length + b] === 0) continue;
        const speed = this.fastest(a, b);
        const way = FARTHEST * Math.min(this.edge(a), this.edge(b));
        if (speed * longest > way) longest = Math.min(longest, Math.max(way, this.gap(a, b)) / speed);
      }
    }
    return longest;
  }

  /** Mean edge, m, of a body that impulses spread through; infinite for others. */
  private edge(body: number): number {
    return this.bodies[body].impulses?.edge ?? Infinity;
  }

  /** Bound of the speed, m/s, with which two surfaces move against each other. */
  private fastest(a: number, b: number): number {
    const { ranges } = this;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const i = 6 * a + axis;
      const j = 6 * b + axis;
      const most = Math.max(ranges[i + 3] - ranges[j], ranges[j + 3] - ranges[i]);
      square += most * most;
    }
    return Math.sqrt(square);
  }

  /** Distance of the boxes about two surfaces, m. */
  private gap(a: number, b: number): number {
    const { boxes } = this;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const i = 6 * a + axis;
      const j = 6 * b + axis;
      const apart = Math.max(boxes[i] - boxes[j + 3], boxes[j] - boxes[i + 3], 0);
      square += apart * apart;
    }
    return Math.sqrt(square);
  }

  /** Least and largest of the numbers of each surface along each axis, into `ranges`. */
  private findRanges(numbers: Float64Array, ranges: Float64Array): void {
    const { offsets } = this.gathered;
    for (let b = 0; b < this.bodies.length; b++) {
      ranges.fill(Infinity, 6 * b, 6 * b + 3);
      ranges.fill(-Infinity, 6 * b + 3, 6 * b + 6);
      for (let i = offsets[b]; i < offsets[b + 1]; i++) {
        for (let axis = 0; axis < 3; axis++) {
          const value = numbers[3 * i + axis];
          if (value < ranges[6 * b + axis]) ranges[6 * b + axis] = value;
          if (value > ranges[6 * b + 3 + axis]) ranges[6 * b + 3 + axis] = value;
        }
      }
    }
  }
}
