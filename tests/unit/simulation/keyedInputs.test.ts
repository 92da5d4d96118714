import { describe, expect, test } from 'vitest';
import { colliderShapes } from '../../../src/collision/CollisionBody.ts';
import {
  frameDuration,
  frameToSeconds,
  isKind,
  type Entity,
  type Scene,
  type SceneInput,
} from '../../../src/scene/Scene.ts';
import { KeyedCollider } from '../../../src/simulation/keyed/KeyedCollider.ts';
import { KeyedInputs } from '../../../src/simulation/keyed/KeyedInputs.ts';
import { keyedShot, keyedShotWith } from '../../support/keyedShot.ts';

const rates: NonNullable<SceneInput['frameRate']>[] = [
  { numerator: 24 },
  { numerator: 24000, denominator: 1001 },
  { numerator: 25 },
  { numerator: 30000, denominator: 1001 },
  { numerator: 60 },
];
const step = (frame: number, value: number) => ({ frame, value, interpolation: 'step' as const });
const linear = (frame: number, value: number) => ({ frame, value, interpolation: 'linear' as const });

function ofKind<K extends Entity['kind']>(scene: Scene, kind: K): Extract<Entity, { kind: K }> {
  return scene.entities.find(isKind(kind)) ?? expect.fail(`no ${kind}`);
}

describe('KeyedInputs', () => {
  test.each(rates)('reaches 0 and 1 exactly at the frames of %o', (frameRate) => {
    const scene = keyedShot({ frameRate, range: { first: -7, last: 5000 } });
    const inputs = new KeyedInputs(scene);
    for (let frame = -6; frame <= 5000; frame += frame < 100 ? 1 : 97) {
      inputs.moveTo(frame);
      expect(inputs.at(frameToSeconds(scene, frame - 1))[0]).toBe(0);
      expect(inputs.at(frameToSeconds(scene, frame))[0]).toBe(1);
      expect(inputs.at(frameToSeconds(scene, frame - 0.5))[0]).toBeCloseTo(0.5, 6);
    }
  });

  test('reads a step on a frame at that frame and not before', () => {
    const scene = keyedShotWith('torus', { strength: { keys: [step(1, 0), step(6, 1)] } });
    const inputs = new KeyedInputs(scene);
    inputs.moveTo(6);
    const { strength } = inputs.of(ofKind(scene, 'solid'));
    expect(inputs.value(strength, frameToSeconds(scene, 5.99))).toBe(0);
    expect(inputs.value(strength, frameToSeconds(scene, 6))).toBe(1);
    inputs.moveTo(7);
    expect(inputs.value(inputs.of(ofKind(scene, 'solid')).strength, frameToSeconds(scene, 6))).toBe(1);
  });

  test('interpolates linear keys in time', () => {
    const scene = keyedShotWith('torus', { strength: { keys: [linear(2, 1), linear(6, 3)] } });
    const inputs = new KeyedInputs(scene);
    for (const frame of [2.25, 3.5, 4.75, 5.9]) {
      inputs.moveTo(Math.ceil(frame));
      const { strength } = inputs.of(ofKind(scene, 'solid'));
      expect(inputs.value(strength, frameToSeconds(scene, frame))).toBeCloseTo(1 + (frame - 2) / 2, 9);
    }
  });
});

describe('KeyedCollider', () => {
  test('rubs with a stepped friction from the frame of the step on', () => {
    const scene = keyedShotWith('floor', { friction: { keys: [step(1, 0.1), step(6, 0.8)] } });
    const inputs = new KeyedInputs(scene);
    const collider = new KeyedCollider(ofKind(scene, 'collider'), plane(), inputs);
    const frictions = [5, 6, 7].map((frame) => {
      inputs.moveTo(frame);
      collider.beginInterval();
      return collider.friction;
    });
    expect(frictions).toEqual([0.1, 0.1, 0.8]);
  });

  test('has the velocity of its motion, and stands still where nothing is keyed', () => {
    const scene = keyedShotWith('floor', {
      transform: { position: [0, { keys: [linear(2, 0), linear(4, 0.5)] }, 0] },
    });
    const inputs = new KeyedInputs(scene);
    const collider = new KeyedCollider(ofKind(scene, 'collider'), plane(), inputs);
    inputs.moveTo(3);
    collider.beginInterval();
    const moving = collider.poseAt(frameToSeconds(scene, 2.5));
    expect(moving.translation[1]).toBeCloseTo(0.125, 12);
    expect(moving.linearVelocity[1]).toBeCloseTo(0.25 / frameDuration(scene), 9);
    inputs.moveTo(6);
    collider.beginInterval();
    const still = collider.poseAt(frameToSeconds(scene, 5.3));
    expect(still.translation[1]).toBe(0.5);
    expect([...still.linearVelocity, ...still.angularVelocity]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('is where its keys say at any time, in whatever order the times are asked for', () => {
    const scene = keyedShotWith('floor', {
      transform: { position: [0, { keys: [linear(2, 0), linear(4, 0.5)] }, 0] },
    });
    const inputs = new KeyedInputs(scene);
    const collider = new KeyedCollider(ofKind(scene, 'collider'), plane(), inputs);
    for (const frame of [3, 4, 3]) {
      inputs.moveTo(frame);
      collider.beginInterval();
      for (const part of [0, 1, 0, 0.25, 0.25, 1, 0.5, 0.25, 1, 0.75, 0.5, 1, 0, 1]) {
        const at = frame - 1 + part;
        const { translation } = collider.poseAt(frameToSeconds(scene, at));
        expect(translation[1]).toBeCloseTo(0.25 * (at - 2), 12);
      }
    }
  });
});

function plane() {
  const { create, params } = colliderShapes.get('plane');
  return create(params.parse({}));
}
