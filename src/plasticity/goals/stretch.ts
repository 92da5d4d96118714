import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { GoalShapeDefinition } from '../GoalShape.ts';

const factor = (axis: string, value: number) =>
  quantity({
    unit: '',
    label: `factor ${axis}`,
    help: `Scale of the goal along ${axis}: 1 is the size of the body, 0.5 is half of it. A product of 1 conserves the volume.`,
    min: 0.05,
    max: 20,
    softMin: 0.25,
    softMax: 4,
    default: value,
  });

const params = z.strictObject({ x: factor('x', 1.6), y: factor('y', 0.4), z: factor('z', 1.6) });

/** Scales along the axes, x -> diag(factors) x: a ball becomes a disk or a rod. */
const stretch: GoalShapeDefinition<z.infer<typeof params>> = {
  type: 'stretch',
  label: 'Stretch',
  reference: 'Irving 2007, figure 2.5 (sphere to disk)',
  params,
  deform({ x, y, z: depth }, points) {
    for (let k = 0; k < points.length; k += 3) {
      points[k] *= x;
      points[k + 1] *= y;
      points[k + 2] *= depth;
    }
  },
};

export default stretch;
