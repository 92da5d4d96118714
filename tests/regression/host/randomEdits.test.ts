import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { FrameCache } from '../../../src/cache/FrameCache.ts';
import { keyChain, type FrameKey } from '../../../src/frames/keys.ts';
import { simulateShot } from '../../../src/host/simulation/simulateShot.ts';
import { createBackend } from '../../../src/host/simulation/solverBackend.ts';
import { applyChanges } from '../../../src/scene/documentChanges.ts';
import { initialInputs, sampleInterval } from '../../../src/scene/shotInputs.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { branchTake, deleteTake, listTakes, switchTake, takeScene } from '../../../src/scene/takes.ts';
import { SOLVER_VERSION } from '../../../src/simulation/solverVersion.ts';
import { connectHost, type HostConnection } from '../../support/hostConnection.ts';
import { storeShot } from '../../support/shotRuns.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShot } from '../../support/tinyShot.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const backend = 'reference';
const quality = 'draft';
const STEPS = 200;
const SEED = 20;

type Seen = Map<number, FrameKey>;

/** What the host should say: keys by the definition, and what was seen and stored. */
class Model {
  /** Keys of the frames on the disk. */
  readonly stored = new Set<FrameKey>();
  saved: Scene;
  scene: Scene;
  readonly undo: Scene[] = [];
  readonly redo: Scene[] = [];
  private seen = new Map<string, Seen>();
  private readonly latest = new Map<string, Seen>();

  constructor(scene: Scene) {
    this.saved = scene;
    this.scene = scene;
  }

  edit(scene: Scene): void {
    this.undo.push(this.scene);
    this.redo.length = 0;
    this.scene = scene;
  }

  /** m, c or s for each frame of a take, as a look at it gives; looking notes what is seen. */
  states(take: string): string {
    const { scene, keys } = this.keysOf(take);
    const seen = this.seenOf(take);
    return keys
      .map((key, index) => {
        const frame = scene.range.first + index;
        if (this.stored.has(key)) {
          seen.set(frame, key);
          return 'c';
        }
        const earlier = seen.get(frame);
        return earlier !== undefined && this.stored.has(earlier) ? 's' : 'm';
      })
      .join('');
  }

  simulated(take: string, first: number, last: number): void {
    const { scene, keys } = this.keysOf(take);
    const from = scene.range.first;
    // Where there was nothing to do, nothing is written down.
    if (keys.slice(first - from, last - from + 1).every((key) => this.stored.has(key))) return;
    for (let frame = first; frame <= last; frame++) this.stored.add(keys[frame - from]);
    const earlier = this.latest.get(take);
    this.latest.set(
      take,
      new Map(
        keys.map((key, index) => [from + index, this.stored.has(key) ? key : (earlier?.get(from + index) ?? key)]),
      ),
    );
  }

  restart(): void {
    this.seen = new Map();
  }

  keysOf(take: string): { scene: Scene; keys: FrameKey[] } {
    const scene = takeScene(this.scene, take);
    const inputs = (frame: number) => sampleInterval(scene, frame);
    return {
      scene,
      keys: keyChain(`${SOLVER_VERSION}/${backend}`, initialInputs(scene, quality), scene.range, inputs),
    };
  }

  private seenOf(take: string): Seen {
    const known = this.seen.get(take);
    if (known !== undefined) return known;
    const parent = listTakes(this.scene).find(({ id }) => id === take)?.parent;
    const start = this.latest.get(take) ?? (parent === undefined ? [] : this.seenOf(parent));
    const seen = new Map(start);
    this.seen.set(take, seen);
    return seen;
  }
}

const change = fc.oneof(
  fc.record({ path: fc.constant('physics.seed'), value: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ path: fc.constant('name'), value: fc.constantFrom('a', 'b') }),
  fc.record({ path: fc.constant('entities.block.material.density'), value: fc.constantFrom(900, 1000) }),
  fc.record({ path: fc.constant('entities.block.display.colour'), value: fc.constantFrom('#ff0000', '#00ff00') }),
  fc.record({ path: fc.constant('range.last'), value: fc.integer({ min: 8, max: 12 }) }),
  fc.record({
    path: fc.constant('entities.block.strength'),
    value: fc.integer({ min: 2, max: 10 }).map((frame) => ({
      keys: [
        { frame: 1, value: 1, interpolation: 'linear' as const },
        { frame, value: 1, interpolation: 'linear' as const },
        { frame: frame + 3, value: 0.5, interpolation: 'linear' as const },
      ],
    })),
  }),
);

