import { z } from 'zod';
import { energies } from './frameEnergies.ts';
import { malformed, namedArray } from './namedArrays.ts';
import type { PackableArray, PackedContent } from './packedArrays.ts';

/** Cells of a liquid that is a level set: those inside and around its surface. Whatever is not among them is air. */
export interface FrameLevelSet {
  /** Cells of the box, x fastest, in ascending order. */
  readonly cells: Uint32Array;
  /** To the surface at their middle, m, negative inside. */
  readonly distances: Float32Array;
  /** Of the liquid there, xyz, m/s. */
  readonly velocities: Float32Array;
}

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
  /** What the liquid is, where it is no particles: these are then what flies by itself. */
  readonly levelSet?: FrameLevelSet;
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
  const { id, positions, velocities, ids, levelSet } = liquid;
  arrays.set(`${id}/positions`, positions);
  arrays.set(`${id}/velocities`, velocities);
  arrays.set(`${id}/ids`, ids);
  if (levelSet === undefined) return;
  arrays.set(`${id}/cells`, levelSet.cells);
  arrays.set(`${id}/distances`, levelSet.distances);
  arrays.set(`${id}/cellVelocities`, levelSet.velocities);
}

/** Views on the arrays of a liquid. Throws `format-malformed` where they do not fit together. */
export function unpackLiquid(content: PackedContent, id: string): FrameLiquid {
  const positions = namedArray(content, `${id}/positions`, Float32Array);
  const velocities = namedArray(content, `${id}/velocities`, Float32Array);
  const ids = namedArray(content, `${id}/ids`, Uint32Array);
  if (positions.length !== 3 * ids.length || velocities.length !== positions.length) {
    throw malformed(`positions, velocities and ids of the particles of '${id}' do not match`);
  }
  if (!content.arrays.has(`${id}/cells`)) return { id, positions, velocities, ids };
  return { id, positions, velocities, ids, levelSet: unpackLevelSet(content, id) };
}

function unpackLevelSet(content: PackedContent, id: string): FrameLevelSet {
  const cells = namedArray(content, `${id}/cells`, Uint32Array);
  const distances = namedArray(content, `${id}/distances`, Float32Array);
  const velocities = namedArray(content, `${id}/cellVelocities`, Float32Array);
  if (distances.length !== cells.length || velocities.length !== 3 * cells.length) {
    throw malformed(`cells, distances and velocities of the level set of '${id}' do not match`);
  }
  return { cells, distances, velocities };
}
