import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';

/** Spray, foam and bubbles that are made from the stored frames of a liquid of particles, without simulating anything again. */
export const liquidWhitewater = z.strictObject({
  enabled: z.boolean().default(false).meta({
    label: 'whitewater',
    help: 'Adds spray, foam and bubbles where the liquid is fast and mixes with air. Made from the frames in the cache: nothing is simulated again. Needs a liquid of particles. Points meet the walls of the box, colliders and rigid bodies; solids, cloth and imported animations let them through.',
  }),
  trappedAirRate: quantity({
    unit: 'points/s',
    label: 'trapped air rate',
    help: 'Points made per second by each particle where the liquid churns, at full strength. Smaller cells have more particles, which make more points.',
    min: 0,
    max: 1e4,
    softMax: 500,
    default: 60,
  }),
  waveCrestRate: quantity({
    unit: 'points/s',
    label: 'wave crest rate',
    help: 'Points made per second by each particle on the crest of a wave that moves forward, at full strength.',
    min: 0,
    max: 1e4,
    softMax: 500,
    default: 60,
  }),
  leastSpeed: quantity({
    unit: 'm/s',
    label: 'least speed',
    help: 'Speed below which a particle makes no whitewater.',
    min: 0,
    max: 1000,
    softMax: 5,
    default: 1,
  }),
  fullSpeed: quantity({
    unit: 'm/s',
    label: 'full speed',
    help: 'Speed from which a particle makes whitewater at the full rate. Between the two speeds the rate grows with the kinetic energy. No less than the least speed counts.',
    min: 0.01,
    max: 1000,
    softMax: 10,
    default: 4,
  }),
  lifetime: quantity({
    unit: 's',
    label: 'lifetime',
    help: 'Mean time that a point lasts as foam or lies on the floor, from half to one and a half times this. Bubbles and flying spray do not age towards their end.',
    min: 0.01,
    max: 1000,
    softMax: 10,
    default: 2,
  }),
  airDrag: quantity({
    unit: '1/s',
    label: 'air drag',
    help: 'How fast air at rest slows flying spray: speed is lost by this share per second. Drops fall at most with gravity over this: at 1/s with 9.8 m/s, as rain does; mist has 30 and more.',
    min: 0,
    max: 1000,
    softMax: 50,
    default: 1,
  }),
  pointSize: quantity({
    unit: 'cells',
    label: 'point size',
    help: 'Mean diameter of a point; each has from half to one and a half times this.',
    min: 0.001,
    max: 2,
    softMax: 0.5,
    default: 0.2,
  }),
  maxCount: wholeNumber({
    unit: 'points',
    label: 'most points',
    help: 'Largest number of points at one time. Fewer are made where more would be.',
    min: 1,
    max: 10_000_000,
    softMax: 1_000_000,
    default: 200_000,
  }),
});
export type LiquidWhitewater = z.output<typeof liquidWhitewater>;
