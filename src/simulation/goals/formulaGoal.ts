import { goalPositions } from '../../plasticity/GoalShape.ts';
import type { Plasticity } from '../../scene/properties/plasticity.ts';

type GoalShape = NonNullable<Plasticity['goal']>['shape'];

/** Returns the positions of points (xyz, m, in the solid's own frame) in a goal that follows from them; undefined for goals that are meshes or animations, or pressed. */
export function formulaGoal(shape: GoalShape, points: Float64Array): Float64Array | undefined {
  switch (shape.kind) {
    case 'file':
    case 'animation':
    case 'pressed':
      return undefined;
    case 'registered':
      return goalPositions([shape], points);
    case 'sculpted':
      return goalPositions(shape.steps, points);
  }
}
