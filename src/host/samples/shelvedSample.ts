import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder, writeFileAtomically } from '../../cache/atomicFile.ts';
import { readPlainFile } from '../../cache/plainFile.ts';

/** How far the frames of a sample are made; a note beside them. */
export const shelvedSample = z.strictObject({
  /** Frames of the shot. */
  frames: z.int().min(1),
  /** Number of frames that are cached, from the first on. */
  cached: z.int().min(0),
  /** Wall-clock time of making frames on this machine, s, and how many were made in it. */
  seconds: z.number().min(0),
  made: z.int().min(0),
});
export type ShelvedSample = z.output<typeof shelvedSample>;

export async function writeState(folder: string, state: ShelvedSample): Promise<void> {
  await makeFolder(folder);
  await writeFileAtomically(join(folder, 'state.json'), [new TextEncoder().encode(JSON.stringify(state))], {
    durable: false,
  });
}

/** A damaged note is none. */
export async function readState(folder: string): Promise<ShelvedSample | undefined> {
  try {
    const parsed = shelvedSample.safeParse(JSON.parse((await readPlainFile(join(folder, 'state.json'))).toString()));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
