import { quietJob } from '../../src/base/job.ts';
import type { VolumeMesh } from '../../src/geometry/TetMesh.ts';
import type { Solid } from '../../src/scene/kinds/solid.ts';
import { fillInputs, fillSolid } from '../../src/simulation/rest/fillSolid.ts';
import { proceduralMesh, type SourceMesh } from '../../src/simulation/rest/proceduralMesh.ts';

/** Volume meshes that are kept at a time: those of the shot that a test runs again, and not much memory. */
const KEPT = 24;

const procedural = new Map<string, Promise<VolumeMesh>>();
/** Meshes of solids whose source is a file, by the mesh that was given: the name and the hash in the scene of a test need not tell it. */
const given = new WeakMap<SourceMesh, Map<string, Promise<VolumeMesh>>>();

/**
 * The volume mesh of a solid as `fillSolid` makes it, made once for what it depends on: tests run one shot several times, or with other numbers for
 * what happens to it. It is shared, and nothing may write to it. `source`: the mesh of a solid whose source is a file.
 */
export function filledSolid(solid: Solid, source: SourceMesh | undefined, edgeScale: number): Promise<VolumeMesh> {
  const meshes = source === undefined ? procedural : meshesOf(source);
  const key = JSON.stringify(fillInputs(solid, edgeScale));
  const made = meshes.get(key) ?? fillSolid(solid, source ?? formOf(solid), edgeScale, quietJob);
  // The one that was asked for last is removed last.
  meshes.delete(key);
  meshes.set(key, made);
  for (const oldest of [...meshes.keys()].slice(0, -KEPT)) meshes.delete(oldest);
  return made;
}

function meshesOf(source: SourceMesh): Map<string, Promise<VolumeMesh>> {
  const meshes = given.get(source) ?? new Map<string, Promise<VolumeMesh>>();
  given.set(source, meshes);
  return meshes;
}

function formOf({ id, source }: Solid): SourceMesh {
  if (source.kind !== 'procedural') throw new Error(`no mesh was given for '${id}'`);
  return proceduralMesh(source.form);
}
