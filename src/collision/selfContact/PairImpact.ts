import { CLOSEST_SIZE, closestEdgeEdge, closestPointTriangle } from './closestPoints.ts';
import { coplanarity, COPLANARITY_SIZE, coplanarTimes, TIMES_SIZE } from './coplanarity.ts';

/** Steps of conservative advancement. Where they do not suffice, the pair counts as touching if it approaches. */
const ADVANCES = 100;
/** Squared sine below which two edges (or the triangle's sides) define no normal. */
const PARALLEL = 1e-8;
/** Fraction of its distance at which a pair that starts closer than the gap may end in lenient tests. */
const KEPT_DISTANCE = 0.999;

/**
 * Continuous collision detection of one pair of primitives: a point and a triangle, or two edges, whose four points move along straight lines through a
 * step. A pair collides where it passes through itself, or ends closer than the gap. Scratch for one pair at a time.
 */
export class PairImpact {
  /** Start positions of the four points, relative to the first, and their relative displacements, m. */
  readonly start = new Float64Array(12);
  readonly move = new Float64Array(12);
  /** Contact at the impact: weights of the four points (negative on the second primitive), and the unit normal from the second to the first. */
  readonly weights = new Float64Array(4);
  readonly normal = new Float64Array(3);
  private readonly present = new Float64Array(12);
  private readonly closest = new Float64Array(CLOSEST_SIZE);
  private readonly cubic = new Float64Array(COPLANARITY_SIZE);
  private readonly times = new Float64Array(TIMES_SIZE);
  /** The examined time, as a fraction of the step. */
  private readonly now = new Float64Array(1);
  /** The distance, m, between the primitives at the end of a step. */
  gap = 0;
  /** Whether pairs that start closer than the gap collide only where they come closer still. */
  lenient = false;

  /** Loads a pair of the vertices' positions `x` and displacements `u`, m. */
  load(x: Float64Array, u: Float64Array, i0: number, i1: number, i2: number, i3: number): void {
    const { start, move } = this;
    for (let axis = 0; axis < 3; axis++) {
      const x0 = x[3 * i0 + axis];
      const u0 = u[3 * i0 + axis];
      start[3 + axis] = x[3 * i1 + axis] - x0;
      start[6 + axis] = x[3 * i2 + axis] - x0;
      start[9 + axis] = x[3 * i3 + axis] - x0;
      move[3 + axis] = u[3 * i1 + axis] - u0;
      move[6 + axis] = u[3 * i2 + axis] - u0;
      move[9 + axis] = u[3 * i3 + axis] - u0;
    }
  }

  /** Returns whether the loaded pair (`edges`: two edges) collides; `weights` and `normal` then describe the contact. */
  find(edges: boolean): boolean {
    const { cubic } = this;
    coplanarity(this.start, this.move, edges, cubic);
    const low = Math.min(cubic[0], cubic[1], cubic[2], cubic[3]);
    const high = Math.max(cubic[0], cubic[1], cubic[2], cubic[3]);
    const oneSided = (low > 0 && low * low > cubic[5]) || (high < 0 && high * high > cubic[5]);
    if (!oneSided) {
      const count = coplanarTimes(cubic, this.times);
      for (let k = 0; k < count; k++) if (this.touchesAt(edges, k)) return true;
      if (this.isVague() && this.advance(edges)) return true;
    }
    return this.endsClose(edges);
  }

  /** The time of the contact that was found, as a share of the step; 1 where the pair ends close. */
  get time(): number {
    return this.now[0];
  }

  /** Returns whether rounding leaves the time of coplanarity undecided: the pair stays, or starts or ends, in one plane. */
  private isVague(): boolean {
    const { cubic } = this;
    for (let k = 0; k < 4; k++) if (cubic[k] * cubic[k] <= cubic[5]) return true;
    return false;
  }

  /** Writes the separation along the normal at the start and at the end of the step, m. */
  separations(out: Float64Array): void {
    const { start, move, weights, normal } = this;
    let before = 0;
    let moved = 0;
    for (let k = 1; k < 4; k++) {
      const i = 3 * k;
      before += weights[k] * (start[i] * normal[0] + start[i + 1] * normal[1] + start[i + 2] * normal[2]);
      moved += weights[k] * (move[i] * normal[0] + move[i + 1] * normal[1] + move[i + 2] * normal[2]);
    }
    out[0] = before;
    out[1] = before + moved;
  }

  /** Moves the points to their positions at the time `now[0]`, and finds the closest points. (A number argument would be allocated.) */
  private measure(edges: boolean): void {
    const { present, start, move } = this;
    const t = this.now[0];
    for (let k = 3; k < 12; k++) present[k] = start[k] + t * move[k];
    if (edges) closestEdgeEdge(present, this.closest);
    else closestPointTriangle(present, this.closest);
  }

