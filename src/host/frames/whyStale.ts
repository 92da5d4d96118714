import { canonicalJson } from '../../base/hash.ts';
import { readInputs, type KeyInputs } from '../../cache/staleness.ts';
import { countMatching, explainStale } from '../../frames/explainStale.ts';
import type { RequestParams, RequestResult } from '../../protocol/requests.ts';
import type { QualityName } from '../../scene/Scene.ts';
import type { FrameIndex } from './FrameIndex.ts';
import type { KeyedShot } from './shotKeys.ts';

/** Frames that are looked at together. */
const AT_ONCE = 1000;

type Stale = NonNullable<RequestResult<'whyStale'>['stale']>;

/**
 * Why a frame is stale: goes back along the stored inputs to the first frame that was made from others than it would be now. Undefined
 * where the frame is not stale.
 */
export async function whyStale(
  index: FrameIndex,
  shot: KeyedShot,
  { quality, frame }: RequestParams<'whyStale'>,
): Promise<Stale | undefined> {
  const { first: rangeFirst } = shot.scene.range;
  const [found] = await index.states(shot, { quality, first: frame, last: frame });
  if (found?.state !== 'stale' || found.storedKey === undefined) return undefined;
  const keys = await index.keysUpTo(shot, quality, frame);
  const wanted = index.keysOf(shot, quality);

  let at = frame - rangeFirst;
  let storedKey = found.storedKey;
  let stored = await readInputs(index.cache, storedKey);
  while (at > 0 && stored?.previous !== undefined && stored.previous !== keys[at - 1]) {
    storedKey = stored.previous;
    stored = await readInputs(index.cache, storedKey);
    at--;
  }
  return {
    first: rangeFirst + at,
    last: await lastStale(index, shot, quality, frame),
    difference: stored && differenceOf(stored, wanted.inputsOf(at)),
    storedKey,
    wantedKey: keys[at],
    resumeFrom: await resumeFrame(index, shot, quality, at),
  };
}

function differenceOf(stored: KeyInputs, wanted: KeyInputs): Stale['difference'] {
  const now: unknown = JSON.parse(canonicalJson(wanted.inputs));
  const difference = explainStale(stored.inputs, now);
  if (difference === undefined) return undefined;
  const { path, stored: before, wanted: after } = difference;
  return {
    path,
    // Inputs were read from JSON.
    stored: before as NonNullable<Stale['difference']>['stored'],
    wanted: after as NonNullable<Stale['difference']>['wanted'],
    matching: countMatching(stored.inputs, now),
  };
}

/** The last of the stale frames that follow `frame` without a gap. */
async function lastStale(index: FrameIndex, shot: KeyedShot, quality: QualityName, frame: number): Promise<number> {
  for (let first = frame + 1; ; first += AT_ONCE) {
    const states = await index.states(shot, { quality, first, last: first + AT_ONCE - 1 });
    const other = states.findIndex(({ state }) => state !== 'stale');
    if (other >= 0) return first + other - 1;
    if (states.length < AT_ONCE) return first + states.length - 1;
  }
}

/** The frame that a simulation of the frame at `at` of the range would go on from. */
async function resumeFrame(
  index: FrameIndex,
  shot: KeyedShot,
  quality: QualityName,
  at: number,
): Promise<number | undefined> {
  const { first } = shot.scene.range;
  const stored = await index.listing.of('checkpoint');
  const keys = await index.keysUpTo(shot, quality, first + at);
  for (let k = at - 1; k >= 0; k--) if (stored.has(keys[k])) return first + k;
  return undefined;
}
