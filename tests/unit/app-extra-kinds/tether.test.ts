import { expect, test } from 'vitest';
import { formFields } from '../../../app/forms/formFields.ts';
import { entityFormSchema } from '../../../app/inspector/schemas.ts';
import { newEntity } from '../../../src/scene/newEntity.ts';
import { tether } from '../../support/kinds/tether.scene.ts';

// An interaction with parameters is a kind of entity of which the editor knows the icon alone.
test('has a form in which what it joins is chosen, and its numbers', () => {
  const one = newEntity(tether, [], 'Tether', { from: 'a', to: 'b' });
  const fields = new Map(formFields(entityFormSchema, one).map((field) => [String(field.path[0]), field]));
  const moving = ['cloth', 'marble', 'solid'];
  expect(fields.get('from')).toMatchObject({ kind: 'reference', label: 'From', kinds: moving });
  expect(fields.get('to')).toMatchObject({ kind: 'reference', help: 'The other end of the spring.', kinds: moving });
  expect(fields.get('stiffness')).toMatchObject({ kind: 'quantity', info: { unit: 'N/m', keyable: true } });
  expect(fields.get('strength')).toMatchObject({ kind: 'quantity', label: 'Strength' });
});
