import { elementsOf } from '../../frames/StaticStream.ts';
import type { Stream } from '../../frames/Stream.ts';
import { tornVolume } from '../../geometry/tearing/TopologyChange.ts';
import type { BodyMesh, VolumeMesh } from '../../geometry/TetMesh.ts';
import type { Scene } from '../../scene/Scene.ts';
import type { ElementWriter } from '../../simulation/RequestedAttribute.ts';
import { systemKindOf } from '../../systems/systemKinds.ts';

/** What computes an attribute of a mesh at a frame; undefined where nothing does. `volume`: as the mesh is at that frame. */
export function requestedWriter(
  scene: Scene,
  frame: number,
  name: string,
  mesh: Stream,
  volume: BodyMesh,
): ElementWriter | undefined {
  const entity = scene.entities.find(({ id }) => id === mesh.entity);
  if (entity === undefined || volume.kind === 'shell') return undefined;
  const requested = systemKindOf(entity)?.requested ?? [];
  return requested.find(({ declared }) => declared.name === name)?.writer(entity, frame, mesh, volume, scene);
}

/** All values of an attribute of a mesh at a frame, one per element; undefined where nothing computes it. */
export function requestedValues(
  scene: Scene,
  frame: number,
  name: string,
  mesh: Stream,
  volume: BodyMesh,
): Float32Array | undefined {
  const found = requestedWriter(scene, frame, name, mesh, volume);
  if (found === undefined) return undefined;
  const values = new Float32Array(elementCount(volume));
  found.write(values, 0, values.length);
  return values;
}

/** The mesh of an entity as it is at a frame. */
export function volumeAt(whole: VolumeMesh, { change }: Stream): VolumeMesh {
  return change === undefined ? whole : tornVolume(whole, change);
}

export function elementCount(body: BodyMesh): number {
  return elementsOf(body).length / body.embedding.size;
}
