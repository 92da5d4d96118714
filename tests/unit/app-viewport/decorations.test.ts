import { expect, test } from 'vitest';
import { Decorations } from '../../../app/viewport/engine/Decorations.ts';
import { liquidShot } from '../../support/liquidShot.ts';

test('the walls of a tank are shown while their liquid is drawn, and are made anew after they were disposed of', () => {
  const { entities } = liquidShot([], { liquid: { display: { tank: 'glass' } } });
  const decorations = new Decorations();
  decorations.update(entities, 1);
  expect(decorations.object.children.map(({ visible }) => visible)).toEqual([true]);
  decorations.update([], 1);
  expect(decorations.object.children.map(({ visible }) => visible)).toEqual([false]);
  // As the shapes of a shot are made anew after every edit of them.
  decorations.dispose();
  expect(decorations.object.children).toEqual([]);
  decorations.update(entities, 1);
  expect(decorations.object.children).toHaveLength(1);
  decorations.dispose();
});
