import { DISTANCE } from '../collision/distances.ts';
import type { RoundCore } from '../collision/CollisionBody.ts';
import { APART, MARGIN, type Manifold } from './Manifold.ts';
import type { PlacedShape } from './PlacedShape.ts';

/** Rounds in which the nearest point of a segment is found at most where the distance is convex along it, and the slope there, and the share of the segment, that end them. */
const ROUNDS = 40;
const LEVEL = 1e-9;
const NARROW = 1e-9;
/** Slope away from an end of a segment below which it is the nearest point. */
const SLOPE = 1e-6;
/** Halvings of the segment of a capsule in the search for its point that is nearest to a shape: the last part is a millionth of it. */
const SEARCHES = 34;
/** Share of the interval that golden-section search keeps. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Share of the segment from its ends in which the nearest point is one of these. */
const END = 1e-3;

/** Contact of points of one shape with the signed distance of another (Guendelman et al. 2003). */
export class PointContact {
  private readonly local = new Float64Array(3);
  private readonly point = new Float64Array(3);
  private readonly found = new Float64Array(4);
  /** How far below `point` the surface lies, m. */
  private readonly radius = new Float64Array(1);
  /** Least gap at the points looked at, m. */
  private readonly nearest = new Float64Array(1);
  /** Ends of what is left of a segment, and the slopes of the distance there. */
  private readonly part = new Float64Array(2);
  private readonly slopes = new Float64Array(2);

  /** Adds the points of `a` that are nearer to `b` than the margin, or inside it. `sign`: 1 where `a` is the first body of the contact. */
  find(a: PlacedShape, b: PlacedShape, sign: 1 | -1, out: Manifold): void {
    const { core, hull } = a.shape;
    this.radius[0] = core?.radius ?? 0;
    this.nearest[0] = Infinity;
    if (core !== undefined) this.findRound(a, core, b, sign, out);
    else if (hull !== undefined && b.shape.isUnbounded) this.findVertices(a, b, sign, out);
    else if (!a.shape.isUnbounded) this.findPoints(a, b, sign, out);
    // Elsewhere distances are sampled, or points are left out.
    const isExact = b.shape.isUnbounded
      ? core !== undefined || hull !== undefined
      : core !== undefined && b.shape.core !== undefined;
    if (isExact) out.limits[APART] = this.nearest[0];
  }

  /** Corners are what of a polyhedron touches a half space. */
  private findVertices(a: PlacedShape, b: PlacedShape, sign: 1 | -1, out: Manifold): void {
    const { vertices } = a;
    const { point } = this;
    for (let k = 0; k < vertices.length; k += 3) {
      point[0] = vertices[k];
      point[1] = vertices[k + 1];
      point[2] = vertices[k + 2];
      this.addPoint(b, sign, out);
    }
  }

  private findPoints(a: PlacedShape, b: PlacedShape, sign: 1 | -1, out: Manifold): void {
    const { point, found } = this;
    const { points } = a.shape;
    if (points === undefined) return;
    const margin = out.limits[MARGIN];
    const { positions, starts, balls } = points;
    for (let group = 0; group + 1 < starts.length; group++) {
      a.toWorld(balls, 4 * group, point);
      b.signedDistance(point, found);
      if (found[DISTANCE] > margin + balls[4 * group + 3]) continue;
      for (let k = starts[group]; k < starts[group + 1]; k++) {
        a.toWorld(positions, 3 * k, point);
        b.signedDistance(point, found);
        if (found[DISTANCE] <= margin) this.addPoint(b, sign, out);
      }
    }
  }

