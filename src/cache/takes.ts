import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CoreError } from '../base/errors.ts';
import { isFrameKey, type FrameKey } from '../frames/keys.ts';
import { makeFolder, writeFileAtomically } from './atomicFile.ts';
import { readPlainFile } from './plainFile.ts';

/**
 * A take: the keys of its frames in order. The last simulated state of each quality is a take too, from which the
 * timeline distinguishes stale frames from missing ones. A take is a record of the past, never of a running simulation.
 */
const takeSchema = z.strictObject({
  /** Frame number of the first key. */
  first: z.int(),
  keys: z.array(z.string().refine(isFrameKey)),
  /** Files of a pinned take are never evicted. */
  pinned: z.boolean(),
});
export interface Take {
  readonly first: number;
  readonly keys: readonly FrameKey[];
  readonly pinned: boolean;
}

/** Largest size of a take file: a take of a million frames has 67 MB. */
const mostBytes = 2 ** 28;

/** Writes a take under a name of letters, digits, `-` and `_`. */
export async function writeTake(folder: string, name: string, take: Take): Promise<void> {
  await makeFolder(join(folder, 'takes'));
  await writeFileAtomically(takePath(folder, name), [new TextEncoder().encode(JSON.stringify(take))]);
}

/** Returns the take, or undefined where there is none that can be read. */
export async function readTake(folder: string, name: string): Promise<Take | undefined> {
  const bytes = await readPlainFile(takePath(folder, name), { maxBytes: mostBytes }).catch(() => undefined);
  if (bytes === undefined) return undefined;
  try {
    const parsed = takeSchema.safeParse(JSON.parse(bytes.toString('utf8')));
    return parsed.success ? (parsed.data as Take) : undefined;
  } catch {
    return undefined;
  }
}

export async function removeTake(folder: string, name: string): Promise<void> {
  await rm(takePath(folder, name), { force: true });
}

/** Names of all takes, sorted. */
export async function listTakes(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'takes')).catch(() => [] as string[]);
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/** Returns the keys of all pinned takes. */
export async function pinnedKeys(folder: string): Promise<Set<FrameKey>> {
  const keys = new Set<FrameKey>();
  for (const name of await listTakes(folder)) {
    const take = await readTake(folder, name);
    if (take?.pinned === true) for (const key of take.keys) keys.add(key);
  }
  return keys;
}

/** Returns the name of the take with the last simulated state of a quality; `take` is the id of the shot's own take. */
export function latestTakeName(quality: string, take: string): string {
  return take === 'main' ? `latest-${quality}` : `latest-${quality}-${take}`;
}

function takePath(folder: string, name: string): string {
  if (!/^[A-Za-z0-9_-]{1,96}$/.test(name)) {
    throw new CoreError('usage', `'${name}' cannot be the name of a take`, {
      remedy: 'Use 1 to 96 letters, digits, - or _.',
    });
  }
  return join(folder, 'takes', `${name}.json`);
}
