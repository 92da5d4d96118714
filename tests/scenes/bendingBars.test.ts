import { expect, test } from 'vitest';
import { isKind } from '../../src/scene/Scene.ts';
import { evaluate } from '../../src/scene/curves.ts';
import { STIFFENED } from '../../src/scene/templates/bendingBars.ts';
import { BEAM } from '../../src/scene/templates/parts/clampedBeam.ts';
import { runShot, templateScene } from '../support/shots.ts';

const GRAVITY = 9.81;

test('bending-bars: quadratic bars sag as beams do, of one material and of two; the linear one does not', async () => {
  const scene = templateScene('bending-bars');
  const [{ material }] = scene.entities.filter(isKind('solid'));
  const { length, side } = BEAM;
  const load = evaluate(material.density, 1) * GRAVITY * side ** 2;
  const bending = (evaluate(material.youngsModulus, 1) * side ** 4) / 12;
  const sag = (load * length ** 4) / (8 * bending);
  // The same integral of w (L - x)^3 / (2 E I), whose inner half is 15/16 of it.
  const stiffened = sag * (15 / 16 / STIFFENED + 1 / 16);

  const shot = await runShot(scene);
  const sags = ['linear', 'quadratic', 'stiffened'].map((id) => {
    const { positions } = shot.simulation.motionOf(id);
    const end = positions.reduce((most, x, k) => (k % 3 === 0 ? Math.max(most, x) : most), -Infinity);
    const tip = [...positions.keys()].filter((k) => k % 3 === 1 && positions[k - 1] > end - 1e-9);
    const height = () => tip.reduce((sum, k) => sum + positions[k], 0) / tip.length;
    const start = height();
    return () => start - height();
  });
  shot.advanceTo(scene.range.last);
  const [linear, quadratic, half] = sags.map((measure) => measure());
  shot.dispose();
  expect(Math.abs(quadratic / sag - 1)).toBeLessThan(0.03);
  expect(Math.abs(half / stiffened - 1)).toBeLessThan(0.03);
  expect(linear / sag).toBeLessThan(0.6);
});
