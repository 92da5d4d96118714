import { expect, test } from 'vitest';
import { quantityInfo } from '../../../src/base/quantities.ts';
import { solid } from '../../../src/scene/kinds/solid.ts';
import { documentVersion, frameToSeconds, sceneSchema, secondsToFrame } from '../../../src/scene/Scene.ts';
import { smallScene } from '../../support/scenes.ts';

test('a minimal document is filled with every default', () => {
  const scene = sceneSchema.parse({
    format: 'ductile-shot',
    version: documentVersion,
    project: '0b8f4f0c-6a53-4a3a-9c0e-3f1f0e7f2d11',
    range: { first: 1, last: 24 },
    entities: [{ kind: 'solid', id: 'ball', source: { kind: 'procedural', form: { shape: 'sphere' } } }],
  });
  expect(scene.physics.gravity).toEqual([0, -9.81, 0]);
  expect(scene.quality.final.edgeScale).toBeLessThan(scene.quality.draft.edgeScale);
  expect(scene.entities[0]).toMatchObject({
    strength: 1,
    material: { density: 1000 },
    transform: { scale: [1, 1, 1] },
  });
  expect(sceneSchema.parse(scene)).toEqual(scene);
});

test('keyable quantities say so, with unit and range', () => {
  expect(quantityInfo(solid.shape.strength)).toMatchObject({ keyable: true, min: 0, default: 1 });
  expect(quantityInfo(solid.shape.material.unwrap().shape.density)).toMatchObject({ unit: 'kg/m3' });
});

test('frames and seconds map exactly at 24000/1001 frames per second', () => {
  const scene = smallScene({ frameRate: { numerator: 24000, denominator: 1001 }, range: { first: 10, last: 40 } });
  expect(frameToSeconds(scene, 10)).toBe(0);
  expect(frameToSeconds(scene, 34)).toBe((24 * 1001) / 24000);
  expect(secondsToFrame(scene, frameToSeconds(scene, 34))).toBe(34);
});
