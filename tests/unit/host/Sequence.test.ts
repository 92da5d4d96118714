import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Sequence } from '../../../src/host/jobs/Sequence.ts';

test('work is done in order, one piece at a time, also after a failure', async () => {
  const sequence = new Sequence();
  const events: string[] = [];
  const piece = (name: string, turns: number) =>
    sequence.run(async () => {
      events.push(`${name} begins`);
      for (let turn = 0; turn < turns; turn++) await setImmediate();
      events.push(`${name} ends`);
      if (name === 'b') throw new Error('b failed');
      return name;
    });
  const [a, b, c] = [piece('a', 3), piece('b', 1), piece('c', 0)];
  await expect(b).rejects.toThrow('b failed');
  await sequence.idle();
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect([await a, await c]).toEqual(['a', 'c']);
});
