import { HullContact } from './HullContact.ts';
import type { Manifold } from './Manifold.ts';
import type { PlacedShape } from './PlacedShape.ts';
import { PointContact } from './PointContact.ts';

/** Contact of two shapes: what is round by its core, polyhedra by separating axes, all else by points of both. */
export class ShapeContact {
  private readonly hulls = new HullContact();
  private readonly points = new PointContact();

  /** Adds the points in which the shapes are nearer than the margin. axes[at] is the axis that keeps polyhedra apart, as `HullContact` numbers it. */
  find(one: PlacedShape, other: PlacedShape, out: Manifold, axes: Int32Array, at: number): void {
    if (one.shape.core !== undefined) this.points.find(one, other, 1, out);
    else if (other.shape.core !== undefined) this.points.find(other, one, -1, out);
    else if (one.hull !== undefined && other.hull !== undefined) {
      this.hulls.find(one, other, out, axes, at);
    } else {
      this.points.find(one, other, 1, out);
      this.points.find(other, one, -1, out);
    }
  }
}
