import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { GoalShapeDefinition } from '../GoalShape.ts';

const params = z.strictObject({
  angle: quantity({
    unit: 'rad',
    label: 'angle',
    help: 'Angle between the top and the bottom.',
    min: -20,
    max: 20,
    softMin: -6.2832,
    softMax: 6.2832,
    default: 1.5708,
  }),
  axis: z.enum(['x', 'y', 'z']).default('y').meta({ label: 'axis', help: 'Axis that the body is twisted about.' }),
});

/** Rotates every section across the axis by angle * s / 2, s from -1 to 1 along the body; preserves the volume. */
const twist: GoalShapeDefinition<z.infer<typeof params>> = {
  type: 'twist',
  label: 'Twist',
  reference: 'Barr 1984, global twist',
  params,
  deform({ angle, axis }, points, half) {
    const along = ['x', 'y', 'z'].indexOf(axis);
    const first = (along + 1) % 3;
    const second = (along + 2) % 3;
    for (let k = 0; k < points.length; k += 3) {
      const turn = half[along] > 0 ? (0.5 * angle * points[k + along]) / half[along] : 0;
      const a = points[k + first];
      const b = points[k + second];
      points[k + first] = Math.cos(turn) * a - Math.sin(turn) * b;
      points[k + second] = Math.sin(turn) * a + Math.cos(turn) * b;
    }
  },
};

export default twist;
