import { packArrays, unpackArrays, type PackableArray } from './packedArrays.ts';

/**
 * The whole state of a solver at the end of a frame, from which it goes on with the same bits. What the arrays and numbers
 * mean is the simulation's affair; `values` is plain JSON.
 */
export interface Checkpoint {
  readonly values: unknown;
  /** Arrays in the order in which they were added. */
  readonly arrays: ReadonlyMap<string, PackableArray>;
}

const checkpointMagic = 'DUCTCKPT';

/** The bytes of a checkpoint: the same state gives the same bytes. */
export function encodeCheckpoint(checkpoint: Checkpoint): Uint8Array {
  return packArrays(checkpointMagic, { meta: checkpoint.values, arrays: checkpoint.arrays });
}

/** Views on the bytes of a checkpoint; copy what will be changed. Throws `format-*`. */
export function decodeCheckpoint(bytes: Uint8Array): Checkpoint {
  const { meta, arrays } = unpackArrays(checkpointMagic, bytes);
  return { values: meta, arrays };
}
