import { expect, test } from 'vitest';
import { colourings } from '../../../app/state/viewStore.ts';
import { colouringsOf, colouringText } from '../../../app/viewport/colour/colouringsOf.ts';
import { isKind } from '../../../src/scene/Scene.ts';
import { templateScene } from '../../support/shots.ts';

const solid = templateScene('torus-puddle');
const cloth = templateScene('cloth-drape');

test('a shot offers the maps that its bodies have numbers for', () => {
  expect(colouringsOf(solid)).toEqual(['surface', 'volumeChange', 'vonMises', 'speed', 'quality', 'inverted']);
  expect(colouringsOf(cloth)).toEqual(['surface', 'volumeChange', 'speed', 'quality']);
  expect(colouringsOf(templateScene('clay-press'))).toContain('plasticStrain');
  expect(colouringsOf(templateScene('goal-disk'))).toContain('goalDistance');
  expect(colouringsOf(undefined)).toEqual(colourings);
});

test('shells that keep dents have a plastic strain, cloth that springs back has none', () => {
  const entities = cloth.entities.map((entity) =>
    isKind('cloth')(entity) ? { ...entity, plasticity: { ...entity.plasticity, enabled: true } } : entity,
  );
  expect(colouringsOf({ ...cloth, entities })).toContain('plasticStrain');
  expect(colouringsOf(cloth)).not.toContain('plasticStrain');
});

test('cloth changes its area where solids change their volume; together, they speak of volume', () => {
  expect(colouringText('volumeChange', cloth).label).toBe('Area change');
  expect(colouringText('volumeChange', solid).label).toBe('Volume change');
  const both = { ...solid, entities: [...solid.entities, ...cloth.entities] };
  expect(colouringText('volumeChange', both).label).toBe('Volume change');
  expect(colouringText('speed', cloth).label).toBe('Speed');
});
