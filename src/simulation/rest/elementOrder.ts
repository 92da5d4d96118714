import { elementCountOf, elementsOfVolume, tetrahedraOf } from '../../geometry/elements/elementTypes.ts';
import { quadraticVolume } from '../../geometry/elements/quadraticVolume.ts';
import { thicknessOf } from '../../geometry/preflight/thinParts.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import { meshingSurface } from '../../meshing/meshingSurface.ts';
import type { Meshing, Solid } from '../../scene/kinds/solid.ts';
import { boundsDiagonal } from './boundsDiagonal.ts';
import { halvingsOf } from './wantedDetail.ts';

/** Share of the surface, by area, whose thickness counts as that of the thinnest part: less is an ear or a spike. */
const THIN_SHARE = 0.1;
/** Linear elements across a part from which on they bend well enough. */
const ENOUGH_ACROSS = 6;

/** Target length of the long edges of a solid's elements where the edge scale is 1, m. */
export function wantedEdge({ edge }: Meshing, { positions }: SurfaceMesh): number {
  return 'metres' in edge ? edge.metres : (edge.percent / 100) * boundsDiagonal(positions);
}

/**
 * How many elements lie across the thinnest bending part of a solid at an edge scale: the thickness below which a tenth of the surface lies,
 * over the long edge there; Infinity for a surface without another side. The edge of elements that come from a file is that of a body-centred cubic lattice
 * of their mean volume V, cbrt(12 V) (Molino et al. 2003, section 4).
 */
export function elementsAcross(solid: Pick<Solid, 'meshing'>, volume: VolumeMesh, edgeScale = 1): number {
  const { meshing } = solid;
  const edge = meshing === undefined ? ownEdge(volume) : edgeScale * wantedEdge(meshing, volume.surface);
  const thickness = thicknessOf(meshingSurface(volume.surface, edge).mesh, THIN_SHARE);
  return (2 ** halvingsOf(solid, thickness, edge) * thickness) / edge;
}

/**
 * The volume in elements of the order that the solid asks for. Automatic order is that of the edge scale 1, so that a shot bends alike at every
 * quality. Elements that are quadratic in their file have been given their order already (`keepsMidpoints`). Hexahedra, and solids that tear, stay as they are unless they ask for quadratic ones; `solidWarnings` and `SolidFracture` tell of those.
 */
export function inElementOrder(solid: Solid, volume: VolumeMesh): VolumeMesh {
  const { elementOrder = 'linear', fracture } = solid;
  if (volume.kind === 'hex' || elementOrder === 'linear' || volume.mesh.midpoints !== undefined) return volume;
  if (elementOrder === 'quadratic') return quadraticVolume(volume);
  if (fracture?.enabled === true || elementsAcross(solid, volume) >= ENOUGH_ACROSS) return volume;
  return quadraticVolume(volume);
}

/** Whether elements that are quadratic in their file stay so: not where the solid asks for linear ones, and not where automatic order meets tearing. */
export function keepsMidpoints({ elementOrder = 'linear', fracture }: Solid): boolean {
  return elementOrder === 'quadratic' || (elementOrder === 'automatic' && fracture?.enabled !== true);
}

function ownEdge(volume: VolumeMesh): number {
  const { positions } = volume.mesh;
  const tets = tetrahedraOf(elementsOfVolume(volume));
  let sixfold = 0;
  for (let t = 0; t < tets.length; t += 4) {
    const [o, a, b, c] = [0, 1, 2, 3].map((k) => 3 * tets[t + k]);
    const [u, v, w] = [a, b, c].map((at) => [0, 1, 2].map((axis) => positions[at + axis] - positions[o + axis]));
    sixfold +=
      w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) + w[2] * (u[0] * v[1] - u[1] * v[0]);
  }
  // A hexahedron of volume V counts as twelve tetrahedra of a lattice cell.
  const volumeEach = sixfold / 6 / elementCountOf(volume);
  return Math.cbrt((volume.kind === 'hex' ? 1 : 12) * Math.max(volumeEach, Number.MIN_VALUE));
}
