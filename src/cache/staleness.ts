import { z } from 'zod';
import { canonicalJson } from '../base/hash.ts';
import { explainStale, type InputDifference } from '../frames/explainStale.ts';
import { isFrameKey, type FrameKey } from '../frames/keys.ts';
import type { FrameCache } from './FrameCache.ts';
import type { Take } from './takes.ts';

/** What a key was made from, stored beside its frame. */
export interface KeyInputs {
  /** Undefined for the first frame. */
  readonly previous?: FrameKey;
  readonly inputs: unknown;
}
const keyInputsSchema = z.strictObject({
  previous: z.string().refine(isFrameKey).optional(),
  inputs: z.unknown(),
});

export async function writeInputs(cache: FrameCache, key: FrameKey, inputs: KeyInputs): Promise<void> {
  await cache.write('inputs', key, new TextEncoder().encode(canonicalJson(inputs)));
}

export async function readInputs(cache: FrameCache, key: FrameKey): Promise<KeyInputs | undefined> {
  const found = await cache.read('inputs', key);
  if (found === undefined) return undefined;
  const parsed = keyInputsSchema.safeParse(JSON.parse(new TextDecoder().decode(found.content)));
  return parsed.success ? (parsed.data as KeyInputs) : undefined;
}

export interface StaleReport {
  /** The first frame whose key is another one than when the take was made. */
  readonly frame: number;
  /** What changed there first; undefined where the old inputs are no longer stored. */
  readonly difference?: InputDifference;
}

/**
 * Why a take is stale: the first frame at which the wanted keys leave it, and the first input that differs there.
 * Undefined while they agree over the frames they share. `inputs(index)` gives the wanted inputs of that key.
 */
export async function explainStaleTake(
  cache: FrameCache,
  take: Take,
  wanted: { readonly first: number; readonly keys: readonly FrameKey[]; inputs(index: number): unknown },
): Promise<StaleReport | undefined> {
  const shift = take.first - wanted.first;
  for (let index = Math.max(0, shift); index < wanted.keys.length; index++) {
    const stored: FrameKey | undefined = take.keys[index - shift];
    if (stored === undefined) return undefined;
    if (stored === wanted.keys[index]) continue;
    const old = await readInputs(cache, stored);
    const difference = old && explainStale(old.inputs, JSON.parse(canonicalJson(wanted.inputs(index))));
    return { frame: wanted.first + index, difference };
  }
  return undefined;
}