  /** Adds the points of a ball or a capsule below the ends of its segment, and below the point between them that is nearest. */
  private findRound(a: PlacedShape, { halfLength }: RoundCore, b: PlacedShape, sign: 1 | -1, out: Manifold): void {
    if (halfLength === 0) {
      this.point.set(a.translation);
      this.addPoint(b, sign, out);
      return;
    }
    for (let end = 0; end < 2; end++) {
      this.placeOnSegment(a, (2 * end - 1) * halfLength);
      this.addPoint(b, sign, out);
      this.slopes[end] = this.slope(a);
    }
    if (b.shape.isConvex) {
      this.addConvex(a, b, halfLength, sign, out);
      return;
    }
    const between = this.nearestOnSegment(a, b, halfLength);
    if (Math.abs(between) > (1 - END) * halfLength) return;
    this.placeOnSegment(a, between);
    this.addPoint(b, sign, out);
  }

  /** Adds the point between the ends that is nearest to a convex shape, where the slope of the distance, which then grows along the segment, vanishes: by false position with halved ordinates (Dowell and Jarratt 1971). */
  private addConvex(a: PlacedShape, b: PlacedShape, halfLength: number, sign: 1 | -1, out: Manifold): void {
    const { slopes, part, found, point } = this;
    if (!(slopes[0] < -SLOPE) || !(slopes[1] > SLOPE)) return;
    part[0] = -halfLength;
    part[1] = halfLength;
    let kept = -1;
    for (let round = 0; round < ROUNDS; round++) {
      const share = slopes[0] / (slopes[0] - slopes[1]);
      const at = part[0] + share * (part[1] - part[0]);
      this.placeOnSegment(a, at);
      b.signedDistanceAndNormal(point, found);
      const slope = this.slope(a);
      const side = slope > 0 ? 1 : 0;
      part[side] = at;
      slopes[side] = slope;
      if (Math.abs(slope) < LEVEL || part[1] - part[0] < NARROW * halfLength) break;
      if (kept === side) slopes[1 - side] /= 2;
      kept = side;
    }
    this.addPoint(b, sign, out);
  }

  /** Slope of the distance that was found along the segment. */
  private slope({ rotation: r }: PlacedShape): number {
    const { found } = this;
    return found[0] * r[1] + found[1] * r[4] + found[2] * r[7];
  }

  /** Golden-section search for the place along the segment, m from its middle, where `b` is nearest: exact where that distance is convex along it, as that of convex shapes is. */
  private nearestOnSegment(a: PlacedShape, b: PlacedShape, halfLength: number): number {
    let low = -halfLength;
    let high = halfLength;
    let left = high - GOLDEN * (high - low);
    let right = low + GOLDEN * (high - low);
    let atLeft = this.distanceAt(a, b, left);
    let atRight = this.distanceAt(a, b, right);
    for (let k = 0; k < SEARCHES; k++) {
      if (atLeft < atRight) {
        high = right;
        right = left;
        atRight = atLeft;
        left = high - GOLDEN * (high - low);
        atLeft = this.distanceAt(a, b, left);
      } else {
        low = left;
        left = right;
        atLeft = atRight;
        right = low + GOLDEN * (high - low);
        atRight = this.distanceAt(a, b, right);
      }
    }
    return (low + high) / 2;
  }

  private distanceAt(a: PlacedShape, b: PlacedShape, along: number): number {
    this.placeOnSegment(a, along);
    b.signedDistance(this.point, this.found);
    return this.found[DISTANCE];
  }

  private placeOnSegment(a: PlacedShape, along: number): void {
    this.local[1] = along;
    a.toWorld(this.local, 0, this.point);
  }

  /** Adds what lies the radius below `point`, where it is nearer to `b` than the margin: halfway between both surfaces. */
  private addPoint(b: PlacedShape, sign: 1 | -1, out: Manifold): void {
    const { point, found, radius } = this;
    const { next, limits } = out;
    b.signedDistanceAndNormal(point, found);
    const gap = found[DISTANCE] - radius[0];
    if (gap < this.nearest[0]) this.nearest[0] = gap;
    if (gap > limits[MARGIN]) return;
    const below = radius[0] + gap / 2;
    for (let axis = 0; axis < 3; axis++) {
      next[axis] = point[axis] - below * found[axis];
      next[3 + axis] = sign * found[axis];
    }
    next[6] = gap;
    out.add();
  }
}
