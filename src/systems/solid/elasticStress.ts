import { elementsOfVolume } from '../../geometry/elements/elementTypes.ts';
import { positionsOf } from '../../frames/Stream.ts';
import { constitutiveModels } from '../../materials/ConstitutiveModel.ts';
import { evaluate } from '../../scene/curves.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { materialAt } from '../../scene/properties/material.ts';
import { vonMisesStress } from '../../simulation/bodyAttributes.ts';
import type { RequestedAttribute } from '../../simulation/RequestedAttribute.ts';
import { placePoints } from '../../simulation/rest/placement.ts';
import { writeVonMises } from './writeVonMises.ts';

/** The von Mises stress of an elastic solid, which follows from a frame by the material of the solid and by its strength at that frame. */
export const elasticStress: RequestedAttribute<Solid> = {
  declared: { ...vonMisesStress, onRequest: true },
  writer(solid, frame, mesh, volume) {
    const material = materialAt(solid.material, frame);
    const model = constitutiveModels.get(material.model).create(material, material.params);
    const body = {
      elements: elementsOfVolume(volume),
      rest: placePoints(volume.mesh.positions, solid.transform),
      positions: positionsOf(mesh),
      model,
      strength: evaluate(solid.strength, frame),
    };
    return {
      unit: vonMisesStress.unit,
      write(out, from, to) {
        writeVonMises(body, out, from, to);
      },
    };
  },
};
