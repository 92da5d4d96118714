import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { branchTake } from '../../../src/scene/takes.ts';
import { runDuctile } from '../../support/ductileProcess.ts';
import { tinyShot } from '../../support/tinyShot.ts';
import { writtenShot } from '../support/writtenShot.ts';

test('a take is simulated by its id, shares the frames of its parent, and is listed', async () => {
  const scene = branchTake(tinyShot(4), { id: 'soft', name: 'Softer', frame: 2 });
  const path = await writtenShot(scene);
  const run = (...args: string[]) => runDuctile([...args, '--json'], dirname(path));
  const main = await run('simulate', path, '--take', 'main');
  expect(main.objects.at(-1)).toMatchObject({ done: true, simulated: 4, cached: 0 });
  const soft = await run('simulate', path);
  expect(soft.objects.at(-1)).toMatchObject({ done: true, simulated: 0, cached: 4 });
  const info = await run('info', path);
  expect(info.objects[0]).toMatchObject({
    take: 'soft',
    takes: [
      { id: 'main', name: 'Main' },
      { id: 'soft', name: 'Softer', parent: 'main', branchFrame: 2 },
    ],
  });
  const unknown = await run('simulate', path, '--take', 'none');
  expect(unknown.code).toBe(3);
  expect(unknown.objects.at(-1)).toMatchObject({ error: { remedy: 'Use one of: main, soft.' } });
});
