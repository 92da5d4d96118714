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
  /** Where spray is kept apart: 1 for each particle that flies by itself, else 0. */
  readonly spray?: Uint8Array;
  /** What the liquid is, where it is no particles: these are then what flies by itself. */
  readonly levelSet?: FrameLevelSet;
}

export const liquidStats = z.strictObject({
  particles: z.int().min(0),
  /** m3 that it should have: what was filled, poured in and drained until now. `volumeDrift` says how far the surface that the pressure saw is from it. */
  volume: z.number().min(0),
  energies,
  /** m/s. */
  largestSpeed: z.number().min(0),
  /** Of the frame's interval. */
  substeps: z.int().min(0),
  /** Of all pressure solves. */
  pressureIterations: z.int().min(0),
  /** What the pressure solves of the interval left beyond what makes up for volume; frames of older versions do not say. */
  divergence: z
    .strictObject({
      /** 1/s: of a cell, and the root of the mean square over cells and substeps. */
      largest: z.number().min(0),
      rms: z.number().min(0),
      /** Largest net flow of a cell over what the tolerance of its solve allows. */
      overTolerance: z.number().min(0),
    })
    .optional(),
  /** Volume inside the surface as the last substep found it, over what it should have been, less 1; frames of older versions do not say. */
  volumeDrift: z.number().optional(),
  /** m3 that regions put in and took out since the first frame; what left through open sides is not counted. */
  emitted: z.number().min(0),
  drained: z.number().min(0),
  /** Where it is kept apart: particles that fly by themselves, and their part of `volume`, m3. */
  spray: z.strictObject({ particles: z.int().min(0), volume: z.number().min(0) }).optional(),
  /** Vortex particles, where there may be some. */
  vortices: z.int().min(0).optional(),
});
export type LiquidStats = z.output<typeof liquidStats>;

/** Adds the arrays of a liquid to those of its frame. */
export function packLiquid(liquid: FrameLiquid, arrays: Map<string, PackableArray>): void {
  const { id, positions, velocities, ids, spray, levelSet } = liquid;
  arrays.set(`${id}/positions`, positions);
  arrays.set(`${id}/velocities`, velocities);
  arrays.set(`${id}/ids`, ids);
  if (spray !== undefined) arrays.set(`${id}/spray`, spray);
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
  const spray = content.arrays.has(`${id}/spray`) ? namedArray(content, `${id}/spray`, Uint8Array) : undefined;
  if (spray !== undefined && spray.length !== ids.length)
    throw malformed(`the spray of '${id}' is not of its particles`);
  const levelSet = content.arrays.has(`${id}/cells`) ? unpackLevelSet(content, id) : undefined;
  return { id, positions, velocities, ids, ...(spray && { spray }), ...(levelSet && { levelSet }) };
}

/** Places and velocities of some particles. */
export interface SomeParticles {
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  readonly ids: Uint32Array;
}

/** The particles of a liquid that fly by themselves, or those that do not. */
export function particlesOf({ positions, velocities, ids, spray }: FrameLiquid, flying: boolean): SomeParticles {
  const wanted = flying ? 1 : 0;
  const chosen = <T extends Float32Array | Uint32Array>(values: T, width: number) =>
    values.filter((_value, at) => (spray?.[Math.floor(at / width)] ?? 0) === wanted) as T;
  return { positions: chosen(positions, 3), velocities: chosen(velocities, 3), ids: chosen(ids, 1) };
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
