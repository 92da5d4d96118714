import { CoreError } from '../base/errors.ts';
import type { AnimationFile } from '../scene/properties/animationSource.ts';
import type { SampledGeometry } from '../simulation/animated/SampledGeometry.ts';
import type { AnimatedObject, AnimatedSource } from './AnimatedSource.ts';
import { openAnimation } from './openAnimation.ts';

/** Names of objects that an error lists. */
const MOST_NAMED = 10;

/** One object of an open file, as documents refer to it. */
export interface SampledObject extends SampledGeometry {
  readonly object: AnimatedObject;
  /** Returns a hash of all that samples at times after `from` up to `to`, s, depend on. */
  fingerprint(from: number, to: number): string;
}

/** Opens the object of a file that a document refers to. Throws as `openAnimation`, and `document-invalid` where the file has no such mesh. */
export async function openSampledGeometry(path: string, file: AnimationFile): Promise<SampledObject> {
  const { framesPerSecond, clip, metresPerUnit, upAxis } = file;
  const { source } = await openAnimation(path, {
    ...(framesPerSecond !== undefined && { framesPerSecond }),
    ...(clip !== undefined && { clip }),
  });
  const { objects, framesPerSecond: rate } = source.header;
  const index = objectOf(objects, file.object);
  if (index < 0) {
    source.close();
    throw noSuchObject(path, file.object, source);
  }
  const object = objects[index];
  return {
    object,
    start: object.times[0],
    end: object.times[object.times.length - 1],
    ...(rate !== undefined && { framesPerSecond: rate }),
    metresPerUnit,
    upAxis,
    topology: object.topology,
    times: object.times,
    hasVelocities: object.velocities === 'file',
    sample: (time) => source.sample(index, time),
    fingerprint: (from, to) => source.fingerprint(index, from, to),
    close: () => source.close(),
  };
}

/** Returns the place of a mesh by its name; the only mesh of a file is meant whatever it is called, since some formats name it by the file. */
function objectOf(objects: readonly AnimatedObject[], wanted: string): number {
  const meshes = objects.flatMap(({ type }, index) => (type === 'mesh' ? [index] : []));
  return meshes.find((index) => objects[index].name === wanted) ?? (meshes.length === 1 ? meshes[0] : -1);
}

function noSuchObject(path: string, wanted: string, { header }: AnimatedSource): CoreError {
  const meshes = header.objects.filter(({ type }) => type === 'mesh').map(({ name }) => name);
  const more = meshes.length > MOST_NAMED ? `, and ${meshes.length - MOST_NAMED} more` : '';
  return new CoreError('document-invalid', `the file has no mesh '${wanted}'`, {
    file: path,
    remedy:
      meshes.length === 0
        ? 'It has no mesh at all: export one.'
        : `Choose one of: ${meshes.slice(0, MOST_NAMED).join(', ')}${more}.`,
  });
}
