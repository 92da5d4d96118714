import { z } from 'zod';
import { energies } from './frameEnergies.ts';
import { malformed, namedArray } from './namedArrays.ts';
import type { PackableArray, PackedContent } from './packedArrays.ts';

/** The particles of a liquid at one frame, world space, in an order of their own. */
export interface FrameLiquid {
  /** Entity id. */
  readonly id: string;
  /** xyz per particle, m. */
  readonly positions: Float32Array;
  /** xyz per particle, m/s. */
  readonly velocities: Float32Array;
  /** A number of its own for each particle over the whole shot. */
  readonly ids: Uint32Array;
}

export const liquidStats = z.strictObject({
  particles: z.int().min(0),
  /** m3, inside the surface that the pressure saw. */
  volume: z.number().min(0),
  energies,
  /** m/s. */
  largestSpeed: z.number().min(0),
  /** Of the frame's interval. */
  substeps: z.int().min(0),
  /** Of all pressure solves. */
  pressureIterations: z.int().min(0),
  /** m3 that regions put in and took out since the first frame; what left through open sides is not counted. */
  emitted: z.number().min(0),
  drained: z.number().min(0),
});
export type LiquidStats = z.output<typeof liquidStats>;

/** Adds the arrays of a liquid to those of its frame. */
export function packLiquid(liquid: FrameLiquid, arrays: Map<string, PackableArray>): void {
  const { id, positions, velocities, ids } = liquid;
  arrays.set(`${id}/positions`, positions);
  arrays.set(`${id}/velocities`, velocities);
  arrays.set(`${id}/ids`, ids);
}

/** Views on the arrays of a liquid. Throws `format-malformed` where they do not fit together. */
export function unpackLiquid(content: PackedContent, id: string): FrameLiquid {
  const positions = namedArray(content, `${id}/positions`, Float32Array);
  const velocities = namedArray(content, `${id}/velocities`, Float32Array);
  const ids = namedArray(content, `${id}/ids`, Uint32Array);
  if (positions.length !== 3 * ids.length || velocities.length !== positions.length) {
    throw malformed(`positions, velocities and ids of the particles of '${id}' do not match`);
  }
  return { id, positions, velocities, ids };
}
