import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SeededRandom } from '../support/random.ts';
import { isKind, type Scene } from '../../src/scene/Scene.ts';
import { extent, rigidDistance } from '../support/rigidDistance.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

/** Diameter of the torus, m: what "size" means. */
const SIZE = 1.4;
const HEIGHT = 0.4;
/** Amplitude of the noise, m. */
const NOISE = 0.05;
/** The frame at which the strength returns; one frame before the shot is still limp. */
const BACK = 37;

/** Returns the same shot with its full strength all the time. */
function alwaysStrong(scene: Scene): Scene {
  const entities = scene.entities.map((entity) => (isKind('solid')(entity) ? { ...entity, strength: 1 } : entity));
  return { ...scene, entities };
}

function disturb(positions: Float64Array): void {
  const random = new SeededRandom('puddle noise');
  for (let k = 0; k < positions.length; k++) {
    const noise = (random.uint32() / 2 ** 32 - 0.5) * 2 * NOISE;
    // The floor stays below: noise lifts, it does not push through.
    positions[k] = k % 3 === 1 ? positions[k] + Math.abs(noise) : positions[k] + noise;
  }
}

describe.each([
  ['torus-puddle', { percent: 6 }],
  ['hex-puddle', { percent: 9 }],
])('%s', (template, params) => {
  const scene = templateScene(template, params);
  let settled: RunningShot;

  beforeAll(async () => {
    settled = await runShot(alwaysStrong(scene));
    settled.advanceTo(scene.range.last - BACK);
  });
  afterAll(() => settled.dispose());

  test.each([
    ['plain', false],
    ['with noise in the puddle', true],
  ])(
    'collapses below a fifth of its height and recovers its settled shape, %s',
    async (_, noisy) => {
      const shot = await runShot(scene);
      const { positions } = shot.simulation.motionOf('torus');
      shot.advanceTo(BACK);
      expect(extent(positions, 1).max).toBeLessThan(0.2 * HEIGHT);
      if (noisy) {
        disturb(positions);
        const { invertedElements } = shot.simulation.currentFrame().stats;
        expect(invertedElements).toBeGreaterThan(0.1 * elementCount(shot));
      }
      shot.advanceTo(scene.range.last);
      const { max } = rigidDistance(positions, settled.simulation.motionOf('torus').positions);
      expect(max).toBeLessThan(0.01 * SIZE);
      expect(shot.simulation.currentFrame().stats.invertedElements).toBe(0);
      shot.dispose();
    },
    120_000,
  );
});

function elementCount(shot: RunningShot): number {
  const volume = shot.volumes.get('torus')!;
  return volume.kind === 'tet' ? volume.mesh.tets.length / 4 : volume.mesh.hexes.length / 8;
}
