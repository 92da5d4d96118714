import { CorotatedSolid } from '../reference/CorotatedSolid.ts';
import { CoupledStep } from '../../src/coupling/CoupledStep.ts';
import { FactoredSolid } from '../reference/FactoredSolid.ts';
import { boxTets } from '../../src/geometry/primitives/boxTets.ts';
import type { LiquidKernel } from '../../src/kernels/liquid/LiquidKernel.ts';
import { poolBox, type PoolBox } from './poolBox.ts';

/** Cubes of the beam's meshes (Zarifi 2017, table 6.2): 135, 352 and 725 nodes. */
export const BEAMS = { coarse: [2, 14, 2], medium: [3, 21, 3], fine: [4, 28, 4] } as const;

export interface BeamSettings {
  /** Cells along a side of the box of 1 m. */
  readonly cells: number;
  readonly beam: keyof typeof BEAMS;
  /** Pa, kg/m3, s. */
  readonly mu: number;
  readonly lambda: number;
  readonly density: number;
  readonly dt: number;
  /** Point of pressure as in `CoupledSettings`. */
  readonly pressureAt?: 'centre';
  readonly kernel?: LiquidKernel;
}

export interface BeamInPool extends PoolBox {
  readonly solid: CorotatedSolid;
  readonly step: CoupledStep;
}

export const GRAVITY = [0, -9.81, 0] as const;
export const LIQUID_DENSITY = 1000;
const LEVEL = 0.34;
/** Middle of the beam of .08 x .56 x .08 m, bent a little. */
const MIDDLE = [0.52, 0.4, 0.51] as const;
const BEND = 0.2;

/** A beam that hangs into a pool over a third of a box of 1 m, pinned at its top; all has fallen for one step. */
export function beamInPool({ cells, beam, mu, lambda, density, dt, pressureAt, kernel }: BeamSettings): BeamInPool {
  const { grid, open, velocity, phi } = poolBox(cells, LEVEL, false, GRAVITY[1] * dt);
  const material = { mu, lambda, density, massDamping: 0, stiffnessDamping: 0 };
  const solid = new CorotatedSolid(boxTets([0.08, 0.56, 0.08], BEAMS[beam]), material);
  for (let k = 0; k < solid.positions.length; k += 3) {
    const y = solid.positions[k + 1];
    solid.fixed[k / 3] = y > 0.279 ? 1 : 0;
    solid.positions[k] += MIDDLE[0] + BEND * (0.28 - y) ** 2;
    solid.positions[k + 1] += MIDDLE[1];
    solid.positions[k + 2] += MIDDLE[2];
    solid.velocity[k + 1] = solid.fixed[k / 3] === 1 ? 0 : GRAVITY[1] * dt;
  }
  const solve = { tolerance: 1e-10, maxIterations: 1000, pressureAt, kernel };
  const settings = { density: LIQUID_DENSITY, gravity: GRAVITY, ...solve };
  return { grid, open, velocity, phi, solid, step: new CoupledStep(grid, settings, [new FactoredSolid(solid)]) };
}
