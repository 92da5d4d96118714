import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeFrame } from '../../../src/frames/Frame.ts';
import { decodeLiquidSurface } from '../../../src/frames/LiquidSurface.ts';
import { isKind } from '../../../src/scene/Scene.ts';
import { openHosted } from '../../support/hostConnection.ts';
import { filled, liquidShot } from '../../support/liquidShot.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const quality = 'draft';

test('the skin of a liquid is stored with its frames and made again alone when its settings change', async () => {
  const scene = liquidShot([filled(0.2)], { last: 3 });
  const { connection } = await openHosted(scene);
  const { client } = connection;
  expect(await connection.simulate(1, 3)).toMatchObject({ outcome: 'done', result: { simulated: 3 } });
  const skin = async (frame: number) => {
    const { bytes } = await client.call('liquidSurface', { quality, frame, entity: 'water' });
    return decodeLiquidSurface(bytes);
  };
  const before = await skin(3);
  expect(before.triangles.length).toBeGreaterThan(300);
  const { bytes } = await client.call('frame', { quality, frame: 3 });
  expect(decodeFrame(bytes).liquids[0].ids).toHaveLength(8 * 400);

  const entities = scene.entities.map((entity) =>
    isKind('liquid')(entity) ? { ...entity, surface: { ...entity.surface, detail: 3 } } : entity,
  );
  await client.call('applyScene', { scene: { ...scene, entities } });
  expect(await connection.states(1, 3)).toBe('ccc');
  const finer = await skin(3);
  expect(finer.triangles.length).toBeGreaterThan(1.8 * before.triangles.length);
  await expect(client.call('liquidSurface', { quality, frame: 3, entity: 'wine' })).rejects.toMatchObject({
    code: 'usage',
  });

  const path = join(await temporaryFolder(), 'water.abc');
  const settings = { format: 'alembic', params: {}, preset: 'houdini', path, first: 1, last: 3, withColliders: false };
  const { jobId } = await client.call('exportShot', { quality, ...settings });
  const { result } = await connection.ended(jobId);
  if (result?.kind !== 'export') throw new Error('no export report');
  expect(result.checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['ids', 'widths', 'positions']));
  expect(result.checks.every(({ passed }) => passed)).toBe(true);
});
