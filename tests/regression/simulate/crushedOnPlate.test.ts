import { expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { documentVersion, type Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { runShot } from '../../support/shots.ts';

const FPS = 40;
const FRAMES = 40;
/** Thickness of the plate, m; its upper side is at the height 0. */
const PLATE = 0.01;
/** Edges of the cubes, m. */
const [SMALL, LARGE] = [0.1, 1];

/** A cube of 10 t that falls on a soft one of 1 kg, which falls on a plate. */
function crushed(): Scene {
  const cube = (id: string, size: number, y: number, material: object) => ({
    kind: 'solid',
    id,
    source: {
      kind: 'procedural',
      form: { shape: 'block', size: [size, size, size], cells: [1, 1, 1], elements: 'tets' },
    },
    material: { model: 'neo-hookean', poissonRatio: 0.4, dampingTime: 0, ...material },
    integration: 'implicit',
    contact: { others: true, friction: 0.5, thickness: 1 },
    transform: { position: [0, y, 0] },
  });
  const input = {
    format: 'ductile-shot',
    version: documentVersion,
    project: '9a8f6f37-6fd9-4f3e-a3c3-6f0a1f7f5b56',
    name: 'crushed on a plate',
    frameRate: { numerator: FPS, denominator: 1 },
    range: { first: 0, last: FRAMES },
    entities: [
      cube('small', SMALL, 0.045 + SMALL / 2, { youngsModulus: 1e6, density: 1e3 }),
      cube('large', LARGE, 0.095 + SMALL + LARGE / 2, { youngsModulus: 1e8, density: 1e4 }),
      {
        kind: 'collider',
        id: 'plate',
        shape: { kind: 'registered', type: 'box', params: { sizeX: 2, sizeY: PLATE, sizeZ: 2 } },
        friction: 0.5,
        transform: { position: [0, -PLATE / 2, 0] },
      },
    ],
  };
  return validateScene(input, catalogue);
}

// Symptom guarded against: collisions between bodies moved vertices without regard to colliders, so that the small cube was pushed through the plate that it lay on, and the large one followed.
test('a soft cube that a thousandfold one crushes does not pass the thin plate below it', async () => {
  const { simulation, dispose } = await runShot(crushed());
  const lowest = (id: string) => Math.min(...simulation.motionOf(id).positions.filter((_, k) => k % 3 === 1));
  while (simulation.frame < FRAMES) {
    simulation.advance(() => false);
    expect(lowest('small'), `frame ${simulation.frame}`).toBeGreaterThan(-0.2 * PLATE);
    expect(lowest('large'), `frame ${simulation.frame}`).toBeGreaterThan(-0.2 * PLATE);
    expect(simulation.currentFrame().stats.bodyContact?.intersectingPairs).toBe(0);
  }
  dispose();
});
