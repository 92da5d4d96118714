import { CoreError } from '../../base/errors.ts';
import { canonicalJson, sha256Hex } from '../../base/hash.ts';
import type { JobContext } from '../../base/job.ts';
import type { FrameCache } from '../../cache/FrameCache.ts';
import type { ColliderShape } from '../../collision/CollisionBody.ts';
import { meshLevelSet } from '../../collision/MeshLevelSet.ts';
import type { FrameKey } from '../../frames/keys.ts';
import { decodeVolume, encodeVolume } from '../../frames/meshArrays.ts';
import type { ShellMesh, VolumeMesh } from '../../geometry/TetMesh.ts';
import type { TriMesh } from '../../geometry/TriMesh.ts';
import { triangulate } from '../../geometry/triangulate.ts';
import { openSampledGeometry } from '../../io/openSampledGeometry.ts';
import { readMesh } from '../../io/readMesh.ts';
import { readFibres } from '../../io/readFibres.ts';
import { fibresKey, goalKey, type LoadedShot } from '../../io/locateMeshes.ts';
import type { Cloth } from '../../scene/kinds/cloth.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { kindOf } from '../../scene/capabilities.ts';
import type { MeshShape } from '../../scene/properties/closedShape.ts';
import type { Entity, QualityName } from '../../scene/Scene.ts';
import type { SampledGeometry } from '../../simulation/animated/SampledGeometry.ts';
import { transferGoal } from '../../simulation/goals/transferGoal.ts';
import { clothMesh, proceduralCloth } from '../../simulation/rest/clothMesh.ts';
import { fillInputs, fillSolid } from '../../simulation/rest/fillSolid.ts';
import { orientedPoint } from '../../simulation/rest/orientedPoint.ts';
import { proceduralMesh, type SourceMesh } from '../../simulation/rest/proceduralMesh.ts';
import type { FibreSamples } from '../../systems/solid/fibres/fibreSamples.ts';
import type { ShotAssets } from '../../systems/SystemKind.ts';
import { SOLVER_VERSION } from '../../simulation/solverVersion.ts';

/** Cells along the longest side of an imported collider's level set. */
const LEVEL_SET_CELLS = 96;

/**
 * Makes what the enabled entities of a shot need before they can be simulated: fills surfaces with elements, cuts cloth into triangles, samples closed meshes
 * (see `AssetNeed`). Volume meshes are kept in the cache under what they were made from, so that a shot is meshed once. Throws what reading and meshing throw.
 */
export async function prepareAssets(
  { scene, meshPaths }: LoadedShot,
  quality: QualityName,
  cache: FrameCache,
  job: JobContext,
): Promise<ShotAssets> {
  const { edgeScale } = scene.quality[quality];
  const assets = noAssets();
  for (const entity of scene.entities.filter(({ enabled }) => enabled)) {
    const { id } = entity;
    const path = meshPaths.get(id);
    const place = `${entity.kind} '${id}'`;
    for (const need of kindOf(entity).assets?.(entity) ?? []) {
      switch (need.type) {
        case 'volume':
          assets.volumes.set(
            id,
            await naming(place, path, () => filledVolume(need.solid, path, edgeScale, cache, job)),
          );
          await prepareInside(need.solid, place, meshPaths, assets, job);
          break;
        case 'shell':
          assets.shells.set(id, await naming(place, path, () => shellMesh(need.cloth, path, edgeScale)));
          break;
        case 'level set':
          if (path === undefined) break;
          assets.meshShapes.set(id, await namedLevelSet(entity, need.shape, path, job));
          break;
        case 'animation': {
          const { source } = need.animation;
          if (path === undefined || source.kind !== 'file') break;
          assets.animations.set(id, await naming(place, path, () => openSampledGeometry(path, source)));
        }
      }
    }
  }
  return assets;
}

/** Returns the signed distances to the meshes that are shapes of these entities of a shot, by entity. Throws what reading throws. */
export async function prepareShapes(
  { scene, meshPaths }: LoadedShot,
  wanted: ReadonlySet<string>,
  job: JobContext,
): Promise<Map<string, ColliderShape>> {
  const shapes = new Map<string, ColliderShape>();
  for (const entity of scene.entities.filter(({ id }) => wanted.has(id))) {
    const path = meshPaths.get(entity.id);
    for (const need of kindOf(entity).assets?.(entity) ?? []) {
      if (need.type !== 'level set' || path === undefined) continue;
      shapes.set(entity.id, await namedLevelSet(entity, need.shape, path, job));
    }
  }
  return shapes;
}

function namedLevelSet({ kind, id }: Entity, shape: MeshShape, path: string, job: JobContext): Promise<ColliderShape> {
  return naming(`${kind} '${id}'`, path, () => shapeLevelSet(shape, path, job));
}

function noAssets() {
  return {
    volumes: new Map<string, VolumeMesh>(),
    shells: new Map<string, ShellMesh>(),
    meshShapes: new Map<string, ColliderShape>(),
    goals: new Map<string, Float64Array>(),
    fibres: new Map<string, FibreSamples>(),
    animations: new Map<string, SampledGeometry>(),
  };
}