const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ act: fc.constant('edit' as const), change }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constantFrom('undo' as const, 'redo' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom('simulate' as const, 'simulate' as const, 'take' as const, 'branch' as const),
      pick: fc.nat(50),
      length: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('evict' as const), pick: fc.nat(500) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('save' as const, 'restart' as const, 'delete' as const) }) },
);

test('after any edits, undos, takes, simulations, losses and restarts the host agrees with the model', async () => {
  const original = tinyShot(12);
  const stateFolder = await temporaryFolder();
  const path = await storeShot(original);
  const model = new Model(original);
  let connection = await connectHost({ stateFolder, backend });
  const { cacheFolder } = await connection.client.call('openShot', { path });
  const cache = await FrameCache.open(cacheFolder);
  const solver = createBackend(backend, 1);
  const apply = () => connection.client.call('applyScene', { scene: model.scene });
  let seenStates = '';
  const pickOf = <T>(items: readonly T[], pick: number): T => items[pick % items.length];

  const steps = fc.sample(step, { seed: SEED, numRuns: STEPS });
  for (const [count, { act, ...details }] of steps.entries()) {
    const takes = listTakes(model.scene).map(({ id }) => id);
    const pick = 'pick' in details ? details.pick : count;
    if (act === 'edit' && 'change' in details) model.edit(applyChanges(model.scene, [details.change]));
    else if (act === 'undo' && model.undo.length > 0) {
      model.redo.push(model.scene);
      model.scene = model.undo.pop()!;
    } else if (act === 'redo' && model.redo.length > 0) {
      model.undo.push(model.scene);
      model.scene = model.redo.pop()!;
    } else if (act === 'branch' && takes.length < 4) {
      model.edit(branchTake(model.scene, { id: `take${count}`, name: '', frame: 1 + (pick % 8) }));
    } else if (act === 'take') model.edit(switchTake(model.scene, pickOf(takes, pick)));
    else if (act === 'delete') {
      const others = takes.filter((id) => id !== model.scene.take.id);
      if (others.length > 0) model.edit(deleteTake(model.scene, pickOf(others, pick)));
    } else if (act === 'simulate' && 'length' in details) {
      const take = pickOf(takes, pick);
      const { scene } = model.keysOf(take);
      const last = Math.min(scene.range.last, details.length);
      const shot = { scene, meshPaths: new Map<string, string>(), animations: new Map(), warnings: [] };
      const request = { shot, cache, backend: solver, quality, first: scene.range.first, last } as const;
      await simulateShot(request, quietJob, { frame: () => undefined });
      model.simulated(take, scene.range.first, last);
    } else if (act === 'evict') {
      const key = pickOf([...model.stored], pick) as FrameKey | undefined;
      if (key !== undefined) await rm(join(cacheFolder, 'frame', `${key}.frame`));
      if (key !== undefined) model.stored.delete(key);
    } else if (act === 'save') {
      await apply();
      await connection.client.call('saveShot', {});
      model.saved = model.scene;
    } else if (act === 'restart') {
      connection = await restarted(connection, stateFolder, path, model);
    }
    expect((await apply()).scene).toEqual(model.scene);
    for (const take of listTakes(model.scene)) {
      const { states } = await connection.client.call('frameStates', { quality, first: 1, last: 20, take: take.id });
      const { keys } = model.keysOf(take.id);
      expect(states.map(({ key }) => key)).toEqual(keys);
      seenStates += states.map(({ state }) => state[0]).join('');
      expect(`${count} ${act}: ${states.map(({ state }) => state[0]).join('')}`).toBe(
        `${count} ${act}: ${model.states(take.id)}`,
      );
    }
  }
  solver.dispose();
  // The steps did what they are for.
  for (const state of 'mcs') expect(seenStates.split(state).length).toBeGreaterThan(STEPS);
});

/** Another host on the same folders, after the first was closed with or without unsaved edits. */
async function restarted(
  old: HostConnection,
  stateFolder: string,
  path: string,
  model: Model,
): Promise<HostConnection> {
  await old.host.close();
  const connection = await connectHost({ stateFolder, backend });
  const { scene, recovered } = await connection.client.call('openShot', { path });
  expect(scene).toEqual(model.saved);
  if (JSON.stringify(model.saved) === JSON.stringify(model.scene)) expect(recovered).toBeUndefined();
  else expect(recovered?.scene ?? scene).toEqual(model.scene);
  model.restart();
  return connection;
}
