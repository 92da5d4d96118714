import { CoreError } from '../../base/errors.ts';
import { elementsOfVolume } from '../../geometry/elements/elementTypes.ts';
import type { GroupKind } from '../../geometry/meshGroups.ts';
import { createSurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { triangulate } from '../../geometry/triangulate.ts';
import { elementCentroids } from './elementCentroids.ts';

/** Which elements of a body belong to groups of its mesh. */
export class GroupElements {
  private readonly volume: VolumeMesh;
  /** The face of the surface that is nearest to the centroid of each element; made when first asked for. */
  private nearest: Uint32Array | undefined;

  constructor(volume: VolumeMesh) {
    this.volume = volume;
  }

  /**
   * 1 for each element of a group: of a group of elements its own, of a group of faces those whose centroid is nearest to one of them. Undefined where the
   * mesh has no such group.
   */
  members(of: GroupKind, name: string): Uint8Array | undefined {
    const { elementGroups = [], surface } = this.volume;
    const own = of === 'material' ? elementGroups.find((group) => group.name === name) : undefined;
    if (own !== undefined) {
      const members = new Uint8Array(elementsOfVolume(this.volume).vertices.length / this.size);
      for (const element of own.elements) members[element] = 1;
      return members;
    }
    const group = surface.groups.find(({ kind, name: called }) => kind === of && called === name);
    if (group === undefined) return undefined;
    const inGroup = new Uint8Array(surface.faceOffsets.length - 1);
    for (const face of group.faces) inGroup[face] = 1;
    this.nearest ??= nearestFaces(this.volume);
    return Uint8Array.from(this.nearest, (face) => inGroup[face]);
  }

  private get size(): number {
    return elementsOfVolume(this.volume).type.size;
  }
}

function nearestFaces(volume: VolumeMesh): Uint32Array {
  const { mesh, faceOfTriangle } = triangulate(volume.surface);
  const query = createSurfaceQuery(mesh);
  const { type, vertices } = elementsOfVolume(volume);
  const centroids = elementCentroids(volume.mesh.positions, vertices, type.size);
  const faces = new Uint32Array(centroids.length / 3);
  const closest = new Float64Array(4);
  let hint = -1;
  for (let element = 0; element < faces.length; element++) {
    const [x, y, z] = centroids.subarray(3 * element, 3 * element + 3);
    hint = query.closestPoint(x, y, z, closest, hint);
    if (hint < 0) throw new CoreError('geometry-invalid', 'the surface of the mesh has no face');
    faces[element] = faceOfTriangle[hint];
  }
  return faces;
}
