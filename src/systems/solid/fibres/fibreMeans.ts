import type { CreatedModel } from '../../../materials/ConstitutiveModel.ts';

/** Means over the points of each element. */
export interface FibreMeans {
  /** |F a|. */
  readonly stretch: Float32Array;
  /** Pa per area at rest. */
  readonly tension: Float32Array;
}

/** How far fibres of a body of one material are stretched (`stretches` at its points, in the order of the elements) and what they pull with. */
export function fibreMeans(
  { fibre }: CreatedModel,
  stretches: ArrayLike<number>,
  elementCount: number,
  activation: number,
  strength: number,
): FibreMeans {
  const points = stretches.length / elementCount;
  const stretch = new Float32Array(elementCount);
  const tension = new Float32Array(elementCount);
  const at = Float64Array.of(0, activation);
  const law = new Float64Array(3);
  for (let q = 0; q < stretches.length; q++) {
    const element = Math.floor(q / points);
    at[0] = stretches[q];
    fibre?.evaluate(at, law);
    stretch[element] += stretches[q] / points;
    tension[element] += (strength * law[1]) / points;
  }
  return { stretch, tension };
}
