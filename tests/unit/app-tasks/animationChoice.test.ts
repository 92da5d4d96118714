import { expect, test } from 'vitest';
import { addReadAnimation, proposedChoice } from '../../../app/tasks/animation/animationChoice.ts';
import type { ReadAnimation } from '../../../app/tasks/animation/AnimationReading.ts';
import type { Session } from '../../../app/session/Session.ts';
import { isKind, type Scene } from '../../../src/scene/Scene.ts';
import { tinyShot } from '../../support/tinyShot.ts';

const object = { name: '/walk', closed: true, topology: 'constant', firstTime: 0, lastTime: 1 };
const read = {
  report: { path: '/w/walk.abc', objects: [object], unit: { metres: 0.01, known: true }, upAxis: 'y' },
  object: '/walk',
} as unknown as ReadAnimation;

/** A session with a shot, which edits change in place. */
function sessionOf(scene: Scene): Session {
  return {
    connection: { call: () => Promise.resolve({ path: 'walk.abc', sha256: '0'.repeat(64) }) },
    document: { scene, edit: (_label: string, change: (draft: Scene) => void) => change(scene) },
    selection: { setState: () => undefined },
  } as unknown as Session;
}

test('an animation that is imported as the target of a solid pulls it and does not collide; another pulls none', async () => {
  for (const pulls of ['block', undefined]) {
    const scene = structuredClone(tinyShot(3));
    const choice = { ...proposedChoice(read, scene), collides: pulls === undefined, pulls };
    const id = await addReadAnimation(sessionOf(scene), read, {}, choice);
    const solid = scene.entities.find(isKind('solid'))!;
    expect(solid.animatedTarget?.animation).toBe(pulls === undefined ? undefined : id);
    const animation = scene.entities.find(isKind('importedAnimation'))!;
    expect(animation.collision.enabled).toBe(pulls === undefined);
  }
});
