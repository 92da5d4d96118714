import { elementsOfVolume } from '../../geometry/elements/elementTypes.ts';
import { positionsOf } from '../../frames/Stream.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { constitutiveModels, type CreatedModel } from '../../materials/ConstitutiveModel.ts';
import { evaluate } from '../../scene/curves.ts';
import { regionsOf } from '../../scene/kinds/materialRegion.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { materialAt } from '../../scene/properties/material.ts';
import type { Scene } from '../../scene/Scene.ts';
import { vonMisesStress } from '../../simulation/bodyAttributes.ts';
import { placePoints, unscaledPoints } from '../../simulation/rest/placement.ts';
import type { RequestedAttribute } from '../../simulation/RequestedAttribute.ts';
import { elementCentroids } from './elementCentroids.ts';
import { regionModel, regionOfElements } from './materialRegions.ts';
import { writeVonMises } from './writeVonMises.ts';

/** The von Mises stress of an elastic solid, which follows from a frame by the material of the solid and its regions, and by its strength at that frame. */
export const elasticStress: RequestedAttribute<Solid> = {
  declared: { ...vonMisesStress, onRequest: true },
  writer(solid, frame, mesh, volume, scene) {
    const body = {
      elements: elementsOfVolume(volume),
      rest: placePoints(volume.mesh.positions, solid.transform),
      positions: positionsOf(mesh),
      modelOf: modelsOf(solid, frame, volume, scene),
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

/** Returns what gives the model of an element at a frame. */
function modelsOf(solid: Solid, frame: number, volume: VolumeMesh, scene: Scene): (element: number) => CreatedModel {
  const material = materialAt(solid.material, frame);
  const own = constitutiveModels.get(material.model).create(material, material.params);
  const regions = regionsOf(solid.id, scene.entities);
  if (regions.length === 0) return () => own;
  const { type, vertices } = elementsOfVolume(volume);
  const { positions } = volume.mesh;
  const centroids = {
    placed: elementCentroids(placePoints(positions, solid.transform), vertices, type.size),
    own: elementCentroids(unscaledPoints(positions, solid.transform), vertices, type.size),
  };
  const region = regionOfElements(regions, centroids, volume);
  const models = [own, ...regions.map((each) => regionModel(material, each))];
  return (element) => models[region[element]];
}
