import type { VolumeMesh } from '../../src/geometry/TetMesh.ts';
import { elementQuadrature, lumpedMasses as lump } from '../../src/solids/elementQuadrature.ts';
import { weighedElements } from '../../src/solids/weighedElements.ts';

/** Masses, kg, that a solver gives the vertices of a mesh; `density` in kg/m3. */
export function lumpedMasses(volume: VolumeMesh, density: number): Float64Array {
  const body = weighedElements(volume);
  return lump(elementQuadrature(body), body.elements, body.restPositions.length / 3, () => density);
}

/** Masses, kg, that a solver gives the vertices of a mesh that moves with a liquid: it weighs its whole elements, which displace the liquid. */
export function immersedMasses(volume: VolumeMesh, density: number): Float64Array {
  const { material: _, ...elements } = volume;
  return lumpedMasses(elements, density);
}
