import { CoreError } from '../../base/errors.ts';
import { canonicalJson } from '../../base/hash.ts';
import type { FrameKey } from '../../frames/keys.ts';
import { sliceCells } from '../../frames/sliceCells.ts';
import type { RequestParams, RequestResult } from '../../protocol/requests.ts';
import type { ExtractedStream } from '../../frames/StaticStream.ts';
import type { Scene } from '../../scene/Scene.ts';
import type { HostedShot } from '../shot/HostedShot.ts';
import type { HostSession } from '../session/HostSession.ts';
import { inputsOfCells } from '../frames/LiquidSlices.ts';
import { extractedKey, extractedStream } from '../frames/surfaces.ts';

/** The surface of an entity: from the cache, or made in a thread. */
export async function liquidSurface(
  session: HostSession,
  params: RequestParams<'liquidSurface'>,
): Promise<RequestResult<'liquidSurface'>> {
  const shot = session.openedShot();
  const { stream, key } = await extractedAt(shot, params);
  const stored = await shot.cache.read('surface', extractedKey(stream, key));
  if (stored !== undefined) return { bytes: new Uint8Array(stored.content) };
  return session.answer(async () => {
    const taskShot = await session.documentWork.run(() => session.taskShot(params.take));
    return { kind: 'surface', ...params, key, ...taskShot };
  });
}

/** A layer of a liquid's cells: cut from those that were found before, or found in a thread. */
export async function liquidSlice(
  session: HostSession,
  { field, axis, position, ...params }: RequestParams<'liquidSlice'>,
): Promise<RequestResult<'liquidSlice'>> {
  const { scene, key } = await extractedAt(session.openedShot(), params);
  const { quality, take, frame, entity } = params;
  const entities = inputsOfCells(scene, entity);
  const name = canonicalJson({ key, quality, entity, physics: scene.physics, entities });
  const { liquidSlices } = session;
  const cells = await liquidSlices.cells(name, async () => {
    const { bytes } = await session.answer(async () => {
      const taskShot = await session.documentWork.run(() => session.taskShot(take));
      return { kind: 'cells', quality, frame, entity, key, ...taskShot };
    });
    return bytes;
  });
  const { counts, kinds, values } = sliceCells(cells, field, axis, position);
  return {
    key,
    counts: [...counts],
    cellSize: cells.h,
    origin: [...cells.origin],
    range: liquidSlices.range(cells, field),
    bodies: [...cells.bodies],
    kinds,
    values: new Uint8Array(values.buffer),
  };
}

/** What the surface of an entity is extracted from, and the key of a frame. Throws `usage` and `file-missing` where there is none. */
async function extractedAt(
  shot: HostedShot,
  { take, quality, frame, key: given, entity }: RequestParams<'liquidSurface'>,
): Promise<{ readonly scene: Scene; readonly stream: ExtractedStream; readonly key: FrameKey }> {
  const located = await shot.take(take);
  const { scene } = located;
  const key = (given as FrameKey | undefined) ?? (await shot.frames.keyOf(located, quality, frame));
  const stream = extractedStream(scene, quality, entity);
  if (stream === undefined) {
    throw new CoreError('usage', `there is no liquid '${entity}'`, { remedy: 'Ask for a liquid of the shot.' });
  }
  if (key === undefined) throw new CoreError('file-missing', `frame ${frame} is none of the shot`);
  return { scene, stream, key };
}
