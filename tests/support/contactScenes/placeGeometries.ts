import { dirname, join } from 'node:path';
import { triangulate } from '../../../src/geometry/triangulate.ts';
import { volumeBoundary } from '../../../src/geometry/volumeBoundary.ts';
import { readMesh, type MeshFile } from '../../../src/io/readMesh.ts';
import { arrayOffsets, boundsOf, placed, type Placed } from './placement.ts';
import type { Geometry, SceneFile } from './SceneFile.ts';

/** A mesh of a scene where it stands; each copy of an array is one. */
export interface PlacedGeometry extends Placed {
  readonly given: Geometry;
  readonly path: string;
  readonly file: MeshFile;
  /** Boundary triangles over `points`. */
  readonly triangles: Uint32Array;
  /** Middle of its box, m. */
  readonly middle: readonly number[];
}

/** Reads the meshes of a scene with the importers of the program, and places them. */
export async function placeGeometries(scenePath: string, { geometry }: SceneFile): Promise<PlacedGeometry[]> {
  const out: PlacedGeometry[] = [];
  for (const given of geometry.filter(({ enabled }) => enabled)) {
    const path = join(dirname(scenePath), given.mesh);
    const file = await readMesh(path);
    const { tets, surface } = file.mesh;
    const triangles =
      tets === undefined ? triangulate(surface).mesh.triangles : volumeBoundary(tets.tets, 4).faceVertices;
    const positions = tets?.positions ?? surface.positions;
    const { points: first } = placed(positions, given.transformation);
    for (const offset of arrayOffsets(given, first)) {
      const place = placed(positions, given.transformation, offset);
      const box = boundsOf(place.points);
      const middle = [0, 1, 2].map((axis) => (box[axis] + box[3 + axis]) / 2);
      out.push({ ...place, given, path, file, triangles, middle });
    }
  }
  return out;
}
