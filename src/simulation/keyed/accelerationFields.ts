import { forceFieldsOn } from '../../scene/capabilities.ts';
import { evaluateInterval, type IntervalCurve } from '../../scene/intervalCurves.ts';
import type { Force } from '../../scene/kinds/force.ts';
import type { Scene } from '../../scene/Scene.ts';
import type { IntervalVector } from '../../scene/shotInputs.ts';
import type { KeyedInputs } from './KeyedInputs.ts';

/** What pulls one solid at a distance: gravity (the shot's or a field's), drag and wind. */
export interface AccelerationFields {
  /** out = acceleration at `time` (s) that does not depend on velocity, m/s2. */
  accelerationAt(time: number, out: Float64Array): void;
  /** Share of the velocity lost per second at `time`, 1/s. */
  dragAt(time: number): number;
}

/** What of a field may be keyed, over the running interval. */
interface KeyedField {
  /** m/s2. */
  readonly acceleration?: IntervalVector;
  /** m/s. */
  readonly velocity?: IntervalVector;
  /** 1/s. */
  readonly rate?: IntervalCurve;
}

/**
 * The fields that act on `solid`. The last enabled gravity field that names it replaces the shot's gravity; a wind of velocity u
 * and rate r gives r (u - v), that is the acceleration r u and the drag r.
 */
export function accelerationFields(scene: Scene, solid: string, inputs: KeyedInputs): AccelerationFields {
  const acting = forceFieldsOn(solid, scene.entities);
  const gravity = acting.filter(({ field }) => field.kind === 'gravity').at(-1);
  const drags = acting.filter(({ field }) => field.kind !== 'gravity');
  const keyed = (force: Force): KeyedField => inputs.of(force).field;
  const number = new Float64Array(1);
  const values = new Float64Array(3);
  const addScaled = (vector: IntervalVector, scale: IntervalCurve, at: Float64Array, out: Float64Array) => {
    evaluateInterval(scale, at, number, 0);
    for (let axis = 0; axis < 3; axis++) {
      evaluateInterval(vector[axis], at, values, axis);
      out[axis] += number[0] * values[axis];
    }
  };
  return {
    accelerationAt(time, out) {
      const at = inputs.at(time);
      out.fill(0);
      const own = gravity === undefined ? undefined : keyed(gravity).acceleration;
      addScaled(own ?? inputs.interval.physics.gravity, 1, at, out);
      for (let k = 0; k < drags.length; k++) {
        const { velocity, rate } = keyed(drags[k]);
        if (velocity !== undefined) addScaled(velocity, rate ?? 0, at, out);
      }
    },
    dragAt(time) {
      const at = inputs.at(time);
      let sum = 0;
      for (let k = 0; k < drags.length; k++) {
        evaluateInterval(keyed(drags[k]).rate ?? 0, at, number, 0);
        sum += number[0];
      }
      return sum;
    },
  };
}
