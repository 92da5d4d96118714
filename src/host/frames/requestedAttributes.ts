import { tornVolume } from '../../geometry/tearing/TopologyChange.ts';
import type { BodyMesh, VolumeMesh } from '../../geometry/TetMesh.ts';
import { elementsOf } from '../../frames/StaticStream.ts';
import { positionsOf, type Stream } from '../../frames/Stream.ts';
import { constitutiveModels } from '../../materials/ConstitutiveModel.ts';
import { evaluate } from '../../scene/curves.ts';
import { materialAt } from '../../scene/properties/material.ts';
import { isKind, type Scene } from '../../scene/Scene.ts';
import { writeVonMises } from './vonMisesStress.ts';

export interface ElementWriter {
  readonly unit: string;
  /** Computes the values of elements `from` to `to` (not included) into `out`. */
  write(out: Float32Array, from: number, to: number): void;
}

/** An attribute of elements that the host computes from a stored frame and the document, as statics declare it (`onRequest`). */
interface RequestedAttribute {
  readonly name: string;
  /** Undefined for an entity that does not have it. `volume`: as the mesh is at that frame. */
  writer(scene: Scene, frame: number, mesh: Stream, volume: VolumeMesh): ElementWriter | undefined;
}

const requestedAttributes: readonly RequestedAttribute[] = [
  {
    name: 'von Mises stress',
    // By the material as the document has it now, at its strength at the frame.
    writer(scene, frame, mesh, volume) {
      const solid = scene.entities.filter(isKind('solid')).find(({ id }) => id === mesh.entity);
      if (solid === undefined) return undefined;
      const material = materialAt(solid.material, frame);
      const model = constitutiveModels.get(material.model).create(material, material.params);
      const body = { volume, positions: positionsOf(mesh), model, strength: evaluate(solid.strength, frame) };
      return {
        unit: 'Pa',
        write(out, from, to) {
          writeVonMises(body, out, from, to);
        },
      };
    },
  },
];

/** What computes an attribute of a mesh at a frame; undefined where nothing does. `volume`: as the mesh is at that frame. */
export function requestedWriter(
  scene: Scene,
  frame: number,
  name: string,
  mesh: Stream,
  volume: BodyMesh,
): ElementWriter | undefined {
  if (volume.kind === 'shell') return undefined;
  return requestedAttributes.find((attribute) => attribute.name === name)?.writer(scene, frame, mesh, volume);
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
