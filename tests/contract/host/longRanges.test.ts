import { describe, expect, test } from 'vitest';
import { shotKeys } from '../../../src/host/frames/shotKeys.ts';
import type { Key, KeyableVector } from '../../../src/scene/keyable.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { openHosted } from '../../support/hostConnection.ts';
import { tinyShot } from '../../support/tinyShot.ts';

const quality = 'draft';
const FRAMES = 1_000_000;
/** Edits that are made, each answered, before the last frames are. */
const EDITS = 1;
const longShot = (): Scene => tinyShot(FRAMES);

/** Makes a shot in which no frame is like another: keys of one that stands still are made within a second or two. */
function turningShot(): Scene {
  const scene = longShot();
  const turn = { keys: [key(1, 0), key(FRAMES, 100)] };
  const entities = scene.entities.map((entity) =>
    entity.kind === 'collider'
      ? { ...entity, transform: { ...entity.transform, rotation: [turn, turn, turn] as KeyableVector } }
      : entity,
  );
  return { ...scene, entities };
}

function key(frame: number, value: number): Key {
  return { frame, value, interpolation: 'bezier' };
}

describe('a range of a million frames', () => {
  test('opens, is edited and simulated at its beginning, and keeps nothing of the rest in memory or on the disk', async () => {
    const { connection, opened } = await openHosted(longShot());
    const { client } = connection;
    expect(opened.scene.range.last).toBe(FRAMES);
    expect(await connection.simulate(1, 4)).toMatchObject({ outcome: 'done' });
    expect(await connection.states(1, 6)).toBe('ccccmm');
    const edited = await client.call('applyScene', {
      scene: { ...opened.scene, physics: { ...opened.scene.physics, seed: 3 } },
    });
    expect(edited.scene.physics.seed).toBe(3);
    expect(await connection.states(1, 6)).toBe('ssssmm');
    expect((await client.call('whyStale', { quality, frame: 3 })).stale).toMatchObject({ first: 1, last: 4 });
    const { shots } = await client.call('recentShots', {});
    expect(shots[0]).toMatchObject({ missing: false, name: 'tiny' });
  });

  test('does not keep other requests waiting while its last frames are worked out, and that ends with the shot', async () => {
    const { connection, opened } = await openHosted(turningShot());
    const { client } = connection;
    const order: string[] = [];
    const noted = <T>(name: string, work: Promise<T>): Promise<T> => {
      const done = () => void order.push(name);
      work.then(done, done);
      return work;
    };
    const far = noted('far', client.call('frameStates', { quality, first: FRAMES - 5, last: FRAMES }));
    far.catch(() => undefined);
    for (let edit = 0; edit < EDITS; edit++) {
      await noted('edit', client.call('applyScene', { scene: { ...opened.scene, name: `edit ${edit}` } }));
      await noted('near', client.call('frameStates', { quality, first: 1, last: 50 }));
    }
    await noted('simulation', connection.simulate(1, 3));
    await noted('closed', client.call('closeShot', {}));
    await expect(far).rejects.toMatchObject({ code: 'cancelled' });
    expect(order).toEqual([
      ...Array.from({ length: EDITS }, () => ['edit', 'near']).flat(),
      'simulation',
      'closed',
      'far',
    ]);
  });

  test('is told in parts', async () => {
    const { connection } = await openHosted(longShot());
    const { client } = connection;
    await expect(client.call('frameStates', { quality, first: 1, last: FRAMES })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('more than 100000 frames') as string,
    });
    const { states } = await client.call('frameStates', { quality, first: 1, last: 5000 });
    expect(states).toHaveLength(5000);
  });

  test('has keys made only as far as they are asked for, the same as all at once', async () => {
    const keys = shotKeys({ scene: longShot() }, quality, 'simd');
    expect(keys.count).toBe(FRAMES);
    await keys.reach(300);
    expect(keys.madeCount).toBe(301);
    expect(keys.upTo(100)).toHaveLength(301);
    expect(keys.upTo(300)).toEqual(shotKeys({ scene: tinyShot(301) }, quality, 'simd').keys);
    const after = shotKeys({ scene: { ...longShot(), name: 'other' } }, quality, 'simd', keys);
    expect((await after.reach(400)).slice(0, 301)).toEqual(keys.upTo(300));
    const ended = new Error('nobody waits');
    const check = () => {
      throw ended;
    };
    await expect(keys.reach(FRAMES - 1, check)).rejects.toBe(ended);
    expect(keys.madeCount).toBeLessThan(FRAMES);
  });
});
