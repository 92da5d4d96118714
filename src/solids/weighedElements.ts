import { elementsOfVolume } from '../geometry/elements/elementTypes.ts';
import type { VolumeMesh } from '../geometry/TetMesh.ts';
import type { SolidBodyInput } from './SolidOperators.ts';

type WeighedElements = Pick<
  SolidBodyInput,
  'elementKind' | 'elements' | 'restPositions' | 'materialMoments' | 'filled'
>;

/** Returns the elements of a mesh with what they are filled with. */
export function weighedElements(volume: VolumeMesh): WeighedElements {
  const { mesh, material } = volume;
  const { type, vertices } = elementsOfVolume(volume);
  return {
    elementKind: type.kind,
    elements: vertices,
    restPositions: mesh.positions,
    ...(material && { materialMoments: material.moments, filled: material.filled }),
  };
}
