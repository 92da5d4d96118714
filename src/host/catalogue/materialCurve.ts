import { CoreError } from '../../base/errors.ts';
import { constitutiveModels } from '../../materials/ConstitutiveModel.ts';
import type { RequestParams, RequestResult } from '../../protocol/requests.ts';
import { schemaError } from '../../scene/schemaErrors.ts';

/**
 * Principal first Piola-Kirchhoff stress (Pa) of the stretched axis over its stretch s, the other two held at 1:
 * P0(s, 1, 1) (Irving 2007, figure 2.3). Negative stretches are inverted. Stretches are evenly spaced, both ends included.
 * Of a material with fibres they run along the stretched
 * axis: their tension is added, relaxed in `stress` and fully active in `active`. Throws `document-invalid` for an unknown model or parameters it refuses, and `usage` for a range without length.
 */
export function materialCurve(request: RequestParams<'materialCurve'>): RequestResult<'materialCurve'> {
  const { from, to, count } = request;
  if (!(to > from)) {
    throw new CoreError('usage', `stretches from ${from} to ${to} are no range`, {
      remedy: 'Ask for an end above the beginning.',
    });
  }
  const model = createModel(request);
  const principal = new Float64Array([1, 1, 1]);
  const out = new Float64Array(3);
  const stretch: number[] = [];
  const stress: number[] = [];
  const active: number[] = [];
  const at = new Float64Array(2);
  const law = new Float64Array(3);
  for (let k = 0; k < count; k++) {
    principal[0] = (from * (count - 1 - k) + to * k) / (count - 1);
    model.principalStress(principal, out);
    if (!Number.isFinite(out[0])) {
      throw new CoreError('document-invalid', `the stress at a stretch of ${principal[0]} is not a finite number`, {
        place: 'material.params',
        remedy: 'Use a lower stiffness or other parameters of the model.',
      });
    }
    stretch.push(principal[0]);
    for (const [activation, curve] of [
      [0, stress],
      [1, active],
    ] as const) {
      at[0] = Math.abs(principal[0]);
      at[1] = activation;
      model.fibre?.evaluate(at, law);
      // (T / lambda) s: fibres that are turned round pull the other way.
      curve.push(out[0] + law[1] * Math.sign(principal[0]));
    }
  }
  return { stretch, stress, ...(model.fibre && { active }) };
}

function createModel({ model, params, youngsModulus, poissonRatio }: RequestParams<'materialCurve'>) {
  const definition = constitutiveModels.get(model);
  const parsed = definition.params.safeParse(params, { reportInput: true });
  if (!parsed.success) throw schemaError(parsed.error, definition.params, params, ['material', 'params']);
  return definition.create({ youngsModulus, poissonRatio }, parsed.data);
}
