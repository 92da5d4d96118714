import { describe, expect, test } from 'vitest';
import { ArrayPool } from '../../../app/client/frames/ArrayPool.ts';
import type { DecodedFrame } from '../../../app/client/frames/DisplayFrame.ts';
import { FrameRing } from '../../../app/client/frames/FrameRing.ts';
import { prefetchOrder, prefetchRank, type PrefetchInput } from '../../../app/client/frames/prefetchOrder.ts';

const still: PrefetchInput = { playhead: 10, first: 1, last: 20, playing: false, direction: 1, loop: 'once' };

function order(input: PrefetchInput, most = 100): number[] {
  const out = new Int32Array(most);
  return [...out.subarray(0, prefetchOrder(input, out))];
}

describe('order of frames', () => {
  test('while it stands: both ways, two ahead for one behind', () => {
    expect(order(still, 8)).toEqual([10, 11, 12, 9, 13, 14, 8, 15]);
  });

  test('while it plays: ahead, in the direction of play', () => {
    const ahead = order({ ...still, playing: true, direction: -1 }, 6);
    expect(ahead).toEqual([10, 9, 8, 7, 6, 5]);
  });

  test('a loop goes on at its beginning', () => {
    expect(order({ ...still, playhead: 18, playing: true, loop: 'loop' }, 7)).toEqual([18, 19, 20, 1, 2, 3, 4]);
  });

  test.each([true, false])('has every frame exactly once (playing: %s)', (playing) => {
    for (const loop of ['once', 'loop', 'ping-pong'] as const) {
      for (const direction of [1, -1] as const) {
        for (const playhead of [-3, 1, 7, 20, 40]) {
          const frames = order({ ...still, playing, loop, direction, playhead });
          expect([...frames].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, k) => k + 1));
          expect(frames[0]).toBe(Math.min(20, Math.max(1, playhead)));
        }
      }
    }
  });

  test('rank is smallest at the playhead, and grows with the way there', () => {
    const playing: PrefetchInput = { ...still, playing: true, loop: 'loop' };
    expect(prefetchRank(playing, 10)).toBe(0);
    expect(prefetchRank(playing, 12)).toBeLessThan(prefetchRank(playing, 19));
    // Just passed: a whole round away.
    expect(prefetchRank({ ...playing, loop: 'once' }, 9)).toBeGreaterThan(prefetchRank(playing, 19) - 10);
    expect(prefetchRank(playing, 99)).toBeGreaterThan(prefetchRank(playing, 1));
  });
});

const frame = (): DecodedFrame => {
  const array = () => new Float32Array(75);
  const normals = array();
  return {
    stats: {} as DecodedFrame['stats'],
    colouring: 'surface',
    streams: [
      {
        entity: 'a',
        name: 'mesh',
        type: 'mesh',
        positions: array(),
        normals,
        hullNormals: normals,
        volumePositions: new Float32Array(100),
        colour: undefined,
      },
    ],
  };
};

describe('ring', () => {
  test('drops the least urgent frames, never the shown one, and tells of each', () => {
    const dropped: DecodedFrame[] = [];
    // 1000 bytes a frame.
    const ring = new FrameRing({ bytes: 5000, frames: 100 }, (decoded) => dropped.push(decoded));
    for (const n of [1, 2, 3, 4, 5]) ring.add(n, `k${n}`, frame(), (f) => Math.abs(f - 5));
    expect([ring.size, ring.bytes, dropped.length]).toEqual([5, 5000, 0]);
    ring.add(6, 'k6', frame(), (f) => Math.abs(f - 6), 'k1');
    expect([...ring.keys()]).toEqual(['k1', 'k3', 'k4', 'k5', 'k6']);
    expect(dropped.length).toBe(1);
    expect(ring.capacity).toBe(5);
    ring.clear();
    expect([ring.size, ring.bytes, dropped.length]).toEqual([0, 0, 6]);
  });

  test('bounds the number of frames, too', () => {
    const ring = new FrameRing({ bytes: 1e9, frames: 3 }, () => undefined);
    for (let n = 0; n < 10; n++) ring.add(n, `k${n}`, frame(), (f) => 10 - f);
    expect([...ring.keys()]).toEqual(['k7', 'k8', 'k9']);
  });

  test('a frame that comes twice is held once', () => {
    const ring = new FrameRing({ bytes: 1e9, frames: 3 }, () => undefined);
    ring.add(1, 'k', frame(), () => 0);
    ring.add(1, 'k', frame(), () => 0);
    expect([ring.size, ring.bytes]).toEqual([1, 1000]);
  });
});

test('arrays are used again, and no more of them wait than allowed', () => {
  const pool = new ArrayPool(1000);
  const first = pool.take(100);
  pool.give(first);
  expect(pool.take(100)).toBe(first);
  expect(pool.take(100)).not.toBe(first);
  for (let k = 0; k < 10; k++) pool.give(new Float32Array(100));
  const taken = new Set(Array.from({ length: 10 }, () => pool.take(100)));
  expect(taken.size).toBe(10);
});
