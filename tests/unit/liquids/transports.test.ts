import { expect, test } from 'vitest';
import { CellGrid } from '../../../src/liquids/CellGrid.ts';
import { liquidTransports } from '../../../src/liquids/LiquidTransport.ts';
import { CLOSED, liquidPool } from '../../support/liquidPool.ts';

const COUNTS = [12, 12, 12] as const;
const H = 1 / 12;
const CENTRE = 0.5;

function transportOf(type: string, params: object) {
  const definition = liquidTransports.get(type);
  return definition.create({ grid: new CellGrid(COUNTS, H), closedSides: CLOSED }, definition.params.parse(params));
}

/** Share of the angular momentum of a turning drop, 3 rad/s, that is left after .2 s without gravity. */
function keptTurn(type: string, params: object): number {
  const pool = liquidPool(COUNTS, H, (x, y, z) => Math.hypot(x - CENTRE, y - CENTRE, z - CENTRE) < 0.3, {
    gravity: [0, 0, 0],
    transport: transportOf(type, params),
  });
  const { particles } = pool;
  for (let p = 0; p < particles.count; p++) {
    particles.velocities[3 * p] = -3 * (particles.positions[3 * p + 2] - CENTRE);
    particles.velocities[3 * p + 2] = 3 * (particles.positions[3 * p] - CENTRE);
    particles.gradients[9 * p + 2] = -3;
    particles.gradients[9 * p + 6] = 3;
  }
  const turn = () => {
    let sum = 0;
    for (let k = 0; k < 3 * particles.count; k += 3) {
      const [x, z] = [particles.positions[k] - CENTRE, particles.positions[k + 2] - CENTRE];
      sum += x * particles.velocities[k + 2] - z * particles.velocities[k];
    }
    return sum / particles.count;
  };
  const before = turn();
  for (let step = 0; step < 20; step++) pool.advance(0.01);
  return turn() / before;
}

test('affine and FLIP transport keep a drop turning, PIC does not', () => {
  expect(keptTurn('affine', {})).toBeGreaterThan(0.9);
  expect(keptTurn('flip', { flip: 1 })).toBeGreaterThan(0.9);
  expect(keptTurn('flip', { flip: 0 })).toBeLessThan(0.8);
});
