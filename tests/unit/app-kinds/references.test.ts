import { describe, expect, test } from 'vitest';
import { referable } from '../../../app/entities/references.ts';
import { newCloth } from '../../../src/scene/kinds/cloth.ts';
import { newCollider } from '../../../src/scene/kinds/collider.ts';
import { newForce } from '../../../src/scene/kinds/force.ts';
import { newPin } from '../../../src/scene/kinds/pin.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';

const solid = newSolid([], 'box');
const cloth = newCloth([solid], 'sheet');
const ground = newCollider([], { type: 'plane' });
const pin = newPin([solid], solid);
const wind = newForce([], 'wind');
const entities = [solid, cloth, ground, pin, wind];
const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

describe('what a property may refer to', () => {
  test('is of the kinds that its schema names, set or not', () => {
    expect(ids(referable(entities, pin, ['target']))).toEqual([solid.id, cloth.id]);
    expect(pin.follow).toBeUndefined();
    expect(ids(referable(entities, pin, ['follow']))).toEqual([solid.id, ground.id]);
    expect(cloth.liesOn).toBeUndefined();
    expect(ids(referable(entities, cloth, ['liesOn', 'body']))).toEqual([solid.id, ground.id]);
  });

  test('is the same for the items of a list', () => {
    expect(ids(referable(entities, wind, ['targets']))).toEqual([solid.id, cloth.id]);
  });

  test('is an error to ask of another property', () => {
    expect(() => referable(entities, pin, ['hold'])).toThrow('pin.hold refers to nothing');
  });
});
