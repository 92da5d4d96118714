import { hypot3 } from '../math/hypot3.ts';
import { findBox } from './findBox.ts';

/** A ball around the vertices of a body: centre and half the diagonal of their bounding box. */
export class BoundingBall {
  /** m. */
  readonly middle = new Float64Array(3);
  /** One number, m. */
  readonly radius = new Float64Array(1);
  private readonly box = new Float64Array(6);

  /** Puts the ball around `positions`, m. */
  find(positions: Float64Array): void {
    const { box, middle } = this;
    findBox(positions, box);
    for (let axis = 0; axis < 3; axis++) middle[axis] = 0.5 * (box[axis] + box[3 + axis]);
    this.radius[0] = 0.5 * hypot3(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  }
}
