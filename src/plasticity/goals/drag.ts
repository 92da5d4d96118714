import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { GoalShapeDefinition } from '../GoalShape.ts';

const offset = (axis: string, value: number) =>
  quantity({
    unit: '',
    label: `offset ${axis}`,
    help: `Distance of the drag along ${axis}, as a fraction of half the size of the body.`,
    min: -20,
    max: 20,
    softMin: -1,
    softMax: 1,
    default: value,
  });

const centre = (axis: string, value: number) =>
  quantity({
    unit: '',
    label: `centre ${axis}`,
    help: `Centre of the drag along ${axis}: -1 at one end, 0 in the middle, 1 at the other end.`,
    min: -2,
    max: 2,
    softMin: -1,
    softMax: 1,
    default: value,
  });

const params = z.strictObject({
  offsetX: offset('x', 0),
  offsetY: offset('y', 0.4),
  offsetZ: offset('z', 0),
  centreX: centre('x', 0),
  centreY: centre('y', 1),
  centreZ: centre('z', 0),
  reach: quantity({
    unit: '',
    label: 'radius',
    help: 'Radius of the dragged region, as a fraction of half the size of the body. The drag falls off smoothly to its edge.',
    min: 0.05,
    max: 4,
    softMax: 2,
    default: 0.9,
  }),
});

/**
 * Drags a region of the body, in units of half its box: x -> x + w d, w = (1 - r^2)^2 for r < 1, with r the distance from the centre over the
 * reach. The slope of w d is at most 1.54 |d| over the reach: drags beyond 0.65 of it may fold the body.
 */
const drag: GoalShapeDefinition<z.infer<typeof params>> = {
  type: 'drag',
  label: 'Drag',
  reference: 'Wyvill et al. 1986, soft falloff',
  params,
  deform({ offsetX, offsetY, offsetZ, centreX, centreY, centreZ, reach }, points, half) {
    const centres = [centreX, centreY, centreZ];
    const offsets = [offsetX, offsetY, offsetZ];
    for (let k = 0; k < points.length; k += 3) {
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        const share = half[axis] > 0 ? points[k + axis] / half[axis] - centres[axis] : 0;
        square += (share / reach) ** 2;
      }
      if (square >= 1) continue;
      const weight = (1 - square) ** 2;
      for (let axis = 0; axis < 3; axis++) points[k + axis] += weight * offsets[axis] * half[axis];
    }
  },
};

export default drag;
