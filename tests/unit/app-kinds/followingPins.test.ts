import { expect, test } from 'vitest';
import { dropEntry } from '../../../app/commands/addEntry.ts';
import { removeEntities } from '../../../app/document/entityEdits.ts';
import { newCloth } from '../../../src/scene/kinds/cloth.ts';
import { newCollider } from '../../../src/scene/kinds/collider.ts';
import { newLimb } from '../../../src/scene/kinds/importedAnimation.ts';
import type { Pin } from '../../../src/scene/kinds/pin.ts';
import { isKind, type Entity } from '../../../src/scene/Scene.ts';
import { templateScene } from '../../support/shots.ts';

const cloth = newCloth([], 'sheet');
const limb = newLimb([cloth]);
const floor = newCollider([], { type: 'plane' });
const entities: readonly Entity[] = [cloth, limb, floor];

/** The pin that dropping the cloth on the limb makes. */
function dropped(bounds?: readonly number[]): Pin {
  const context = { entities, selected: [cloth.id, limb.id], definitions: [], boundsOf: () => bounds };
  return dropEntry(entities, cloth.id, limb.id)!.make(context)[0] as Pin;
}

test('a body that is dropped on an animation is pinned to its surface, and on nothing else', () => {
  expect(dropped()).toMatchObject({ target: cloth.id, follow: limb.id, selection: { kind: 'near' } });
  expect(dropped([0, 0, 0, 1, 1, 1])).toMatchObject({
    selection: { kind: 'box', min: [expect.anything(), 0.8, expect.anything()] },
  });
  expect(dropEntry(entities, cloth.id, floor.id)).toBeUndefined();
  expect(dropEntry(entities, limb.id, cloth.id)).toBeUndefined();
});

test('a pin whose surface is removed stays where it is, unless it holds what is near the surface', () => {
  const left = (pin: Pin) => {
    const scene = { ...templateScene('empty'), entities: [cloth, limb, pin] as Entity[] };
    const draft = structuredClone(scene);
    removeEntities(draft, new Set([limb.id]));
    return draft.entities.find(isKind('pin'));
  };
  const boxed = left({ ...dropped([0, 0, 0, 1, 1, 1]), within: 0.1 });
  expect(boxed).toMatchObject({ target: cloth.id });
  expect(boxed).not.toHaveProperty('follow');
  expect(boxed).not.toHaveProperty('within');
  expect(left(dropped())).toBeUndefined();
});
