import type { JsonRecord, Migration } from './Migration.ts';

/** Rates of film and television that a decimal only comes near, as exact ratios. */
const exactRates: readonly (readonly [number, number, number])[] = [
  [23.976, 24000, 1001],
  [29.97, 30000, 1001],
  [47.952, 48000, 1001],
  [59.94, 60000, 1001],
  [119.88, 120000, 1001],
];

/** Decimals within this of a television rate mean that rate: 23.98 and 23.976 alike, but not 24. */
const rateTolerance = 0.005;

const migration: Migration = {
  from: 1,
  summary: 'The decimal `fps` became the exact ratio `frameRate`, and `physics.damping` became `physics.dampingForm`.',
  migrate(document) {
    const { fps, ...rest } = document;
    const migrated: JsonRecord = { ...rest };
    if (fps !== undefined) migrated['frameRate'] = typeof fps === 'number' ? ratio(fps) : fps;
    const physics = document['physics'];
    if (typeof physics === 'object' && physics !== null && 'damping' in physics) {
      const { damping, ...others } = physics;
      migrated['physics'] = { ...others, dampingForm: damping };
    }
    return migrated;
  },
};

function ratio(fps: number): { numerator: number; denominator: number } {
  for (const [decimal, numerator, denominator] of exactRates) {
    if (Math.abs(fps - decimal) < rateTolerance) return { numerator, denominator };
  }
  const whole = Math.round(fps);
  if (fps === whole) return { numerator: whole, denominator: 1 };
  return { numerator: Math.round(fps * 1000), denominator: 1000 };
}

export default migration;