  private touchesAt(edges: boolean, time: number): boolean {
    const { times, now, closest, weights, gap } = this;
    now[0] = times[time];
    this.measure(edges);
    if (closest[7] >= gap * gap) return false;
    for (let k = 0; k < 4; k++) weights[k] = closest[k];
    const side = times[4 + time] > 0 ? 1 : times[4 + time] < 0 ? -1 : 0;
    return (side !== 0 && this.crossNormal(edges, side)) || this.closestNormal() || this.startNormal(edges);
  }

  /** Returns whether the pair ends closer than the gap, on the side of the start. */
  private endsClose(edges: boolean): boolean {
    const { cubic, closest, gap } = this;
    if (cubic[3] * cubic[3] > gap * gap * cubic[4]) return false;
    this.now[0] = 1;
    this.measure(edges);
    const distance2 = closest[7];
    if (distance2 >= gap * gap) return false;
    for (let k = 0; k < 4; k++) this.weights[k] = closest[k];
    const found = this.closestNormal();
    if (this.lenient) {
      this.now[0] = 0;
      this.measure(edges);
      if (distance2 >= KEPT_DISTANCE * KEPT_DISTANCE * closest[7]) return false;
    }
    return found || this.crossNormal(edges, cubic[0] < 0 ? -1 : 1);
  }

  /**
   * Handles points that stay in one plane, where the cubic vanishes. Advances in time while the planes across the closest points' line separate all points of the pair, until
   * it touches or the step ends; the normal is that of the closest points.
   */
  private advance(edges: boolean): boolean {
    const { closest, gap } = this;
    this.now[0] = 0;
    for (let k = 0; k < ADVANCES; k++) {
      this.measure(edges);
      if (closest[7] < 2.25 * gap * gap) break;
      this.closestNormal();
      this.waitApart(edges);
      if (this.now[0] >= 1) return false;
    }
    for (let k = 0; k < 4; k++) this.weights[k] = closest[k];
    return (this.closestNormal() || this.startNormal(edges)) && this.approaches();
  }

  /** Advances `now[0]` to the first time at which a point of the first primitive is a gap beyond one of the second along the normal. */
  private waitApart(edges: boolean): void {
    const { present, move, normal, gap } = this;
    let longest = 1;
    for (let first = 0; first < (edges ? 6 : 3); first += 3) {
      for (let second = edges ? 6 : 3; second < 12; second += 3) {
        let apart = 0;
        let speed = 0;
        for (let axis = 0; axis < 3; axis++) {
          apart += normal[axis] * (present[first + axis] - present[second + axis]);
          speed += normal[axis] * (move[first + axis] - move[second + axis]);
        }
        if (speed < 0 && (apart - gap) / -speed < longest) longest = (apart - gap) / -speed;
      }
    }
    this.now[0] += longest;
  }

  private approaches(): boolean {
    const { move, weights, normal } = this;
    let along = 0;
    for (let k = 1; k < 4; k++) {
      const i = 3 * k;
      along += weights[k] * (move[i] * normal[0] + move[i + 1] * normal[1] + move[i + 2] * normal[2]);
    }
    return along < 0;
  }

  private closestNormal(): boolean {
    const { closest, gap, normal } = this;
    const length = Math.sqrt(closest[7]);
    if (!(length > 1e-3 * gap)) return false;
    for (let axis = 0; axis < 3; axis++) normal[axis] = closest[4 + axis] / length;
    return true;
  }

  private startNormal(edges: boolean): boolean {
    this.now[0] = 0;
    this.measure(edges);
    return this.closestNormal();
  }

  /** Computes the normal of the triangle, or across both edges, at the last measured positions, oriented towards `side`. */
  private crossNormal(edges: boolean, side: number): boolean {
    const { present: q, normal } = this;
    const b = edges ? 3 : 6;
    const from = edges ? 0 : 3;
    const second = edges ? 6 : 3;
    const bx = q[b] - q[from];
    const by = q[b + 1] - q[from + 1];
    const bz = q[b + 2] - q[from + 2];
    const cx = q[9] - q[second];
    const cy = q[10] - q[second + 1];
    const cz = q[11] - q[second + 2];
    const x = by * cz - bz * cy;
    const y = bz * cx - bx * cz;
    const z = bx * cy - by * cx;
    const length2 = x * x + y * y + z * z;
    if (!(length2 > PARALLEL * (bx * bx + by * by + bz * bz) * (cx * cx + cy * cy + cz * cz))) return false;
    const scale = side / Math.sqrt(length2);
    normal[0] = scale * x;
    normal[1] = scale * y;
    normal[2] = scale * z;
    return true;
  }
}
