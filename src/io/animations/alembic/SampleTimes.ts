import { CoreError } from '../../../base/errors.ts';
import type { PropertyReader } from '../../alembic/PropertyReader.ts';
import { sampleTime, type TimeSampling } from '../../alembic/TimeSampling.ts';

/** Largest number of samples of a property: 9 hours at 30 frames per second. */
const MOST_SAMPLES = 2 ** 20;
/** Times this near to a sample, s, belong to it, as in the reference library. */
const NEAR = 1e-5;

/** The times of the samples of an archive's properties. Properties with the same sampling share their list. */
export class SampleTimes {
  private readonly samplings: readonly TimeSampling[];
  private readonly lists = new Map<string, Float64Array>();

  constructor(samplings: readonly TimeSampling[]) {
    this.samplings = samplings;
  }

  /** Returns the times at which a property may change, s, ascending; one time where it is constant. */
  of(property: PropertyReader): Float64Array {
    const { header } = property;
    const count = header.constant ? 1 : header.sampleCount;
    const key = `${header.sampling} ${count}`;
    const known = this.lists.get(key);
    if (known !== undefined) return known;
    if (count > MOST_SAMPLES) {
      throw new CoreError('limit-exceeded', `${count} samples are more than the limit of ${MOST_SAMPLES}`, {
        place: header.path,
        remedy: 'Export fewer frames.',
      });
    }
    property.requireStored();
    const times = Float64Array.from({ length: count }, (_, at) => sampleTime(this.samplings[header.sampling], at));
    const unordered = times.findIndex((time, at) => !Number.isFinite(time) || (at > 0 && time <= times[at - 1]));
    if (unordered >= 0) {
      throw new CoreError('format-malformed', `sample ${unordered} is not later than the one before it`, {
        place: header.path,
        remedy: 'Export it again.',
      });
    }
    this.lists.set(key, times);
    return times;
  }

  /** Returns the number of the sample of a property that holds at `time`, s: the last one that is not later. */
  indexAt(property: PropertyReader, time: number): number {
    const times = this.of(property);
    let low = 0;
    let high = times.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle] <= time + NEAR) low = middle;
      else high = middle;
    }
    return low;
  }
}
