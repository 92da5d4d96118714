import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { GoalShapeDefinition } from '../GoalShape.ts';

const params = z.strictObject({
  angle: quantity({
    unit: 'rad',
    label: 'angle',
    help: 'Angle between the two ends.',
    min: -6,
    max: 6,
    softMin: -3.1416,
    softMax: 3.1416,
    default: 1.5708,
  }),
  along: z.enum(['x', 'y', 'z']).default('x').meta({ label: 'bent axis', help: 'Axis that is bent to an arc.' }),
  towards: z
    .enum(['x', 'y', 'z'])
    .default('y')
    .meta({ label: 'bend direction', help: 'Axis towards which the ends bend.' }),
});

/** Points below this curvature times size count as straight. */
const STRAIGHT = 1e-9;

/**
 * Bends the axis `along` to an arc of the same length: with curvature k = angle / length, x' = (1/k - y) sin(k x), y' = 1/k - (1/k - y) cos(k x).
 * Elements on the inner side beyond the centre of the arc are inverted.
 */
const bend: GoalShapeDefinition<z.infer<typeof params>> = {
  type: 'bend',
  label: 'Bend',
  reference: 'Barr 1984, global linear bend',
  params,
  deform({ angle, along, towards }, points, half) {
    const a = ['x', 'y', 'z'].indexOf(along);
    const b = ['x', 'y', 'z'].indexOf(towards === along ? (along === 'y' ? 'x' : 'y') : towards);
    const curvature = half[a] > 0 ? angle / (2 * half[a]) : 0;
    if (Math.abs(curvature) * half[a] < STRAIGHT) return;
    for (let k = 0; k < points.length; k += 3) {
      const radius = 1 / curvature - points[k + b];
      const turn = curvature * points[k + a];
      points[k + a] = radius * Math.sin(turn);
      points[k + b] = 1 / curvature - radius * Math.cos(turn);
    }
  },
};

export default bend;
