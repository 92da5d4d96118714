import { canonicalJson, sha256Hex } from '../base/hash.ts';

/**
 * A frame's name: 64 hex digits that stand for everything it depends on. key(first) = H(solver version, initial inputs),
 * key(n) = H(key(n-1), inputs over the interval (n-1, n]). H is SHA-256 of canonical JSON.
 */
export type FrameKey = string & { readonly brand: 'FrameKey' };

/** Key of the first frame. `solverVersion` changes whenever equal inputs may give other bytes. */
export function initialKey(solverVersion: string, initialInputs: unknown): FrameKey {
  return hash({ solverVersion, initialInputs });
}

/** Key of the frame that ends an interval with these inputs, after the frame with `previous`. */
export function nextKey(previous: FrameKey, intervalInputs: unknown): FrameKey {
  return hash({ previous, intervalInputs });
}

/** `nextKey` of inputs whose canonical JSON is `text`. `digest`: SHA-256 of UTF-8 text in hex. */
export function nextKeyOfText(
  previous: FrameKey,
  text: string,
  digest: (text: string) => string = sha256Hex,
): FrameKey {
  return digest(`{"intervalInputs":${text},"previous":"${previous}"}`) as FrameKey;
}

/** Keys of all frames first..last: `inputs(n)` gives the inputs of the interval that ends at frame n. */
export function keyChain(
  solverVersion: string,
  initialInputs: unknown,
  range: { readonly first: number; readonly last: number },
  inputs: (frame: number) => unknown,
): FrameKey[] {
  const keys = [initialKey(solverVersion, initialInputs)];
  for (let frame = range.first + 1; frame <= range.last; frame++) keys.push(nextKey(keys.at(-1)!, inputs(frame)));
  return keys;
}

/** True for text that may be a key: 64 lower-case hex digits. */
export function isFrameKey(text: string): text is FrameKey {
  return /^[0-9a-f]{64}$/.test(text);
}

function hash(value: unknown): FrameKey {
  return sha256Hex(canonicalJson(value)) as FrameKey;
}
