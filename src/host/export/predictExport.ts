import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobContext } from '../../base/job.ts';
import { exporters } from '../../io/Exporter.ts';
import { exportShot, type ExportRequest } from './exportShot.ts';

/**
 * Bytes that an export will take, about: the first, the middle and the last frame are written to a folder of their own, as they will be, and those in between are taken
 * to grow evenly. In one file for all frames, what two frames share is counted once. Throws what exporting throws.
 */
export async function predictExport(request: ExportRequest, job: JobContext): Promise<number> {
  const { firstFrame: first, lastFrame: last, format } = request;
  const folder = await mkdtemp(join(tmpdir(), 'ductile-size-'));
  const bytesOf = async (from: number, to: number): Promise<number> => {
    const part = { ...request, firstFrame: from, lastFrame: to, path: join(folder, 'size') };
    return (await exportShot(part, job)).bytes;
  };
  try {
    const middle = Math.round((first + last) / 2);
    const sizes = new Map<number, number>();
    for (const frame of [first, middle, last]) if (!sizes.has(frame)) sizes.set(frame, await bytesOf(frame, frame));
    if (first === last) return sizes.get(first)!;
    const single = !exporters.get(format).sequence;
    const next = middle < last ? middle + 1 : middle - 1;
    const shared = single
      ? sizes.get(middle)! +
        (sizes.get(next) ?? (await bytesOf(next, next))) -
        (await bytesOf(Math.min(middle, next), Math.max(middle, next)))
      : 0;
    let total = shared;
    for (let frame = first; frame <= last; frame++) total += sizeAt(frame, sizes) - shared;
    return Math.max(0, Math.round(total));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Interpolates the size of a frame linearly between the frames whose sizes are known. */
function sizeAt(frame: number, sizes: ReadonlyMap<number, number>): number {
  const known = [...sizes.keys()];
  const after = known.find((other) => other >= frame)!;
  const before = known.findLast((other) => other <= frame)!;
  const share = after === before ? 0 : (frame - before) / (after - before);
  return sizes.get(before)! + share * (sizes.get(after)! - sizes.get(before)!);
}
