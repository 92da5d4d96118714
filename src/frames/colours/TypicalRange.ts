/** Numbers that are looked at, and the share that may lie beyond each end of the range. */
const SAMPLES = 2048;
const BEYOND = 0.02;

/** Estimates what most of the numbers of a stream lie in, from values spread over it: a few that are far off do not wash out the others. */
export class TypicalRange {
  private readonly sample = new Float32Array(SAMPLES);

  of(values: Float32Array): readonly [number, number] {
    const count = Math.min(values.length, SAMPLES);
    const sample = this.sample.subarray(0, count);
    for (let k = 0; k < count; k++) sample[k] = values[Math.floor((k * values.length) / count)];
    sample.sort();
    const skipped = Math.floor(BEYOND * count);
    return count === 0 ? [0, 0] : [sample[skipped], sample[count - 1 - skipped]];
  }
}
