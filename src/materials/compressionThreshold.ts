import { quantity } from '../base/quantities.ts';

/** The stretch below which a model is continued linearly, as a parameter. */
export function compressionThreshold() {
  return quantity({
    unit: '',
    label: 'Compression threshold',
    help:
      'Stretch below which stress grows only linearly, through flat and inverted. Lower follows the material further but is ' +
      'stiffer and needs more substeps; about 0.6 recovers from the worst tangles.',
    symbol: 'gamma',
    min: 0.1,
    max: 0.95,
    softMin: 0.3,
    softMax: 0.7,
    default: 0.6,
  });
}
