import { CoreError } from '../../base/errors.ts';
import type { AnimatedSource, AnimationOptions } from '../../io/AnimatedSource.ts';
import { spreadSamples } from '../../io/animations/shared/sampleTimes.ts';
import { openAnimation } from '../../io/openAnimation.ts';
import type { RequestParams, RequestResult } from '../../protocol/requests.ts';
import { inspectAnimation } from './inspectAnimation.ts';

/** Vertices of all times together that are sent at most: 48 MB. */
const MOST_VERTICES = 4_000_000;

/** Reads what a file holds and one of its meshes at several times. Throws as `inspectAnimation`, `usage` for a mesh that is not there, and what reading its samples throws. */
export async function readAnimation({
  path,
  object: wanted,
  framesPerSecond,
  clip,
  most,
}: RequestParams<'readAnimation'>): Promise<RequestResult<'readAnimation'>> {
  const options: AnimationOptions = {
    ...(framesPerSecond !== undefined && { framesPerSecond }),
    ...(clip !== undefined && { clip }),
  };
  const report = await inspectAnimation(path, options);
  const object =
    wanted ?? report.objects.reduce((largest, one) => (one.triangles > largest.triangles ? one : largest)).name;
  const { source } = await openAnimation(path, options);
  try {
    const index = source.header.objects.findIndex(({ name, type }) => name === object && type === 'mesh');
    if (index < 0) {
      throw new CoreError('usage', `the file has no mesh '${object}'`, {
        file: path,
        remedy: 'Choose one that it has.',
      });
    }
    return { report, object, ...readTimes(source, index, most) };
  } finally {
    source.close();
  }
}

/** Reads an object at up to `most` times; those with too many vertices are left out. */
function readTimes(source: AnimatedSource, index: number, most: number) {
  const { times: all, vertices, topology } = source.header.objects[index];
  const count = Math.max(1, Math.min(most, Math.floor(MOST_VERTICES / Math.max(1, vertices))));
  const times: number[] = [];
  const positions: Float32Array[] = [];
  const triangles: Uint32Array[] = [];
  let total = 0;
  for (const at of spreadSamples(all.length, count)) {
    const sample = source.sample(index, all[at]);
    total += sample.positions.length / 3;
    if (total > MOST_VERTICES && times.length > 0) break;
    times.push(all[at]);
    positions.push(Float32Array.from(sample.positions));
    triangles.push(sample.triangles.slice());
  }
  const changes = topology === 'changing' || positions.some(({ length }) => length !== positions[0].length);
  const counts = positions.map(({ length }, at) => ({ vertices: length / 3, triangles: triangles[at].length / 3 }));
  return {
    times,
    ...(changes && { counts }),
    triangles: bytesOf(Uint32Array, changes ? triangles : triangles.slice(0, 1)),
    positions: bytesOf(Float32Array, positions),
  };
}

/** The bytes of arrays, one after the other. */
function bytesOf<A extends Uint32Array | Float32Array>(
  kind: new (length: number) => A & { readonly buffer: ArrayBuffer },
  parts: readonly A[],
): Uint8Array<ArrayBuffer> {
  const all = new kind(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(all.buffer);
}
