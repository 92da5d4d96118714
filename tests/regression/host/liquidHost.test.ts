import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeFrame } from '../../../src/frames/Frame.ts';
import { cellKinds } from '../../../src/frames/LiquidCells.ts';
import { decodeLiquidSurface } from '../../../src/frames/LiquidSurface.ts';
import type { SliceAxis, SliceField } from '../../../src/frames/sliceCells.ts';
import { isKind } from '../../../src/scene/Scene.ts';
import { compactFrame } from '../../../src/systems/compactFrame.ts';
import { openHosted } from '../../support/hostConnection.ts';
import { filled, liquidShot } from '../../support/liquidShot.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { pointsIn } from '../../support/streams.ts';

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
  const stored = decodeFrame(bytes);
  expect(pointsIn(stored)[0].ids).toHaveLength(8 * 400);
  // It is rounded already.
  expect(compactFrame(stored, scene, quality)).toEqual(stored);

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

  const folder = await temporaryFolder();
  const exported = async (format: string) => {
    const path = join(folder, `water.${format}`);
    const settings = { format, params: {}, preset: 'houdini', path, first: 1, last: 3, withColliders: false };
    const { jobId } = await client.call('exportShot', { quality, ...settings });
    const { result } = await connection.ended(jobId);
    if (result?.kind !== 'export') throw new Error('no export report');
    expect(result.checks.every(({ passed }) => passed)).toBe(true);
    return result.checks.map(({ name }) => name);
  };
  expect(await exported('alembic')).toEqual(expect.arrayContaining(['ids', 'widths', 'positions', 'polygon corners']));
  expect(await exported('obj')).toEqual(expect.arrayContaining(['polygon corners', 'left out']));
  expect(await exported('ply')).toEqual(expect.arrayContaining(['polygon corners', 'velocities', 'left out']));
  expect(await exported('ply-points')).toEqual(
    expect.arrayContaining(['positions', 'velocities', 'ids', 'widths', 'left out']),
  );
});

test('a slice of a pool at rest shows the pressure of the water above, its surface and the ball that stands in it', async () => {
  const ball = {
    kind: 'collider',
    id: 'ball',
    shape: { kind: 'registered', type: 'sphere', params: { radius: 0.1 } },
    transform: { position: [0, 0.05, 0] },
  };
  const { connection } = await openHosted(liquidShot([filled(0.3), ball], { last: 2, cell: 0.025 }));
  const { client } = connection;
  expect(await connection.simulate(1, 2)).toMatchObject({ outcome: 'done' });
  const ask = { quality, frame: 2, entity: 'water' } as const;
  const slice = async (field: SliceField, axis: SliceAxis, position: number) => {
    const { kinds, values, ...rest } = await client.call('liquidSlice', { ...ask, field, axis, position });
    return { ...rest, kinds, values: new Float32Array(values.slice().buffer) };
  };
  const pressure = await slice('pressure', 'z', -0.15);
  expect(pressure).toMatchObject({ counts: [20, 20], origin: [-0.25, 0, -0.25] });
  const { cellSize: h } = pressure;
  expect(h).toBe(0.025);
  // Column 2 stands beside the ball: rho g times the depth of the cells' middles below the surface, which lies within a part of a cell.
  const column = Array.from({ length: 11 }, (_, row) => pressure.values[2 + 20 * row]);
  for (let row = 0; row < 10; row++) expect((column[row] - column[row + 1]) / (1000 * 9.81 * h)).toBeCloseTo(1, 2);
  expect(column[0] / (1000 * 9.81 * (0.3 - h / 2))).toBeCloseTo(1, 1);
  expect(pressure.range[1]).toBeGreaterThanOrEqual(column[0]);

  const middle = await slice('cells', 'z', 0);
  const kindAt = (x: number, y: number) => cellKinds[middle.kinds[Math.floor((x + 0.25) / h) + 20 * Math.floor(y / h)]];
  expect([kindAt(0, 0.05), kindAt(0.2, 0.1), kindAt(0.2, 0.4), kindAt(0.09, 0.055)]).toEqual([
    'solid',
    'liquid',
    'air',
    'cut',
  ]);
  expect([...middle.values]).toEqual([...middle.kinds]);

  const distance = await slice('distance', 'x', 0.2);
  expect(distance.values[0]).toBeLessThan(-0.49 * h);
  expect(distance.values[18]).toBeGreaterThan(0);
  expect((await slice('speed', 'y', 0.2)).range[1]).toBeLessThan(0.05);
  const { range } = await slice('divergence', 'y', 0.2);
  expect(Math.max(-range[0], range[1])).toBeLessThan(0.02);
  await expect(
    client.call('liquidSlice', { ...ask, entity: 'ball', field: 'cells', axis: 'x', position: 0 }),
  ).rejects.toMatchObject({ code: 'usage' });
});

