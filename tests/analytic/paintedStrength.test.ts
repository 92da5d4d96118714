import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { runShot } from '../support/shots.ts';
import { tinyShotInput } from '../support/tinyShot.ts';

const LENGTH = 1;
const DENSITY = 1000;
const MODULUS = 1e5;
const GRAVITY = 9.81;
/** Reaches to y = 0 within a tenth of a millimetre over the width of the bar. */
const WIDE = 10;

/** How far the lower end of a hanging bar comes down when it is at rest, m; its lower half is painted `value`. */
async function elongation(elements: 'tets' | 'hexes', value: number): Promise<number> {
  const input = tinyShotInput(121);
  const bar = {
    kind: 'solid',
    id: 'bar',
    source: { kind: 'procedural', form: { shape: 'block', size: [0.1, LENGTH, 0.1], cells: [1, 16, 1], elements } },
    material: { density: DENSITY, youngsModulus: MODULUS, poissonRatio: 0, dampingTime: 0.15 },
    painted: { strength: { strokes: [{ value, radius: WIDE, hardness: 1, points: [0, -WIDE, 0] }] } },
  };
  const top = { kind: 'box', min: [-1, 0.499, -1], max: [1, 1, 1] };
  const pin = { kind: 'pin', id: 'ceiling', target: 'bar', selection: top };
  const quality = { draft: { solverTolerance: 1e-9 } };
  const shot = await runShot(validateScene({ ...input, quality, entities: [bar, pin] }, catalogue));
  shot.advanceTo(121);
  const { positions } = shot.simulation.motionOf('bar');
  const rest = shot.volumes.get('bar')!.mesh.positions;
  const end = Array.from(rest.keys()).filter((k) => k % 3 === 1 && rest[k] < -0.499 * LENGTH);
  const moved = end.reduce((sum, k) => sum + rest[k] - positions[k], 0) / end.length;
  shot.dispose();
  return moved;
}

/**
 * The stress at s above the lower end carries what hangs below, density g s, so the bar grows by the integral of
 * density g s / E(s) over its length: density g L^2 / 8 (1 / E_low + 3 / E_high).
 */
const expected = (value: number) => ((DENSITY * GRAVITY * LENGTH ** 2) / 8) * (1 / (value * MODULUS) + 3 / MODULUS);

describe('a bar that hangs by its upper end, its lower half painted', () => {
  test.each([1, 0.5, 0.25])('%d of its strength stretches as it should', async (value) => {
    expect((await elongation('hexes', value)) / expected(value)).toBeCloseTo(1, 4);
  });

  test('of tetrahedra, too', async () => {
    expect((await elongation('tets', 0.25)) / expected(0.25)).toBeCloseTo(1, 2);
  });
});
