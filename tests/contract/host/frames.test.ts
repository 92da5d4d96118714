import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { applyChanges } from '../../../src/scene/documentChanges.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { branchTake, switchTake } from '../../../src/scene/takes.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { connectHost, openHosted } from '../../support/hostConnection.ts';
import { keyedShot, keyedShotWith } from '../../support/keyedShot.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShot, tinyShotInput } from '../../support/tinyShot.ts';

const quality = 'draft';
const seeded = (scene: Scene, seed: number): Scene => ({ ...scene, physics: { ...scene.physics, seed } });

describe('takes', () => {
  test('share frames until one is edited; each has its own states, also after a restart', async () => {
    const { connection, opened, path } = await openHosted(tinyShot(8));
    const { client } = connection;
    await connection.simulate(1, 8);
    const states = async (take: string) => {
      const answer = await client.call('frameStates', { quality, first: 1, last: 8, take });
      return answer.states.map(({ state }) => state[0]).join('');
    };
    const branched = branchTake(opened.scene, { id: 'b', name: 'Softer', frame: 4 });
    await client.call('applyScene', { scene: branched });
    expect([await states('main'), await states('b')]).toEqual(['cccccccc', 'cccccccc']);

    await client.call('applyScene', { scene: seeded(branched, 7) });
    expect([await states('main'), await states('b')]).toEqual(['cccccccc', 'ssssssss']);
    // A take that was never simulated shows the frames it was branched with.
    await client.call('saveShot', {});
    await client.call('openShot', { path });
    expect([await states('main'), await states('b')]).toEqual(['cccccccc', 'ssssssss']);

    const { jobId } = await client.call('simulate', { quality, first: 1, last: 4, take: 'b' });
    expect((await connection.ended(jobId)).outcome).toBe('done');
    expect([await states('main'), await states('b')]).toEqual(['cccccccc', 'ccccssss']);
    const frame = async (take: string) => (await client.call('frame', { quality, frame: 2, take })).key;
    expect(await frame('main')).not.toBe(await frame('b'));

    await client.call('applyScene', { scene: switchTake(seeded(branched, 7), 'main') });
    expect(await connection.states(1, 8)).toBe('cccccccc');
    expect(await states('b')).toBe('ccccssss');
    await expect(states('c')).rejects.toMatchObject({ code: 'document-invalid' });
  });
});

describe('why a frame is stale', () => {
  test('names the number of a material that is keyed, with what it was at the first frame', async () => {
    const { connection, opened } = await openHosted(tinyShot(8));
    const { client } = connection;
    await connection.simulate(1, 8);
    const why = async (frame: number) => (await client.call('whyStale', { quality, frame })).stale!;
    const keyed = (first: number): Scene => ({
      ...opened.scene,
      entities: opened.scene.entities.map((entity) =>
        entity.kind !== 'solid'
          ? entity
          : {
              ...entity,
              material: {
                ...entity.material,
                youngsModulus: {
                  keys: [
                    { frame: 3, value: first, interpolation: 'linear' as const },
                    { frame: 6, value: 2 * first, interpolation: 'linear' as const },
                  ],
                },
              },
            },
      ),
    });
    const { youngsModulus } = opened.scene.entities.find((entity) => entity.kind === 'solid')!.material;
    const number = youngsModulus as number;
    await client.call('applyScene', { scene: keyed(number) });
    const path = 'entities.block.material.youngsModulus';
    expect(await why(8)).toMatchObject({ first: 4, difference: { path, stored: number } });
    expect((await why(8)).difference!.wanted).toMatchObject({ end: number * (1 + 1 / 3) });
  });

  test('is said by the first input that differs, with what it was and is', async () => {
    const { connection, opened } = await openHosted(keyedShot());
    const { client } = connection;
    await connection.simulate(1, 12);
    const why = async (frame: number) => (await client.call('whyStale', { quality, frame })).stale;
    expect(await why(5)).toBeUndefined();
    const strength = {
      keys: [
        { frame: 1, value: 0.2, interpolation: 'linear' },
        { frame: 5, value: 0.6, interpolation: 'linear' },
        { frame: 9, value: 0.7, interpolation: 'linear' },
      ],
    };
    await client.call('applyScene', { scene: keyedShotWith('torus', { strength }) });
    expect(await why(5)).toBeUndefined();
    const stale = await why(10);
    expect(stale).toMatchObject({ first: 6, last: 12 });
    expect(stale!.difference!.path).toMatch(/^entities\.torus\.strength/);
    expect(stale!.difference!.stored).not.toEqual(stale!.difference!.wanted);
    expect(stale!.difference!.matching).toBeGreaterThan(5);
    expect(stale!.resumeFrom).toBeLessThanOrEqual(5);

    // A constant of the shot: the first frame differs.
    const softer = keyedShot();
    const scene = applyChanges(softer, [{ path: 'entities.torus.material.density', value: 900 }]);
    await client.call('applyScene', { scene });
    expect(await why(10)).toMatchObject({
      first: 1,
      last: 12,
      difference: { path: 'entities.torus.material.density', wanted: 900 },
    });
    // Frames made since then do not hide where it began.
    await connection.simulate(1, 4);
    expect(await why(10)).toMatchObject({ first: 1, last: 12, difference: { wanted: 900 } });
    expect((await why(10))!.resumeFrom).toBeUndefined();
    // Without the stored inputs the frame is still named.
    await rm(join(opened.cacheFolder, 'inputs'), { recursive: true });
    expect(await why(10)).toMatchObject({ first: 10, last: 12, difference: undefined });
  });
});

