import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCachedFile } from '../../../src/cache/cachedFile.ts';
import { decodeFrame } from '../../../src/frames/Frame.ts';
import { positionsOf, streamOf } from '../../../src/frames/Stream.ts';

/** A body of a cached frame as its box, m: min xyz, max xyz. `name` as `cachedFrames` gives it. */
export async function boxInFrame(workspace: string, name: string, id: string): Promise<readonly number[]> {
  const bytes = new Uint8Array(readFileSync(join(workspace, 'ductile-cache', name)));
  const { content } = await openCachedFile(bytes, { kind: 'frame' });
  const positions = positionsOf(streamOf(decodeFrame(content), id, 'mesh')!);
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  positions.forEach((value, k) => {
    box[k % 3] = Math.min(box[k % 3], value);
    box[(k % 3) + 3] = Math.max(box[(k % 3) + 3], value);
  });
  return box;
}
