import type { JobContext } from '../../base/job.ts';
import { enclosedMoments } from '../../geometry/solidMoments.ts';
import type { MeshMaterial, VolumeMesh } from '../../geometry/TetMesh.ts';
import type { MeshingSurface } from '../meshingSurface.ts';
import { findCrossings } from '../virtual/crossings.ts';
import { clipElements, type CutElements } from './clippedFractions.ts';
import { MaterialSide } from './MaterialSide.ts';

/**
 * Least fraction of an element, over the largest one among the elements at its vertices. Below it, vertices that have only slivers of material would weigh next to nothing and be torn off by whatever
 * touches them; what it adds to the mass is taken from the other elements (`matchMoments`).
 */
const LEAST_FRACTION = 0.01;
/** Least fraction of any element: all have some mass. */
const LEAST = 1e-9;

/** Returns what elements of a lattice that reach beyond the surface are filled with: the part of each inside it. `cut`: where copies of cells have parts of it only. Undefined for a surface without a definite inside. */
export function clippedMaterial(
  volume: VolumeMesh,
  { query, balanced }: Pick<MeshingSurface, 'query' | 'balanced'>,
  job: JobContext,
  cut: CutElements | undefined,
): MeshMaterial | undefined {
  if (!balanced) return undefined;
  const side = new MaterialSide(query, job);
  job.progress('weigh', 0);
  const { fractions, shares } = clipElements(cut ?? cutElements(volume, query.mesh, job), query.mesh, side, job);
  const moments = enclosedMoments(query.mesh.positions, query.mesh.triangles, (triangle) => side.shareOf(triangle));
  return { fractions: withFloor(volume, fractions), shares, moments };
}

function cutElements(volume: VolumeMesh, surface: MeshingSurface['mesh'], job: JobContext): CutElements {
  const { positions } = volume.mesh;
  const [elements, size] = elementsOf(volume);
  const lattice = { size, positions, cells: elements, inside: new Uint8Array(0) };
  const { cellStart, triangleOf } = findCrossings(lattice, surface, job);
  return { size, positions, elements, starts: cellStart, triangles: triangleOf };
}

function withFloor(volume: VolumeMesh, fractions: Float64Array): Float64Array {
  const [elements, size] = elementsOf(volume);
  const largest = new Float64Array(volume.mesh.positions.length / 3);
  for (let at = 0; at < elements.length; at++) {
    largest[elements[at]] = Math.max(largest[elements[at]], fractions[Math.floor(at / size)]);
  }
  return fractions.map((fraction, element) => {
    let least = LEAST;
    for (let k = size * element; k < size * (element + 1); k++) {
      least = Math.max(least, LEAST_FRACTION * largest[elements[k]]);
    }
    return Math.max(fraction, least);
  });
}

function elementsOf(volume: VolumeMesh): [Uint32Array, 4 | 8] {
  return volume.kind === 'tet' ? [volume.mesh.tets, 4] : [volume.mesh.hexes, 8];
}