/** Reads what the files of a solid say of its inside: its fibres and its goal. */
async function prepareInside(
  solid: Solid,
  place: string,
  meshPaths: LoadedShot['meshPaths'],
  { volumes, fibres, goals }: ReturnType<typeof noAssets>,
  job: JobContext,
): Promise<void> {
  const fibresPath = meshPaths.get(fibresKey(solid.id));
  if (fibresPath !== undefined) {
    const read = async () => inOwnFrame(await readFibres(fibresPath), solid);
    fibres.set(solid.id, await naming(`the fibres of ${place}`, fibresPath, read));
  }
  const goalPath = meshPaths.get(goalKey(solid.id));
  if (goalPath === undefined) return;
  const carry = () => meshGoal(solid, goalPath, volumes.get(solid.id)!, job);
  goals.set(solid.id, await naming(`the goal of ${place}`, goalPath, carry));
}

/** Directions in the solid's own frame: those of a file in the axes of its mesh are turned as the mesh is. */
function inOwnFrame(samples: FibreSamples, { source }: Solid): FibreSamples {
  if (samples.frame !== 'mesh' || source.kind !== 'file') return samples;
  const turned = (vectors: Float64Array, scale: number) => {
    const out = new Float64Array(vectors.length);
    for (let i = 0; i < vectors.length; i += 3) orientedPoint(vectors, i, scale, source.upAxis, out);
    return out;
  };
  const { points, directions } = samples;
  return { directions: turned(directions, 1), ...(points && { points: turned(points, source.metresPerUnit) }) };
}

/** Does `work`; its errors say which entity and which mesh file they are about. */
async function naming<T>(place: string, file: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CoreError) || error.code === 'cancelled') throw error;
    throw error.within({ file, place });
  }
}

/** The volume mesh of one solid in its own frame: from the cache, or made now and stored there. */
export async function filledVolume(
  solid: Solid,
  meshPath: string | undefined,
  edgeScale: number,
  cache: FrameCache,
  job: JobContext,
): Promise<VolumeMesh> {
  const stored = await storedVolume(solid, edgeScale, cache);
  if (stored !== undefined) return stored;
  const volume = await fillSolid(solid, await sourceMesh(solid, meshPath), edgeScale, job);
  await cache.write('statics', volumeKey(solid, edgeScale), encodeVolume(volume));
  return volume;
}

/** The volume mesh of a solid that was filled before; undefined where the cache has none. */
export async function storedVolume(
  solid: Solid,
  edgeScale: number,
  cache: FrameCache,
): Promise<VolumeMesh | undefined> {
  const stored = await cache.read('statics', volumeKey(solid, edgeScale));
  return stored && decodeVolume(stored.content);
}

/** Name of a filled volume in the cache: everything that it is made from. */
export function volumeKey(solid: Solid, edgeScale: number): FrameKey {
  const inputs = { solverVersion: SOLVER_VERSION, volume: fillInputs(solid, edgeScale) };
  return sha256Hex(canonicalJson(inputs)) as FrameKey;
}

/** The shape of a solid before it is filled. */
export async function sourceMesh(solid: Solid, meshPath: string | undefined): Promise<SourceMesh> {
  if (solid.source.kind === 'procedural') return proceduralMesh(solid.source.form);
  if (meshPath === undefined) throw new Error(`the mesh of '${solid.id}' was not located`);
  return (await readMesh(meshPath)).mesh;
}

/** The triangles of a cloth in its own frame. */
async function shellMesh(cloth: Cloth, path: string | undefined, edgeScale: number): Promise<ShellMesh> {
  if (cloth.source.kind === 'procedural') return clothMesh(cloth, proceduralCloth(cloth.source.form, edgeScale));
  if (path === undefined) throw new Error(`the mesh of '${cloth.id}' was not located`);
  return clothMesh(cloth, (await readMesh(path)).mesh.surface);
}

/** Returns the positions of the vertices of a solid's volume in its goal, in the volume's frame, m. */
export async function meshGoal(solid: Solid, path: string, volume: VolumeMesh, job: JobContext): Promise<Float64Array> {
  const shape = solid.plasticity?.goal?.shape;
  if (shape?.kind !== 'file') throw new Error(`the goal of '${solid.id}' is not a file`);
  const { positions } = (await readMesh(path)).mesh.surface;
  const { scale } = solid.transform;
  const placed = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    orientedPoint(positions, i, shape.metresPerUnit, shape.upAxis, placed);
    for (let axis = 0; axis < 3; axis++) placed[i + axis] *= scale[axis];
  }
  job.progress('carry the goal', 0);
  return transferGoal(volume, placed, job);
}

/** The signed distance to a closed mesh. */
export async function shapeLevelSet(shape: MeshShape, path: string, job: JobContext): Promise<ColliderShape> {
  const { metresPerUnit, upAxis, scale } = shape;
  const { mesh } = await readMesh(path);
  const source = triangulate(mesh.surface).mesh;
  const positions = new Float64Array(source.positions.length);
  for (let i = 0; i < positions.length; i += 3)
    orientedPoint(source.positions, i, metresPerUnit * scale, upAxis, positions);
  const triangles: TriMesh = { positions, triangles: source.triangles };
  return meshLevelSet(triangles, LEVEL_SET_CELLS, job);
}
