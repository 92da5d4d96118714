import type { MovingSurface } from '../../collision/deforming/DeformingCollider.ts';
import type { ClosestPoint, PlacedTriangles } from '../../collision/deforming/PlacedTriangles.ts';
import type { IntList } from '../../collision/selfContact/IntList.ts';
import { hypot3 } from '../../math/hypot3.ts';

/** A surface that moves as prescribed, as rigid bodies meet it in a substep: where it begins, and how far its points move. */
export class MetSurface {
  readonly surface: MovingSurface;
  /** Box around it at both ends of the substep, min xyz and max xyz, m. */
  readonly box = new Float64Array(6);
  /** Largest distance that any of its vertices moves in the substep, m. In an array: calls would allocate it. */
  readonly reach = new Float64Array(1);
  private placed: PlacedTriangles | undefined;
  private endPositions: Float64Array;
  private readonly duration = new Float64Array(1);
  private readonly closest: ClosestPoint = {
    triangle: -1,
    weights: new Float64Array(3),
    normal: new Float64Array(4),
  };

  constructor(surface: MovingSurface) {
    this.surface = surface;
    this.endPositions = this.box;
  }

  /** The surface where the substep begins. */
  get start(): PlacedTriangles {
    return this.placed!;
  }

  /** Places it at both ends of a substep, s. */
  place(start: number, end: number): void {
    const span = this.surface.over(start, end);
    const after = span.end.placed;
    const before = span.start.placed;
    this.placed = before;
    this.endPositions = after.positions;
    this.duration[0] = end - start;
    for (let axis = 0; axis < 3; axis++) {
      this.box[axis] = Math.min(before.box[axis], after.box[axis]);
      this.box[3 + axis] = Math.max(before.box[3 + axis], after.box[3 + axis]);
    }
    const [x, y] = [before.positions, after.positions];
    let reach = 0;
    for (let k = 0; k < x.length; k += 3) {
      reach = Math.max(reach, hypot3(y[k] - x[k], y[k + 1] - x[k + 1], y[k + 2] - x[k + 2]));
    }
    this.reach[0] = reach;
  }

  /** Lowers out[0] to the largest distance, m, that any vertex of the listed triangles moves in the substep. */
  boundReach({ values, length }: IntList, out: Float64Array): void {
    const { endPositions: y, start } = this;
    const { positions: x, tree } = start;
    let square = 0;
    for (let k = 0; k < length; k++) {
      for (let corner = 0; corner < 3; corner++) {
        const v = 3 * tree.triangles[3 * values[k] + corner];
        square = Math.max(square, (y[v] - x[v]) ** 2 + (y[v + 1] - x[v + 1]) ** 2 + (y[v + 2] - x[v + 2]) ** 2);
      }
    }
    out[0] = Math.min(out[0], Math.sqrt(square));
  }

  /** Writes the velocity of the point of the surface nearest to points[at ..], m/s, to out[to ..]: its way over the substep, which it makes exactly, by the length of that. */
  velocityNear(points: Float64Array, at: number, out: Float64Array, to: number): void {
    const { closest, endPositions } = this;
    const { positions, tree } = this.start;
    this.start.find(points, at, closest);
    const { triangle, weights } = closest;
    for (let axis = 0; axis < 3; axis++) {
      let way = 0;
      for (let corner = 0; corner < 3; corner++) {
        const k = 3 * tree.triangles[3 * triangle + corner] + axis;
        way += weights[corner] * (endPositions[k] - positions[k]);
      }
      out[to + axis] = way / this.duration[0];
    }
  }
}
