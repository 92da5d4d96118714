import { CoreError } from '../../../base/errors.ts';
import { FrameCache } from '../../../cache/FrameCache.ts';
import { decodeFrame } from '../../../frames/Frame.ts';
import { streamOf } from '../../../frames/Stream.ts';
import type { FrameKey } from '../../../frames/keys.ts';
import { encodeLiquidCells } from '../../../frames/LiquidCells.ts';
import { volumeOf } from '../../../scene/capabilities.ts';
import { shapeOf } from '../../../systems/assets.ts';
import { rigidBodiesOf } from '../../../systems/rigidBody/floatingBodies.ts';
import { storedBody, storedRigidBody, type StoredBody } from '../../../systems/liquid/StoredBody.ts';
import { ShotSimulation } from '../../../systems/ShotSimulation.ts';
import type { BytesResult, TaskOf } from '../jobMessages.ts';
import { inputsOfCells } from '../../frames/LiquidSlices.ts';
import { filledVolume, prepareAssets } from '../../simulation/prepareAssets.ts';
import { createBackend } from '../../simulation/solverBackend.ts';
import type { TaskContext } from './TaskContext.ts';

/** What the cells of a liquid hold at a stored frame (see `decodeLiquidCells`). Throws `file-missing` where the frame is not stored any more. */
export async function cellsTask(task: TaskOf<'cells'>, { job, quotaBytes }: TaskContext): Promise<BytesResult> {
  const { shot, quality, entity, frame } = task;
  const cache = await FrameCache.open(task.cacheFolder, { quotaBytes });
  const missing = new CoreError('file-missing', `frame ${frame} has no liquid '${entity}'`, { file: cache.folder });
  const stored = await cache.read('frame', task.key as FrameKey);
  if (stored === undefined) throw missing;
  const bearing = inputsOfCells(shot.scene, entity);
  const content = decodeFrame(stored.content);
  const bodies: StoredBody[] = [];
  for (const solid of bearing.flatMap((one) => volumeOf(one) ?? [])) {
    const path = shot.meshPaths.get(solid.id);
    const volume = await filledVolume(solid, path, shot.scene.quality[quality].edgeScale, cache, job);
    const mesh = streamOf(content, solid.id, 'mesh');
    // A stale frame may be of another mesh.
    const body = mesh && storedBody(volume, mesh);
    if (body !== undefined) bodies.push(body);
  }
  const shaped = { ...shot.scene, entities: bearing.filter((one) => volumeOf(one) === undefined) };
  const assets = await prepareAssets({ ...shot, scene: shaped }, quality, cache, job);
  const rigidBodies = rigidBodiesOf(bearing);
  for (const rigid of rigidBodies) {
    const pose = streamOf(content, rigid.id, 'transform');
    if (pose !== undefined) bodies.push(storedRigidBody(shapeOf(rigid, assets), pose));
  }
  // Bodies stand where the frame has them.
  const scene = {
    ...shaped,
    entities: shaped.entities.filter(({ id }) => !rigidBodies.some((rigid) => rigid.id === id)),
  };
  // One pressure solve: threads would take longer to start.
  const simulation = new ShotSimulation(scene, assets, { quality, ...createBackend('reference', 1) });
  try {
    const cells = simulation.liquidCells(entity, frame, content, bodies);
    if (cells === undefined) throw missing;
    return { kind: 'bytes', bytes: new Uint8Array(encodeLiquidCells(cells)) };
  } finally {
    simulation.dispose();
  }
}