describe('numbers of frames', () => {
  test('are there for every stored frame, with the seconds of those simulated here', async () => {
    const stateFolder = await temporaryFolder();
    const { connection, path } = await openHosted(tinyShot(6), { stateFolder });
    const { client, frames } = connection;
    await connection.simulate(1, 4);
    const { stats } = await client.call('frameStats', { quality, first: 1, last: 6 });
    expect(stats.map(({ frame, key, seconds, stats: own }) => ({ frame, key, seconds, stats: own }))).toEqual(
      frames.map(({ frame, key, seconds, stats: own }) => ({ frame, key, seconds, stats: own })),
    );
    const again = await connectHost({ stateFolder });
    await again.client.call('openShot', { path });
    const read = await again.client.call('frameStats', { quality, first: 1, last: 6 });
    expect(read.stats).toEqual(stats.map(({ seconds: _seconds, ...rest }) => rest));
    const use = await client.call('cacheUse', {});
    expect(use.frames).toBeGreaterThan(1000);
    expect(use.total).toBeGreaterThanOrEqual(use.frames + use.checkpoints);
  });

  test('a torn file is left out', async () => {
    const { connection, path, opened } = await openHosted(tinyShot(3));
    await connection.simulate(1, 3);
    const [, second] = connection.frames;
    await writeFile(join(opened.cacheFolder, 'frame', `${second.key}.frame`), 'torn');
    const again = await connectHost();
    await again.client.call('openShot', { path });
    const { stats } = await again.client.call('frameStats', { quality, first: 1, last: 3 });
    expect(stats.map(({ frame }) => frame)).toEqual([1, 3]);
  });
});

describe('a frame that fails', () => {
  function failing(): Scene {
    const input = tinyShotInput(6);
    const [block, floor] = input.entities;
    const stiff = { ...block, material: { youngsModulus: 1e7, dampingTime: 0 } };
    return validateScene({ ...input, quality: { draft: { maxSubsteps: 20 } }, entities: [stiff, floor] }, catalogue);
  }

  test('is known by its key, comes back with an undo and after a restart, and goes by following the suggestion', async () => {
    const { connection, opened, path } = await openHosted(failing());
    const { client } = connection;
    const end = await connection.simulate(1, 6);
    expect(end).toMatchObject({
      outcome: 'failed',
      error: { failure: { entity: 'block', cause: 'too-many-substeps' } },
    });
    const { failure } = end.error!;
    const failures = async () => {
      const { states } = await client.call('frameStates', { quality, first: 1, last: 6 });
      return states.filter((state) => state.failure !== undefined).map((state) => state.frame);
    };
    expect(await failures()).toEqual([failure!.frame]);
    await client.call('openShot', { path });
    expect(await failures()).toEqual([failure!.frame]);
    const cured = applyChanges(opened.scene, failure!.suggestions[0].changes);
    await client.call('applyScene', { scene: cured });
    expect(await failures()).toEqual([]);
    await client.call('applyScene', { scene: opened.scene });
    expect(await failures()).toEqual([failure!.frame]);
    await client.call('applyScene', { scene: cured });
    expect((await connection.simulate(1, 6)).outcome).toBe('done');
  });
});

describe('the program', () => {
  test('remembers shots, their pictures and the preferences', async () => {
    const stateFolder = await temporaryFolder();
    const { connection, path } = await openHosted(tinyShot(3), { stateFolder });
    const png = new Uint8Array([137, 80, 78, 71]);
    await connection.client.call('storeThumbnail', { png });
    const progress = { quality: 'draft' as const, frames: 3, made: 2, stale: 1 };
    await connection.client.call('storeProgress', { progress });
    const other = await openHosted({ ...tinyShot(3), name: '' }, { stateFolder });
    const { client } = await connectHost({ stateFolder });
    const { shots } = await client.call('recentShots', {});
    expect(shots).toMatchObject([
      { path: other.path, name: 'shot', missing: false, recovered: false },
      { path, name: 'tiny', missing: false },
    ]);
    expect(shots[1].thumbnail).toEqual(png);
    expect(shots.map((shot) => shot.progress)).toEqual([undefined, progress]);
    // Opened again, a shot keeps what is known of it.
    await client.call('openShot', { path });
    expect((await client.call('recentShots', {})).shots[0]).toMatchObject({ path, progress });
    await client.call('openShot', { path: other.path });
    await rm(path);
    expect((await client.call('recentShots', {})).shots[1]).toMatchObject({ path, missing: true, progress });
    await client.call('forgetRecentShots', { paths: [path, '/not/on/the/list'] });
    expect((await client.call('recentShots', {})).shots.map((shot) => shot.path)).toEqual([other.path]);

    expect(await client.call('preferences', {})).toEqual({ value: null });
    await client.call('storePreferences', { value: { theme: 'dark', sizes: [1, 2] } });
    expect(await (await connectHost({ stateFolder })).client.call('preferences', {})).toEqual({
      value: { theme: 'dark', sizes: [1, 2] },
    });
    const large = client.call('storePreferences', { value: 'x'.repeat(2 << 20) });
    await expect(large).rejects.toMatchObject({ code: 'limit-exceeded' });
  });

  test('lists folders that are there, and says so of others', async () => {
    const { client } = await connectHost();
    await expect(client.call('listFolder', { path: '/nowhere' })).rejects.toMatchObject({ code: 'file-missing' });
    const { parent } = await client.call('listFolder', { path: '/' });
    expect(parent).toBeUndefined();
  });
});
