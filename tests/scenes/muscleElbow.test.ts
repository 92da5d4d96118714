import { expect, test } from 'vitest';
import { CoreError } from '../../src/base/errors.ts';
import { encodeFrame } from '../../src/frames/Frame.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { isKind, type Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { runShot, templateScene } from '../support/shots.ts';

/** A few coarse elements. */
const scene = templateScene('muscle-elbow', { percent: 9 });

/** The shot with other properties of some of its entities. */
function changed(id: string, more: object): Scene {
  const entities = scene.entities.map((entity) => (entity.id === id ? { ...entity, ...more } : entity));
  return validateScene({ ...scene, entities }, catalogue);
}

test('muscles lift a forearm, and keep their volume', async () => {
  const shot = await runShot(scene);
  const measure = () => shot.simulation.currentFrame().stats;
  const rest = measure();
  expect(rest.warnings).toEqual([]);
  let least = 0;
  for (let frame = 9; frame <= 17; frame += 4) {
    shot.advanceTo(frame);
    const { entities } = measure();
    least = Math.min(least, entities.elbow.sections!.joint!.angle!);
    for (const joint of ['elbow', 'grip']) expect(entities[joint].sections!.joint!.gap).toBeLessThan(1e-5);
    for (const muscle of ['biceps', 'brachialis']) {
      expect(Math.abs(entities[muscle].volume / rest.entities[muscle].volume - 1)).toBeLessThan(0.02);
    }
  }
  expect(least).toBeLessThan(-0.2);
  shot.dispose();
});

test('a lifted arm is the same from a checkpoint and on two threads', async () => {
  const first = await runShot(scene);
  first.advanceTo(3);
  const checkpoint = first.simulation.checkpoint();
  first.advanceTo(4);
  const second = await runShot(scene, { threads: 2 });
  second.simulation.restore(checkpoint);
  second.advanceTo(4);
  const [one, other] = [first, second].map(({ simulation }) => encodeFrame(simulation.currentFrame()));
  expect(other).toEqual(one);
  first.dispose();
  second.dispose();
});

test('what cannot be part of a rigid body is refused before the first frame', async () => {
  expect(() => changed('biceps-insertion', { hold: { kind: 'soft' } })).toThrow(/holds vertices hard alone/);
  const motion = { position: [0, 0.1, 0], rotation: [0, 0, 0] };
  expect(() => changed('biceps-insertion', { motion })).toThrow(/do not move by keys/);
  await expect(runShot(changed('biceps', { integration: 'quasistatic' }))).rejects.toThrow(/it is quasistatic/);
  await expect(runShot(changed('forearm', { enabled: false }))).rejects.toThrow(CoreError);
  const { length } = scene.entities.filter(isKind('rigidBody'));
  expect(length).toBe(2);
});
