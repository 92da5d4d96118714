import { describe, expect, test } from 'vitest';
import { referable } from '../../../app/entities/references.ts';
import { formFields } from '../../../app/forms/formFields.ts';
import { entityFormSchema } from '../../../app/inspector/schemas.ts';
import { newCloth } from '../../../src/scene/kinds/cloth.ts';
import { newCollider } from '../../../src/scene/kinds/collider.ts';
import { newForce } from '../../../src/scene/kinds/force.ts';
import { newLiquid } from '../../../src/scene/kinds/liquid.ts';
import { newPin } from '../../../src/scene/kinds/pin.ts';
import { newRegion } from '../../../src/scene/kinds/region.ts';
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

describe('a form that follows from a schema', () => {
  const reference = (entity: object) => formFields(entityFormSchema, entity).filter(({ kind }) => kind === 'reference');

  test('has a row for a reference that says what it is called, with the kinds that it accepts', () => {
    const region = newRegion([], 'emit', newLiquid([]));
    expect(reference(region)).toMatchObject([{ path: ['liquid'], label: 'Liquid', kinds: ['liquid'] }]);
  });

  test('has none for one that rows of the kind itself show', () => {
    expect(reference(pin)).toEqual([]);
  });
});
