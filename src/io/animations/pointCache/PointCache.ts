import { CoreError } from '../../../base/errors.ts';
import type { ByteSource } from '../../alembic/ByteSource.ts';
import { MOST_VERTICES, requireBudget } from '../../reading/meshBudget.ts';
import { finiteValues } from '../shared/finiteValues.ts';

/** The location of the positions in the file of a point cache: samples of float32 xyz, one after the other. */
export interface PointCacheLayout {
  /** First byte of the first sample. */
  readonly start: number;
  readonly points: number;
  readonly samples: number;
  readonly isLittleEndian: boolean;
}

const BYTES_OF_POINT = 12;

/** Reads the samples of a point cache by their offsets. */
export class PointCache {
  readonly layout: PointCacheLayout;
  private readonly source: ByteSource;

  /** Throws `geometry-empty`, `limit-exceeded` and, where samples are missing, `format-truncated`. */
  constructor(source: ByteSource, layout: PointCacheLayout) {
    this.source = source;
    this.layout = layout;
    const { start, points, samples } = layout;
    const file = source.name;
    if (points <= 0 || samples <= 0) {
      const remedy = 'Bake it again.';
      throw new CoreError('geometry-empty', `it holds ${samples} samples of ${points} points`, { file, remedy });
    }
    requireBudget(points, MOST_VERTICES, 'points', file);
    const needed = start + samples * points * BYTES_OF_POINT;
    if (needed > source.size) {
      const whole = Math.max(0, Math.floor((source.size - start) / (points * BYTES_OF_POINT)));
      throw new CoreError('format-truncated', `the file ends after ${whole} of ${samples} samples`, {
        file,
        place: `byte ${source.size}`,
        remedy: 'Bake or copy it again.',
      });
    }
  }

  /** Returns the positions of sample `index`, xyz per point. */
  read(index: number): Float32Array {
    const { points, isLittleEndian } = this.layout;
    const bytes = this.bytes(index);
    const values = new Float32Array(3 * points);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let k = 0; k < values.length; k++) values[k] = view.getFloat32(4 * k, isLittleEndian);
    return finiteValues(values, 'vertex', `sample ${index}, byte ${this.offset(index)}`);
  }

  /** Returns the bytes of sample `index`. */
  bytes(index: number): Uint8Array {
    return this.source.read(this.offset(index), this.layout.points * BYTES_OF_POINT);
  }

  private offset(index: number): number {
    return this.layout.start + index * this.layout.points * BYTES_OF_POINT;
  }
}
