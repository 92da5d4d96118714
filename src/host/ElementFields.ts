import { setImmediate } from 'node:timers/promises';
import { CoreError } from '../base/errors.ts';
import type { FrameCache } from '../cache/FrameCache.ts';
import { decodeFrame, type FrameBody } from '../frames/Frame.ts';
import type { FrameKey } from '../frames/keys.ts';
import type { VolumeMesh } from '../geometry/TetMesh.ts';
import { tornVolume } from '../geometry/tearing/TopologyChange.ts';
import { constitutiveModels } from '../materials/ConstitutiveModel.ts';
import { evaluate } from '../scene/curves.ts';
import { materialAt } from '../scene/properties/material.ts';
import type { Solid } from '../scene/kinds/solid.ts';
import { isKind, type QualityName, type Scene } from '../scene/Scene.ts';
import { writeVonMises } from './elementField.ts';
import { storedVolume, volumeKey } from './prepareAssets.ts';
import { Sequence } from './Sequence.ts';

/** Elements between two looks at other messages: about two milliseconds. */
const CHUNK = 2000;
/** Frames of plastic bodies hold their stress: it does not follow from their positions. */
const STRESS_FIELD = 'von Mises stress';
/** Volume meshes that are kept: the bodies that are looked at. */
const MOST_VOLUMES = 3;

export interface ElementFieldRequest {
  /** The take that is shown. */
  readonly scene: Scene;
  readonly cache: FrameCache;
  readonly quality: QualityName;
  readonly frame: number;
  /** Bytes of the stored frame. */
  readonly bytes: Uint8Array;
  readonly entity: string;
  /** Fills the shot's solids where their volumes are no longer stored. */
  readonly fill: () => Promise<unknown>;
}

/** Numbers per element of stored frames, computed one field after the other in small parts, so that other requests are answered in between. */
export class ElementFields {
  private readonly work = new Sequence();
  /** The one used last is at the end. */
  private readonly volumes = new Map<FrameKey, VolumeMesh>();

  /**
   * Von Mises stress per element as float32, Pa, by the material of `scene` at its strength at the frame. Throws `usage` for an entity that is no solid and a
   * frame of another mesh, `file-missing`, and what filling throws.
   */
  vonMises(request: ElementFieldRequest): Promise<Uint8Array<ArrayBuffer>> {
    return this.work.run(async () => {
      const { scene, frame, entity } = request;
      const solid = scene.entities.filter(isKind('solid')).find(({ id }) => id === entity);
      if (solid === undefined)
        throw new CoreError('usage', `there is no solid '${entity}'`, { remedy: 'Ask for a solid of the shot.' });
      const body = bodyOf(request);
      const stored = body.fields.find(({ name }) => name === STRESS_FIELD);
      if (stored !== undefined) return new Uint8Array(Float32Array.from(stored.values).buffer);
      const { positions } = body;
      const whole = await this.volumeOf(solid, request);
      const volume = body.topology === undefined ? whole : tornVolume(whole, body.topology);
      if (volume.mesh.positions.length !== positions.length) {
        throw new CoreError('usage', `frame ${frame} of '${entity}' was made with another mesh`, {
          place: `frame ${frame}`,
          remedy: 'Simulate it again.',
        });
      }
      const material = materialAt(solid.material, frame);
      const model = constitutiveModels.get(material.model).create(material, material.params);
      const stressed = { volume, positions, model, strength: evaluate(solid.strength, frame) };
      const count = volume.kind === 'tet' ? volume.mesh.tets.length / 4 : volume.mesh.hexes.length / 8;
      const values = new Float32Array(count);
      for (let from = 0; from < count; from += CHUNK) {
        writeVonMises(stressed, values, from, Math.min(count, from + CHUNK));
        await setImmediate();
      }
      return new Uint8Array(values.buffer);
    });
  }

  private async volumeOf(solid: Solid, { scene, quality, cache, fill }: ElementFieldRequest): Promise<VolumeMesh> {
    const { edgeScale } = scene.quality[quality];
    const key = volumeKey(solid, edgeScale);
    let volume = this.volumes.get(key) ?? (await storedVolume(solid, edgeScale, cache));
    if (volume === undefined) {
      await fill();
      volume = await storedVolume(solid, edgeScale, cache);
    }
    if (volume === undefined) {
      throw new CoreError('file-missing', `the elements of '${solid.id}' are not stored`, {
        file: cache.folder,
        remedy: 'Simulate the shot again.',
      });
    }
    this.volumes.delete(key);
    this.volumes.set(key, volume);
    const [oldest] = this.volumes.keys();
    if (this.volumes.size > MOST_VOLUMES) this.volumes.delete(oldest);
    return volume;
  }
}

function bodyOf({ bytes, frame, entity }: ElementFieldRequest): FrameBody {
  const body = decodeFrame(bytes).bodies.find(({ id }) => id === entity);
  if (body !== undefined) return body;
  throw new CoreError('file-missing', `frame ${frame} has no '${entity}'`, {
    place: `frame ${frame}`,
    remedy: 'Simulate it again.',
  });
}
