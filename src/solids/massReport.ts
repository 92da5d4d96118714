import { centralSecondMoments, enclosedMoments, pointMoments, type SolidMoments } from '../geometry/solidMoments.ts';
import type { VolumeMesh } from '../geometry/TetMesh.ts';
import { triangulate } from '../geometry/triangulate.ts';
import { elementQuadrature } from './elementQuadrature.ts';
import { weighedElements } from './weighedElements.ts';

/** How the masses of a mesh compare with what its drawn surface encloses. Errors are relative. */
export interface MassReport {
  /** Volume that the vertices weigh at density 1, m3. */
  readonly volume: number;
  readonly massError: number;
  /** Largest error of the inertia tensor about the centre of mass, over its largest principal entry on the axes. */
  readonly inertiaError: number;
  /** Volume of the whole elements against that within the surface: what the mass would be off by if they weighed all that they contain. */
  readonly elementError: number;
}

/** Measures the masses that solvers give the vertices of a mesh, in the frame of the mesh. Undefined where the surface encloses nothing. */
export function massReport(volume: VolumeMesh): MassReport | undefined {
  const { mesh, material } = volume;
  const wanted = material?.moments ?? surfaceMoments(volume);
  if (!(wanted[0] > 0)) return undefined;
  const weighed = weighedElements(volume);
  const { elementKind, elements, restPositions } = weighed;
  const { lumps } = elementQuadrature(weighed);
  const masses = new Float64Array(mesh.positions.length / 3);
  for (let at = 0; at < lumps.length; at++) masses[elements[at]] += lumps[at];
  const found = pointMoments(mesh.positions, masses);
  const elementVolume = elementQuadrature({ elementKind, elements, restPositions }).weights.reduce(
    (sum, weight) => sum + weight,
    0,
  );
  return {
    volume: found[0],
    massError: found[0] / wanted[0] - 1,
    inertiaError: inertiaError(found, wanted),
    elementError: elementVolume / wanted[0] - 1,
  };
}

function surfaceMoments({ surface }: VolumeMesh): SolidMoments {
  const { mesh } = triangulate(surface);
  return enclosedMoments(mesh.positions, mesh.triangles);
}

function inertiaError(found: SolidMoments, wanted: SolidMoments): number {
  const [a, b] = [inertia(found), inertia(wanted)];
  const largest = Math.max(...b);
  return a.reduce((worst, value, k) => Math.max(worst, Math.abs(value - b[k])), 0) / largest;
}

/** The inertia tensor about the centre of mass at density 1: xx, yy, zz, xy, yz, zx, m5. */
function inertia(moments: SolidMoments): number[] {
  const [xx, yy, zz, xy, yz, zx] = centralSecondMoments(moments);
  return [yy + zz, zz + xx, xx + yy, -xy, -yz, -zx];
}
