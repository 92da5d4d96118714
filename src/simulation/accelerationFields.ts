import { isKind, type Scene } from '../scene/Scene.ts';
import type { IntervalVector } from '../scene/sampleInterval.ts';
import type { KeyedInputs } from './KeyedInputs.ts';

/** What pulls one solid at a distance: gravity (the shot's or a field's), drag and wind. */
export interface AccelerationFields {
  /** out = acceleration at `time` (s) that does not depend on velocity, m/s2. */
  accelerationAt(time: number, out: Float64Array): void;
  /** Share of the velocity lost per second at `time`, 1/s. */
  dragAt(time: number): number;
}

/**
 * The fields that act on `solid`. The last enabled gravity field that names it replaces the shot's gravity; a wind of velocity u
 * and rate r gives r (u - v), that is the acceleration r u and the drag r.
 */
export function accelerationFields(scene: Scene, solid: string, inputs: KeyedInputs): AccelerationFields {
  const acting = scene.entities
    .filter(isKind('force'))
    .filter(({ enabled, targets }) => enabled && (targets.length === 0 || targets.includes(solid)));
  const gravity = acting.filter(({ field }) => field.kind === 'gravity').at(-1)?.id;
  const drags = acting.filter(({ field }) => field.kind !== 'gravity').map(({ id }) => id);
  const addScaled = (vector: IntervalVector, scale: number, time: number, out: Float64Array) => {
    for (let axis = 0; axis < 3; axis++) out[axis] += scale * inputs.value(vector[axis], time);
  };
  return {
    accelerationAt(time, out) {
      const { interval } = inputs;
      out.fill(0);
      addScaled(
        (gravity === undefined ? undefined : interval.forces[gravity].vector) ?? interval.gravity,
        1,
        time,
        out,
      );
      for (const id of drags) {
        const { vector, rate = 0 } = interval.forces[id];
        if (vector !== undefined) addScaled(vector, inputs.value(rate, time), time, out);
      }
    },
    dragAt(time) {
      let sum = 0;
      for (const id of drags) sum += inputs.value(inputs.interval.forces[id].rate ?? 0, time);
      return sum;
    },
  };
}
