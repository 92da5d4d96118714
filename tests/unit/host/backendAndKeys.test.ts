import { describe, expect, test } from 'vitest';
import { keyChain } from '../../../src/frames/keys.ts';
import { framesInCache } from '../../../src/host/frames/framesInCache.ts';
import { shotKeys } from '../../../src/host/frames/shotKeys.ts';
import { backendNames, createBackend, defaultBackendName } from '../../../src/host/simulation/solverBackend.ts';
import { loadShot } from '../../../src/io/shotFile.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { initialInputs } from '../../../src/scene/shotInputs.ts';
import { SOLVER_VERSION } from '../../../src/simulation/solverVersion.ts';
import { FIRST, keyedShot, keyedShotWith, LAST } from '../../support/keyedShot.ts';
import { openCache, simulateStored, storeShot } from '../../support/shotRuns.ts';
import { tinyShot } from '../../support/tinyShot.ts';

describe('createBackend', () => {
  test('knows every name it lists, and no other', () => {
    for (const name of backendNames) {
      const backend = createBackend(name, 1);
      expect(backend.name).toBe(name);
      backend.dispose();
    }
    expect(backendNames).toContain(defaultBackendName());
    expect(() => createBackend('gpu', 1)).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});

describe('shotKeys', () => {
  const keysOf = (scene = keyedShot(), quality: 'draft' | 'final' = 'draft', backend = 'simd') =>
    shotKeys({ scene }, quality, backend).keys;

  test('gives one key per frame, all different, the same each time', () => {
    expect(keysOf().length).toBe(LAST - FIRST + 1);
    expect(new Set(keysOf()).size).toBe(LAST - FIRST + 1);
    expect(keysOf()).toEqual(keysOf());
  });

  test('differ by quality and backend from the first frame on', () => {
    expect(keysOf(keyedShot(), 'final')[0]).not.toBe(keysOf()[0]);
    expect(keysOf(keyedShot(), 'draft', 'reference')[0]).not.toBe(keysOf()[0]);
  });

  test('the inputs of a key name the key before it', () => {
    const { keys, inputsOf } = shotKeys({ scene: keyedShot() }, 'draft', 'simd');
    expect(inputsOf(0).previous).toBeUndefined();
    expect(inputsOf(4).previous).toBe(keys[3]);
    expect(JSON.stringify(inputsOf(4).inputs)).toContain('gravity');
  });

  test('agree up to the first interval that an edit touches', () => {
    const edited = keysOf(
      keyedShotWith('floor', {
        friction: {
          keys: [
            { frame: 4, value: 0.4 },
            { frame: 5, value: 1 },
          ],
        },
      }),
    );
    const shared = edited.filter((key, index) => key === keysOf()[index]).length;
    expect(shared).toBe(4);
  });
});

describe('keys after an edit', () => {
  const step = { frame: 4, value: 0.9, interpolation: 'step' as const };
  const edits = [
    keyedShot(),
    keyedShot({ name: 'other', range: { first: FIRST, last: LAST + 5 } }),
    keyedShot({ range: { first: FIRST + 2, last: LAST } }),
    keyedShotWith('torus', { material: { density: 900 } }),
    keyedShotWith('torus', { strength: { keys: [step, { ...step, frame: 7, value: 0.3 }] } }),
    keyedShotWith('floor', { enabled: false }),
    keyedShot({ frameRate: { numerator: 25 } }),
    keyedShot({ range: { first: FIRST, last: FIRST + 3 } }),
  ];

  test('are the same whether or not those before are taken over', () => {
    for (const before of edits) {
      const earlier = shotKeys({ scene: before }, 'draft', 'simd');
      for (const after of edits) {
        const shot = { scene: after };
        const [anew, takenOver] = [shotKeys(shot, 'draft', 'simd'), shotKeys(shot, 'draft', 'simd', earlier)];
        expect(takenOver.keys).toEqual(anew.keys);
        for (const index of anew.keys.keys()) expect(takenOver.inputsOf(index)).toEqual(anew.inputsOf(index));
      }
    }
  });

  test('are those that the inputs define', () => {
    const scene = keyedShot();
    const { keys, inputsOf } = shotKeys({ scene }, 'draft', 'simd');
    const inputs = (frame: number) => inputsOf(frame - FIRST).inputs;
    const defined = keyChain(`${SOLVER_VERSION}/simd`, initialInputs(scene, 'draft'), scene.range, inputs);
    expect(keys).toEqual(defined);
  });
});

describe('simulateShot', () => {
  test('refuses frames that the shot does not have', async () => {
    const path = await storeShot(tinyShot(5));
    for (const range of [{ first: 0 }, { last: 6 }, { first: 4, last: 3 }]) {
      await expect(simulateStored(path, range)).rejects.toMatchObject({ code: 'usage' });
    }
  });

  test('counts what is in the cache', async () => {
    const path = await storeShot(tinyShot(9));
    const shot = await loadShot(path, catalogue);
    expect(await framesInCache(shot, 'draft', await openCache(path))).toBe(0);
    await simulateStored(path, { first: 4, last: 6 });
    expect(await framesInCache(shot, 'draft', await openCache(path))).toBe(6);
    expect(await framesInCache(shot, 'final', await openCache(path))).toBe(0);
  });

  test('reports progress from 0 to 1 that never goes back', async () => {
    const fractions: number[] = [];
    const job = { progress: (_: string, fraction: number) => void fractions.push(fraction), cancelled: () => false };
    await simulateStored(await storeShot(tinyShot(9)), { job });
    expect(fractions.length).toBe(8);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
  });
});
