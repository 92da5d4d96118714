import { z } from 'zod';
import { canonicalJson, sha256Hex } from '../base/hash.ts';
import type { DeclaredAttribute } from './AttributeDisplay.ts';
import type { FrameKey } from './keys.ts';
import { pointMotion, withValues } from './makeStreams.ts';
import { malformed, namedArray } from './namedArrays.ts';
import { packArrays, unpackArrays } from './packedArrays.ts';
import { attributeOf, valuesOf, type Stream } from './Stream.ts';

/** Name of the stream of a liquid's spray, foam and bubbles. */
export const WHITEWATER = 'whitewater';
/** Name of the attribute that holds the diameter of each point, m. */
export const WIDTH = 'width';
/** Values of the attribute `kind`. */
export const whitewaterKinds = { spray: 0, foam: 1, bubble: 2 } as const;

/** Spray, foam and bubbles of a liquid at one frame, in the order of their making. Stored apart from the frame that it follows from. */
export interface Whitewater {
  /** Points made up to this frame, those that are gone included: the next one gets this number as its id. */
  readonly made: number;
  /** xyz per point, m. */
  readonly positions: Float32Array;
  /** xyz per point, m/s. */
  readonly velocities: Float32Array;
  readonly ids: Uint32Array;
  /** s since the frame in which the point was made. */
  readonly ages: Float32Array;
  /** s that the point still lasts as foam. */
  readonly left: Float32Array;
  /** Diameters, m. */
  readonly widths: Float32Array;
  /** Values of `whitewaterKinds`. */
  readonly kinds: Float32Array;
}

const whitewaterMagic = 'DUCTWHIT';

/** The name of a liquid's whitewater at a frame in the cache: everything that it follows from. `frame` stands for all frames before it, too. */
export function whitewaterKey(version: string, frame: FrameKey, liquid: string, settings: unknown): FrameKey {
  return sha256Hex(canonicalJson({ whitewater: version, frame, liquid, settings })) as FrameKey;
}

export function noWhitewater(): Whitewater {
  const floats = () => new Float32Array(0);
  return {
    made: 0,
    positions: floats(),
    velocities: floats(),
    ids: new Uint32Array(0),
    ages: floats(),
    left: floats(),
    widths: floats(),
    kinds: floats(),
  };
}

/** Returns the bytes of whitewater: equal whitewater gives equal bytes. */
export function encodeWhitewater({ made, ...arrays }: Whitewater): Uint8Array {
  const names = ['positions', 'velocities', 'ids', 'ages', 'left', 'widths', 'kinds'] as const;
  return packArrays(whitewaterMagic, { meta: { made }, arrays: new Map(names.map((name) => [name, arrays[name]])) });
}

/** Returns views on the bytes of whitewater. Throws `format-*`. */
export function decodeWhitewater(bytes: Uint8Array): Whitewater {
  const content = unpackArrays(whitewaterMagic, bytes);
  const meta = z.strictObject({ made: z.int().min(0) }).safeParse(content.meta);
  if (!meta.success) throw malformed('the header of whitewater does not give the number of points made');
  const floats = (name: string) => namedArray(content, name, Float32Array);
  const found: Whitewater = {
    made: meta.data.made,
    positions: floats('positions'),
    velocities: floats('velocities'),
    ids: namedArray(content, 'ids', Uint32Array),
    ages: floats('ages'),
    left: floats('left'),
    widths: floats('widths'),
    kinds: floats('kinds'),
  };
  const count = found.ids.length;
  const scalars = [found.ages, found.left, found.widths, found.kinds];
  const vectors = [found.positions, found.velocities];
  if (scalars.some(({ length }) => length !== count) || vectors.some(({ length }) => length !== 3 * count)) {
    throw malformed('the arrays of whitewater do not match');
  }
  return found;
}

/** What points of whitewater have beside place, velocity and id. */
const fields = [
  {
    name: 'age',
    unit: 's',
    location: 'point',
    components: 1,
    display: { label: 'Age', detail: 'since the point was made', range: 'from-zero' },
  },
  {
    name: WIDTH,
    unit: 'm',
    location: 'point',
    components: 1,
    display: { label: 'Width', detail: 'diameter', range: 'from-zero' },
  },
  {
    name: 'kind',
    unit: '',
    location: 'point',
    components: 1,
    display: { label: 'Kind of whitewater', detail: '0 spray, 1 foam, 2 bubble', range: [0, 2] },
  },
] as const satisfies DeclaredAttribute[];

export const whitewaterAttributes: readonly DeclaredAttribute[] = [...pointMotion, ...fields];

/** Returns the diameters of points that each have their own, m. */
export function widthsOf(points: Stream): Float32Array | undefined {
  return attributeOf(points, WIDTH) && valuesOf(points, WIDTH, Float32Array);
}

/** Returns the stream that shows whitewater. */
export function whitewaterStream(entity: string, water: Whitewater): Stream {
  const { positions, velocities, ids, ages, widths, kinds } = water;
  const values = [positions, velocities, ids, ages, widths, kinds];
  const attributes = whitewaterAttributes.map((attribute, k) => withValues(attribute, values[k]));
  return { entity, name: WHITEWATER, type: 'points', topology: 'changing', attributes };
}
