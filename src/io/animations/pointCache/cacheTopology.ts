import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { CoreError } from '../../../base/errors.ts';
import { readError } from '../../../cache/plainFile.ts';
import { triangulate } from '../../../geometry/triangulate.ts';
import { importers } from '../../Importer.ts';
import { readMesh } from '../../readMesh.ts';
import { NO_TRIANGLES } from '../shared/MovingGeometry.ts';

/** The triangles over the points of a cache. */
export interface CacheTopology {
  readonly triangles: Uint32Array;
  /** Sentences about the mesh that the triangles come from. */
  readonly doubts: readonly string[];
}

/**
 * Finds the mesh whose vertices a point cache moves: the given one, else the one of the same name in the same folder. Without one the points have no
 * triangles. Throws `geometry-invalid` for a given mesh with another number of vertices.
 */
export async function cacheTopology(cache: string, points: number, given: string | undefined): Promise<CacheTopology> {
  const beside = given === undefined ? await meshesBeside(cache) : [];
  const path = given ?? beside[0];
  if (path === undefined) {
    const doubts = [
      'the file holds points alone, and there is no mesh of the same name beside it: name the mesh that moves',
    ];
    return { triangles: NO_TRIANGLES, doubts };
  }
  const { mesh } = await readMesh(path);
  const vertices = mesh.surface.positions.length / 3;
  if (vertices !== points) {
    throw new CoreError(
      'geometry-invalid',
      `it moves ${points} vertices, and the mesh ${basename(path)} has ${vertices}`,
      {
        file: cache,
        place: 'header',
        remedy: 'Name the mesh that it was baked from, exported with its vertices in their order.',
      },
    );
  }
  const doubts = given === undefined ? [`the topology is that of ${basename(path)}, which has the same name`] : [];
  const others = beside.slice(1).map((name) => basename(name));
  if (others.length > 0) doubts.push(`${others.join(', ')} would fit by name too: name the mesh that moves`);
  return { triangles: triangulate(mesh.surface).mesh.triangles, doubts };
}

/** Returns the meshes in the folder of `cache` that have its name but for the ending, in the order of their names. */
async function meshesBeside(cache: string): Promise<string[]> {
  const folder = dirname(cache);
  const stem = basename(cache, extname(cache));
  const endings = new Set(importers.all().flatMap(({ extensions }) => extensions.map((name) => `.${name}`)));
  try {
    const names = (await readdir(folder)).filter((name) => {
      return basename(name, extname(name)) === stem && endings.has(extname(name).toLowerCase());
    });
    return names.sort().map((name) => join(folder, name));
  } catch (cause) {
    throw readError(cause, cache);
  }
}
