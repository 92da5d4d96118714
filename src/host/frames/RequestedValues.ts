import { setImmediate } from 'node:timers/promises';
import { CoreError } from '../../base/errors.ts';
import type { FrameCache } from '../../cache/FrameCache.ts';
import { decodeFrame } from '../../frames/Frame.ts';
import { attributeOf, positionsOf, streamOf, type Stream } from '../../frames/Stream.ts';
import type { FrameKey } from '../../frames/keys.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { volumeOf } from '../../scene/capabilities.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import type { QualityName, Scene } from '../../scene/Scene.ts';
import { storedVolume, volumeKey } from '../simulation/prepareAssets.ts';
import { elementCount, requestedWriter, volumeAt } from './requestedAttributes.ts';
import { Sequence } from '../jobs/Sequence.ts';

/** Elements between two looks at other messages: about two milliseconds. */
const CHUNK = 2000;
/** Volume meshes that are kept: the bodies that are looked at. */
const MOST_VOLUMES = 3;

export interface AttributeRequest {
  /** The take that is shown. */
  readonly scene: Scene;
  readonly cache: FrameCache;
  readonly quality: QualityName;
  readonly frame: number;
  /** Bytes of the stored frame. */
  readonly bytes: Uint8Array;
  readonly entity: string;
  /** Name of the attribute. */
  readonly name: string;
  /** Fills the shot's solids where their volumes are no longer stored. */
  readonly fill: () => Promise<unknown>;
}

/** Numbers per element of stored frames, computed one field after the other in small parts, so that other requests are answered in between. */
export class RequestedValues {
  private readonly work = new Sequence();
  /** The one used last is at the end. */
  private readonly volumes = new Map<FrameKey, VolumeMesh>();

  /**
   * One number per element as float32, as the frame holds it or as it follows from the frame and `scene`. Throws `usage` for an attribute that nothing gives and a
   * frame of another mesh, `file-missing`, and what filling throws.
   */
  values(request: AttributeRequest): Promise<{ readonly unit: string; readonly bytes: Uint8Array<ArrayBuffer> }> {
    return this.work.run(async () => {
      const { scene, frame, entity, name } = request;
      const shown = scene.entities.find(({ id }) => id === entity);
      if (shown === undefined) {
        throw new CoreError('usage', `there is no '${entity}'`, { remedy: 'Ask for an entity of the shot.' });
      }
      const mesh = meshOf(request);
      const stored = attributeOf(mesh, name);
      if (stored !== undefined) {
        return { unit: stored.unit, bytes: new Uint8Array(Float32Array.from(stored.values).buffer) };
      }
      const solid = volumeOf(shown);
      const volume = solid && volumeAt(await this.storedOrFilled(solid, request), mesh);
      const found = volume && requestedWriter(scene, frame, name, mesh, volume);
      if (volume === undefined || found === undefined) {
        throw new CoreError('usage', `nothing gives the ${name} of '${entity}'`, {
          remedy: 'Ask for an attribute that the statics of the shot declare.',
        });
      }
      if (volume.mesh.positions.length !== positionsOf(mesh).length) {
        throw new CoreError('usage', `frame ${frame} of '${entity}' was made with another mesh`, {
          place: `frame ${frame}`,
          remedy: 'Simulate it again.',
        });
      }
      const count = elementCount(volume);
      const values = new Float32Array(count);
      for (let from = 0; from < count; from += CHUNK) {
        found.write(values, from, Math.min(count, from + CHUNK));
        await setImmediate();
      }
      return { unit: found.unit, bytes: new Uint8Array(values.buffer) };
    });
  }

  private async storedOrFilled(solid: Solid, { scene, quality, cache, fill }: AttributeRequest): Promise<VolumeMesh> {
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

function meshOf({ bytes, frame, entity }: AttributeRequest): Stream {
  const mesh = streamOf(decodeFrame(bytes), entity, 'mesh');
  if (mesh !== undefined) return mesh;
  throw new CoreError('file-missing', `frame ${frame} has no '${entity}'`, {
    place: `frame ${frame}`,
    remedy: 'Simulate it again.',
  });
}
