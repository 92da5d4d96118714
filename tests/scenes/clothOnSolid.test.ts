import { expect, test } from 'vitest';
import type { Scene } from '../../src/scene/Scene.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { runShot, templateScene } from '../support/shots.ts';
import { meshesIn } from '../support/streams.ts';

/** A sheet that falls on a soft ball, which lies on the floor. */
function blanket(touching: boolean): Scene {
  const scene = templateScene('cloth-drape', { edge: 0.06, size: 0.6 });
  return validateScene(
    {
      ...scene,
      entities: [
        ...scene.entities.filter(({ id }) => id === 'floor'),
        {
          kind: 'solid',
          id: 'ball',
          source: { kind: 'procedural', form: { shape: 'block', size: [0.3, 0.3, 0.3], cells: [4, 4, 4] } },
          material: { youngsModulus: 1e5 },
          transform: { position: [0, 0.15, 0] },
          contact: { others: touching },
        },
        {
          kind: 'cloth',
          id: 'cloth',
          source: { kind: 'procedural', form: { shape: 'sheet', width: 0.6, depth: 0.6, edge: 0.06 } },
          fabric: { thickness: 0.01 },
          contact: { self: true, others: touching },
          transform: { position: [0, 0.4, 0] },
        },
      ],
    },
    catalogue,
  );
}

test.each([true, false])('cloth lies on a solid where both say that they touch others: %s', async (touching) => {
  const run = await runShot(blanket(touching));
  run.advanceTo(25);
  const frame = run.simulation.currentFrame();
  const { stats } = frame;
  const bodies = meshesIn(frame);
  run.dispose();
  const cloth = bodies.find(({ id }) => id === 'cloth')!.positions;
  const highest = cloth.reduce((most, value, k) => (k % 3 === 1 ? Math.max(most, value) : most), -Infinity);
  if (touching) {
    expect(highest).toBeGreaterThan(0.28);
    expect(stats.bodyContact?.intersectingPairs).toBe(0);
  } else expect(highest).toBeLessThan(0.1);
});
