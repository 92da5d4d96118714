import { meshGroups } from '../../geometry/meshGroups.ts';
import type { ImportedMesh } from '../../io/Importer.ts';
import { mostListedGroups, type MeshReport } from '../../protocol/requests/meshes.ts';

/** The groups of a file as the editor lists them. */
export function listGroups(mesh: Pick<ImportedMesh, 'surface' | 'elementGroups'>): MeshReport['groups'] {
  return meshGroups(mesh).map(({ of, names }) => ({
    of,
    count: names.length,
    names: names.slice(0, mostListedGroups),
  }));
}
