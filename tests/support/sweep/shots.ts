import { meshed, muscles, plastic, solids, torn, volume } from './bodyShots.ts';
import { cloth } from './clothShot.ts';
import { forms, held } from './heldShots.ts';
import { jointed } from './jointShot.ts';
import { liquids } from './liquidShot.ts';
import { resting, rigid } from './rigidShot.ts';
import type { SweepShot } from './SweepShot.ts';

/** The shots in which properties are swept, but for the one of files. */
export const sweepShots: readonly SweepShot[] = [
  solids,
  meshed,
  plastic,
  volume,
  muscles,
  cloth,
  held,
  forms,
  rigid,
  resting,
  jointed,
  // The longest ones at the end: what changed a frame before is not changed again.
  liquids,
  torn,
];
