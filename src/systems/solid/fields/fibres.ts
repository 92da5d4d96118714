import { withValues } from '../../../frames/makeStreams.ts';
import { fibreStretch, fibreTension } from '../../../simulation/bodyAttributes.ts';
import type { SolidField, SolidMoment } from '../SolidField.ts';
import type { CreatedModel } from '../../../materials/ConstitutiveModel.ts';

/** Stretch and tension of the fibres of a solid that has any, per element. */
const fibres: SolidField = {
  type: 'fibres',
  order: 40,
  of({ body, operators }) {
    const { fibreStretches, elementCount } = operators;
    if (fibreStretches === undefined) return undefined;
    const scratch = { at: new Float64Array(2), law: new Float64Array(3) };
    return {
      declared: [fibreStretch, fibreTension],
      values({ strength, activation }) {
        const { stretch, tension } = fibreMeans(body.models[0], fibreStretches, elementCount, {
          activation,
          strength,
          ...scratch,
        });
        return [withValues(fibreStretch, stretch), withValues(fibreTension, tension)];
      },
    };
  },
};

export default fibres;

/** Means over the points of each element. */
interface FibreMeans {
  /** |F a|. */
  readonly stretch: Float32Array;
  /** Pa per area at rest. */
  readonly tension: Float32Array;
}

/** What fibres do at a moment, with room for their law: stretch and activation, and what comes of them. */
interface FibreMoment extends SolidMoment {
  readonly at: Float64Array;
  readonly law: Float64Array;
}

/** How far fibres of a body of one material are stretched (`stretches` at its points, in the order of the elements) and what they pull with. */
function fibreMeans(
  { fibre }: CreatedModel,
  stretches: ArrayLike<number>,
  elementCount: number,
  { activation, strength, at, law }: FibreMoment,
): FibreMeans {
  const points = stretches.length / elementCount;
  const stretch = new Float32Array(elementCount);
  const tension = new Float32Array(elementCount);
  at[1] = activation;
  for (let q = 0; q < stretches.length; q++) {
    const element = Math.floor(q / points);
    at[0] = stretches[q];
    fibre?.evaluate(at, law);
    stretch[element] += stretches[q] / points;
    tension[element] += (strength * law[1]) / points;
  }
  return { stretch, tension };
}
