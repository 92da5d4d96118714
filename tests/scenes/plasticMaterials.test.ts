import { expect, test } from 'vitest';
import { extent } from '../support/rigidDistance.ts';
import { runShot, templateScene } from '../support/shots.ts';
import { meshesIn } from '../support/streams.ts';

test('wax, clay, lead, dough and putty stay as each of them does', async () => {
  const scene = templateScene('plastic-materials', { percent: 9, frames: 65 });
  const shot = await runShot(scene);
  const start = shot.simulation.currentFrame().stats.entities;
  const heights = () =>
    Object.fromEntries(
      meshesIn(shot.simulation.currentFrame()).map(({ id, positions }) => {
        const { min, max } = extent(positions, 1);
        return [id, (max - min) / 0.5];
      }),
    );
  // Fallen, then pressed by two fifths of their height, then left alone.
  shot.advanceTo(17);
  const fallen = heights();
  shot.advanceTo(34);
  const pressed = heights();
  shot.advanceTo(scene.range.last);
  const left = heights();
  const { entities, invertedElements } = shot.simulation.currentFrame().stats;
  shot.dispose();

  expect(invertedElements).toBe(0);
  for (const [id, { volume, sections }] of Object.entries(entities)) {
    expect(Math.abs(volume / start[id].volume - 1), id).toBeLessThan(0.02);
    expect(sections!.plasticity!.meanStrain, id).toBeGreaterThan(0.1);
    expect(left[id], id).toBeLessThan(0.75);
  }
  // Under their own weight: putty lies flat, the firm ones keep most of their height.
  expect(fallen['putty']).toBeLessThan(0.8 * fallen['soft-wax']);
  expect(fallen['dough']).toBeLessThan(fallen['soft-wax']);
  // Wax, clay and lead stay about as high as the plate has left them; putty flows on.
  for (const id of ['soft-wax', 'clay', 'soft-lead']) {
    expect(left[id] / pressed[id], id).toBeGreaterThan(0.97);
    expect(left[id] / pressed[id], id).toBeLessThan(1.15);
  }
  expect(left['putty']).toBeLessThan(0.9 * pressed['clay']);
});
