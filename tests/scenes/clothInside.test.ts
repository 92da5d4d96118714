import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { runShot, templateScene } from '../support/shots.ts';
import { meshesIn } from '../support/streams.ts';

const RADIUS = 0.15;

/** A sheet through the upper half of a ball. */
function pierced(depth: number): Scene {
  const scene = templateScene('cloth-drape', { edge: 0.04, size: 0.6 });
  return validateScene(
    {
      ...scene,
      entities: [
        {
          kind: 'collider',
          id: 'ball',
          shape: { kind: 'registered', type: 'sphere', params: { radius: RADIUS } },
          transform: { position: [0, RADIUS, 0] },
        },
        {
          kind: 'cloth',
          id: 'cloth',
          source: { kind: 'procedural', form: { shape: 'sheet', width: 0.6, depth: 0.6, edge: 0.04 } },
          transform: { position: [0, 2 * RADIUS - depth, 0] },
        },
      ],
    },
    catalogue,
  );
}

test('cloth whose layers are thicker than its triangles are long is told of, where layers meet', async () => {
  const told = async (edge: number, self: boolean) => {
    const scene = templateScene('cloth-drape', { edge, size: 0.2 });
    const entities = scene.entities.map((one) =>
      one.kind === 'cloth'
        ? { ...one, fabric: { ...one.fabric, thickness: 0.004 }, contact: { ...one.contact, self } }
        : one,
    );
    const shot = await runShot(validateScene({ ...scene, entities }, catalogue));
    const { warnings } = shot.simulation.currentFrame().stats;
    shot.dispose();
    return warnings.filter((text) => /is 4 mm thick and its triangles are 5(\.\d)? mm long/.test(text)).length;
  };
  expect(await told(0.005, true)).toBe(1);
  expect(await told(0.005, false)).toBe(0);
  expect(await told(0.02, true)).toBe(0);
});

describe('cloth that begins inside a collider', () => {
  test('is told of at the first frame, how much of it and how deep', async () => {
    const shot = await runShot(pierced(0.06));
    const { warnings } = shot.simulation.currentFrame().stats;
    expect(
      warnings.filter((text) =>
        /^cloth 'cloth' starts with \d+ of \d+ vertices inside collider 'ball', up to \d+ mm deep/.test(text),
      ),
    ).toHaveLength(1);
    shot.advanceTo(2);
    expect(shot.simulation.currentFrame().stats.warnings).toEqual([]);
    shot.dispose();
    const clear = await runShot(pierced(-0.01));
    expect(clear.simulation.currentFrame().stats.warnings).toEqual([]);
    clear.dispose();
  });

  test.each([0.02, 0.06, 0.12])('comes out of it and flies nowhere, from a depth of %f m', async (depth) => {
    const shot = await runShot(pierced(depth));
    for (let frame = 2; frame <= 25; frame++) {
      shot.advanceTo(frame);
      const { velocities } = meshesIn(shot.simulation.currentFrame())[0];
      let fastest = 0;
      for (let k = 0; k < velocities.length; k += 3) {
        fastest = Math.max(fastest, Math.hypot(velocities[k], velocities[k + 1], velocities[k + 2]));
      }
      // No faster than it falls, but for the way out of the ball, 0.42 m/s, and what it draws along.
      expect(fastest).toBeLessThan((9.81 * (frame - 1)) / 24 + 2.5);
    }
    const { positions } = meshesIn(shot.simulation.currentFrame())[0];
    let deepest = 0;
    for (let k = 0; k < positions.length; k += 3) {
      deepest = Math.max(deepest, RADIUS - Math.hypot(positions[k], positions[k + 1] - RADIUS, positions[k + 2]));
    }
    expect(deepest).toBeLessThan(1e-6);
    expect(shot.simulation.currentFrame().stats.bodyContact?.intersectingPairs ?? 0).toBe(0);
    shot.dispose();
  });
});
