import { quantity } from '../base/quantities.ts';

/** Returns the schema of the principal stretch below which a model is extrapolated linearly. */
export function compressionThreshold() {
  return quantity({
    unit: '',
    label: 'Compression threshold',
    help:
      'Principal stretch below which the stress is extrapolated linearly, through flat and inverted states. Lower follows the model further but is ' +
      'stiffer and needs more substeps; about 0.6 recovers even badly tangled elements.',
    symbol: 'gamma',
    min: 0.1,
    max: 0.95,
    softMin: 0.3,
    softMax: 0.7,
    default: 0.6,
  });
}
