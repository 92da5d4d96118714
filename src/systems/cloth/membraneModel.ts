import { CoreError } from '../../base/errors.ts';
import { constitutiveModels, type CreatedModel } from '../../materials/ConstitutiveModel.ts';
import type { Cloth } from '../../scene/kinds/cloth.ts';

/** The largest Poisson's ratio of a model of solids, which its sheet in plane stress has too. */
const MOST_POISSON = 0.495;

/**
 * The constitutive model of a cloth's membrane, with the stretch stiffness of its weaker thread direction, N/m, in the place of Young's modulus; undefined where it has none of its own. Throws
 * `document-invalid` for models that are none of a sheet.
 */
export function createMembraneModel({ id, membrane, fabric }: Cloth): CreatedModel | undefined {
  if (membrane === undefined) return undefined;
  const { poissonRatio, membraneStiffness, warp, weft } = fabric;
  const definition = constitutiveModels.get(membrane.model);
  if (poissonRatio > MOST_POISSON) {
    throw new CoreError('document-invalid', `Poisson's ratio ${poissonRatio} is too large for a constitutive model`, {
      place: `cloth '${id}', fabric.poissonRatio`,
      remedy: `Use ${MOST_POISSON} or less, or no model of its own for the membrane.`,
    });
  }
  const youngsModulus = Math.min(warp, weft) * membraneStiffness;
  const model = definition.create({ youngsModulus, poissonRatio }, membrane.params);
  if (model.fibre === undefined && model.measure === undefined) return model;
  throw new CoreError('document-invalid', `the model '${definition.label}' is none of a sheet`, {
    place: `cloth '${id}', membrane.model`,
    remedy: 'Choose a model without fibres that follows rotations, such as neo-Hookean.',
  });
}
