import { CoreError } from '../../base/errors.ts';
import type { AnimationOptions } from '../../io/AnimatedSource.ts';
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
    const { times: all, vertices } = source.header.objects[index];
    const count = Math.max(1, Math.min(most, Math.floor(MOST_VERTICES / Math.max(1, vertices))));
    const first = source.sample(index, all[0]);
    const triangles = first.triangles.slice();
    const length = first.positions.length;
    const times: number[] = [];
    const positions: Float32Array[] = [];
    for (const at of spreadSamples(all.length, count)) {
      const sample = source.sample(index, all[at]);
      // Where the topology changes, the player shows what has that of the first sample.
      if (sample.positions.length !== length) continue;
      times.push(all[at]);
      positions.push(Float32Array.from(sample.positions));
    }
    const joined = new Float32Array(length * positions.length);
    positions.forEach((one, k) => joined.set(one, k * length));
    return {
      report,
      object,
      times,
      triangles: new Uint8Array(triangles.buffer, triangles.byteOffset, triangles.byteLength),
      positions: new Uint8Array(joined.buffer),
    };
  } finally {
    source.close();
  }
}