test('a slice shows a body that floats as solid, with the pressure of the water that it displaces below it', async () => {
  const raft = (density: number) => ({
    kind: 'solid',
    id: 'raft',
    source: {
      kind: 'procedural',
      form: { shape: 'block', size: [0.2, 0.1, 0.2], cells: [4, 2, 4], elements: 'tets' },
    },
    material: { density, youngsModulus: 1e6 },
    liquids: 'coupled',
    transform: { position: [0, 0.25, 0] },
  });
  const scene = liquidShot([filled(0.25), raft(500)], { last: 2, cell: 0.025 });
  const { connection } = await openHosted(scene);
  const { client } = connection;
  expect(await connection.simulate(1, 2)).toMatchObject({ outcome: 'done' });
  const slice = async (field: SliceField, frame: number) => {
    const ask = { quality, frame, entity: 'water', axis: 'z', position: 0.01, field } as const;
    const { values, kinds, ...rest } = await client.call('liquidSlice', ask);
    return { ...rest, kinds, values: new Float32Array(values.slice().buffer) };
  };
  const cells = await slice('cells', 2);
  expect(cells.bodies).toEqual(['raft']);
  const at = (x: number, y: number) => Math.floor((x + 0.25) / 0.025) + 20 * Math.floor(y / 0.025);
  const kindAt = (x: number, y: number) => cellKinds[cells.kinds[at(x, y)]];
  // It floats half under, from .2 to .3 m.
  expect([kindAt(0.01, 0.26), kindAt(0.01, 0.235), kindAt(0.01, 0.16), kindAt(0.2, 0.1), kindAt(0.2, 0.4)]).toEqual([
    'solid',
    'solid',
    'liquid',
    'liquid',
    'air',
  ]);
  const pressure = await slice('pressure', 2);
  expect(pressure.values[at(0.01, 0.26)]).toBe(0);
  // In the second row of cells below the raft as deep down as in free water: it floats where its weight and that of what it displaces are one.
  const [below, beside] = [pressure.values[at(0.01, 0.16)], pressure.values[at(0.2, 0.16)]];
  expect(below / beside).toBeCloseTo(1, 1);
  expect(below / (1000 * 9.81 * (0.25 - 0.1625))).toBeCloseTo(1, 1);

  // The frame of a finer mesh is not that of the shot as it is: the raft is left out, and not named.
  const { source } = raft(500);
  const coarser = { ...raft(500), source: { ...source, form: { ...source.form, cells: [2, 1, 2] } } };
  await client.call('applyScene', { scene: liquidShot([filled(0.25), coarser], { last: 2, cell: 0.025 }) });
  const [{ storedKey }] = (await client.call('frameStates', { quality, first: 2, last: 2 })).states;
  const { bodies } = await client.call('liquidSlice', {
    ...{ quality, frame: 2, entity: 'water', axis: 'z', position: 0.01, field: 'cells' },
    key: storedKey,
  } as const);
  expect(bodies).toEqual([]);
});
