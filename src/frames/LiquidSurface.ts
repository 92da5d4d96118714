import { z } from 'zod';
import { CoreError } from '../base/errors.ts';
import { canonicalJson, sha256Hex } from '../base/hash.ts';
import type { FrameKey } from './keys.ts';
import { malformed, namedArray } from './namedArrays.ts';
import { packArrays, unpackArrays } from './packedArrays.ts';
import { checkIndices } from './surfaceArrays.ts';

/** The surface of a liquid at one frame, world space: closed, counter-clockwise from outside. Stored apart from the frame that it is made from. */
export interface LiquidSurface {
  /** xyz per vertex, m. */
  readonly positions: Float32Array;
  /** xyz per vertex, m/s. */
  readonly velocities: Float32Array;
  readonly triangles: Uint32Array;
}

const surfaceMagic = 'DUCTSURF';

/** The name of a surface in the cache: everything that it is made from. `version` changes whenever equal inputs may give other bytes. */
export function surfaceKey(version: string, frame: FrameKey, liquid: string, settings: unknown): FrameKey {
  return sha256Hex(canonicalJson({ version, frame, liquid, settings })) as FrameKey;
}

/** The bytes of a surface: the same surface gives the same bytes. Throws `simulation-failed` for numbers that are not finite. */
export function encodeLiquidSurface({ positions, velocities, triangles }: LiquidSurface): Uint8Array {
  if (!positions.every(Number.isFinite) || !velocities.every(Number.isFinite)) {
    throw new CoreError('simulation-failed', 'the surface of the liquid has a vertex that is not finite');
  }
  const arrays = new Map<string, Float32Array | Uint32Array>([
    ['positions', positions],
    ['velocities', velocities],
    ['triangles', triangles],
  ]);
  return packArrays(surfaceMagic, { meta: {}, arrays });
}

/** Views on the bytes of a surface; every index is checked. Throws `format-*`. */
export function decodeLiquidSurface(bytes: Uint8Array): LiquidSurface {
  const content = unpackArrays(surfaceMagic, bytes);
  if (!z.strictObject({}).safeParse(content.meta).success) throw malformed('the header of a surface is empty');
  const positions = namedArray(content, 'positions', Float32Array);
  const velocities = namedArray(content, 'velocities', Float32Array);
  const triangles = namedArray(content, 'triangles', Uint32Array);
  if (positions.length % 3 !== 0 || velocities.length !== positions.length || triangles.length % 3 !== 0) {
    throw malformed('the arrays of the surface do not match');
  }
  checkIndices(triangles, positions.length / 3, 'a triangle of the surface');
  return { positions, velocities, triangles };
}
