import { CoreError } from '../../../base/errors.ts';
import type { ByteSource } from '../../alembic/ByteSource.ts';

/** Largest number of samples of a point cache: 9 hours at 30 per second. */
const MOST_SAMPLES = 2 ** 20;

/** Throws that a point cache is damaged at a byte. */
export function malformedCache(source: ByteSource, message: string, at: number): never {
  throw new CoreError('format-malformed', message, {
    file: source.name,
    place: `byte ${at}`,
    remedy: 'Bake it again.',
  });
}

/** Throws `format-malformed` where the number of samples, stored at a byte, is more than any cache has. */
export function checkSampleCount(source: ByteSource, samples: number, at: number): void {
  if (samples > MOST_SAMPLES)
    malformedCache(source, `${samples} samples are more than the limit of ${MOST_SAMPLES}`, at);
}
