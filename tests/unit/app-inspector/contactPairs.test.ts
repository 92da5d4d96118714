import { expect, test } from 'vitest';
import { bodyContact } from '../../../src/scene/properties/bodyContact.ts';
import { isBody, type Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import {
  exceptionalPairs,
  pairContact,
  pairsAmong,
  setPairContact,
  type PairContact,
} from '../../../app/document/contactPairs.ts';
import { partTarget } from '../../../app/kinds/solid/ContactSection.tsx';
import { valuesTarget } from '../../../app/inspector/valuesTarget.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

/** Three blocks that touch, with friction 0.1, 0.4 and 0.9; the last one touches nobody. */
function shot(contactPairs?: object[]): Scene {
  const tiny = tinyShotInput(2);
  const [block] = tiny.entities!;
  const bodies = [0.1, 0.4, 0.9].map((friction, k) => ({
    ...block,
    id: `body${k}`,
    contact: { others: k < 2, friction },
  }));
  const physics = { ...tiny.physics, ...(contactPairs === undefined ? {} : { contactPairs }) };
  return validateScene({ ...tiny, physics, entities: bodies }, catalogue);
}

const bodiesOf = (scene: Scene) => scene.entities.filter(isBody);

test('a pair takes the mean friction of both, unless the shot says otherwise, in either order', () => {
  const scene = shot([{ bodies: ['body1', 'body0'], enabled: true, friction: 2 }]);
  const [first, second, third] = bodiesOf(scene);
  expect(pairContact(scene, first, second)).toMatchObject({ enabled: true, friction: 2, aloof: [] });
  expect(pairContact(scene, first, second).usualFriction).toBeCloseTo(0.2, 12);
  expect(pairContact(scene, first, third).aloof).toEqual([third]);
  expect(pairsAmong(scene, bodiesOf(scene))).toHaveLength(3);
  // A pair has one name, from whichever of its bodies it is looked at.
  const named = ({ one, other }: PairContact) => `${one.id} ${other.id}`;
  expect(exceptionalPairs(scene).map(named)).toEqual(['body0 body1']);
  expect(pairsAmong(scene, [third]).map(named)).toEqual(['body0 body2', 'body1 body2']);
});

test('saying nothing of a pair leaves the document as it was', () => {
  const scene = structuredClone(shot());
  setPairContact(scene, ['body0', 'body1'], { enabled: false });
  setPairContact(scene, ['body1', 'body0'], { friction: 0.7 });
  expect(scene.physics.contactPairs).toEqual([{ bodies: ['body1', 'body0'], enabled: false, friction: 0.7 }]);
  setPairContact(scene, ['body0', 'body1'], { enabled: true });
  expect(scene.physics.contactPairs).toEqual([{ bodies: ['body0', 'body1'], enabled: true, friction: 0.7 }]);
  setPairContact(scene, ['body0', 'body1'], { friction: undefined });
  expect(scene).toEqual(shot());
  expect('contactPairs' in scene.physics).toBe(false);
});

test('of two entries for a pair the last counts, and one stays', () => {
  const scene = structuredClone(
    shot([
      { bodies: ['body0', 'body1'], enabled: false },
      { bodies: ['body1', 'body0'], enabled: true, friction: 0.5 },
    ]),
  );
  const [first, second] = bodiesOf(scene);
  expect(pairContact(scene, first, second)).toMatchObject({ enabled: true, friction: 0.5 });
  setPairContact(scene, ['body0', 'body1'], { friction: 0.6 });
  expect(scene.physics.contactPairs).toEqual([{ bodies: ['body0', 'body1'], enabled: true, friction: 0.6 }]);
});

test('a part that the document leaves out comes with its defaults', () => {
  let body: Record<string, unknown> = {};
  const target = valuesTarget('body', body, (next) => (body = next));
  partTarget(target, 'contact', bodyContact.parse({})).write(['contact', 'self'], 'touch', () => true);
  expect(body).toEqual({ contact: { ...bodyContact.parse({}), self: true } });
});
