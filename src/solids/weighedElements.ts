import { elementsOfVolume } from '../geometry/elements/elementTypes.ts';
import type { VolumeMesh } from '../geometry/TetMesh.ts';
import type { SolidBodyInput } from './SolidOperators.ts';

type WeighedElements = Pick<
  SolidBodyInput,
  'elementKind' | 'elements' | 'restPositions' | 'materialFraction' | 'massShares' | 'materialMoments'
>;

/** Returns the elements of a mesh with what they are filled with. Shares of corners do not suit quadratic elements, which keep the usual ones and have their moments matched. */
export function weighedElements(volume: VolumeMesh): WeighedElements {
  const { mesh, material } = volume;
  const { type, vertices } = elementsOfVolume(volume);
  return {
    elementKind: type.kind,
    elements: vertices,
    restPositions: mesh.positions,
    ...(material && {
      materialFraction: material.fractions,
      massShares: material.shares?.length === vertices.length ? material.shares : undefined,
      materialMoments: material.moments,
    }),
  };
}
