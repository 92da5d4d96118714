import { z } from 'zod';
import { canonicalJson } from '../base/hash.ts';
import { isFrameKey, type FrameKey } from '../frames/keys.ts';
import type { FrameCache } from './FrameCache.ts';

/** The inputs of a key, stored beside its frame. */
export interface KeyInputs {
  /** Key of the frame before; undefined for the first frame. */
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
