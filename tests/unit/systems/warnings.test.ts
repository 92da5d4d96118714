import { expect, test } from 'vitest';
import { runShot, templateScene } from '../../support/shots.ts';

test('a solve that stops at its iteration limit is warned of; one that converges is not', async () => {
  const scene = templateScene('incline', { body: 'block', frames: 25 });
  const short = { ...scene.quality.draft, maxIterations: 2 };
  const stopped = await runShot({ ...scene, quality: { ...scene.quality, draft: short } });
  stopped.advanceTo(12);
  const { warnings } = stopped.simulation.currentFrame().stats;
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("solid 'body'");
  expect(warnings[0]).toContain('iteration limit');
  stopped.dispose();

  const whole = await runShot(scene);
  for (const frame of [2, 12, 25]) {
    whole.advanceTo(frame);
    expect(whole.simulation.currentFrame().stats.warnings).toEqual([]);
  }
  whole.dispose();
});

test('a limp puddle, whose solves have nothing to do, is not warned of', async () => {
  const shot = await runShot(templateScene('torus-puddle', { percent: 9 }));
  for (const frame of [2, 20, 36, 40]) {
    shot.advanceTo(frame);
    expect(shot.simulation.currentFrame().stats.warnings).toEqual([]);
  }
  shot.dispose();
});
