import { expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { firstView, forceFieldsOn, liquidsOf, pinsOf, pinsOn } from '../../../src/scene/capabilities.ts';
import { documentVersion, type Entity } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';

function entitiesOf(...entities: readonly Record<string, unknown>[]): readonly Entity[] {
  const form = { shape: 'block', size: [1, 1, 1], cells: [1, 1, 1], elements: 'tets' };
  const solids = ['a', 'b'].map((id) => ({ id, kind: 'solid', source: { kind: 'procedural', form } }));
  const document = {
    format: 'ductile-shot',
    version: documentVersion,
    project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a11',
    range: { first: 1, last: 2 },
    entities: [...solids, ...entities],
  };
  return validateScene(document, catalogue).entities;
}

const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

test('pins are those that are enabled, and of an entity those that name it', () => {
  const pin = (id: string, target: string, enabled = true) => {
    return { id, kind: 'pin', target, enabled, selection: { kind: 'sphere' } };
  };
  const entities = entitiesOf(pin('first', 'b'), pin('off', 'b', false), pin('second', 'a'), pin('third', 'b'));
  expect(idsOf(pinsOf(entities))).toEqual(['first', 'second', 'third']);
  expect(idsOf(pinsOn('b', entities))).toEqual(['first', 'third']);
});

test('force fields that name nothing act on everything, others on what they name', () => {
  const force = (id: string, targets: readonly string[], enabled = true) => {
    return { id, kind: 'force', enabled, field: { kind: 'drag' }, targets };
  };
  const entities = entitiesOf(
    force('all', []),
    force('off', [], false),
    force('one', ['a']),
    force('both', ['a', 'b']),
  );
  expect(idsOf(forceFieldsOn('a', entities))).toEqual(['all', 'one', 'both']);
  expect(idsOf(forceFieldsOn('b', entities))).toEqual(['all', 'both']);
});

test('liquids are those that are enabled', () => {
  const entities = entitiesOf({ id: 'off', kind: 'liquid', enabled: false }, { id: 'sea', kind: 'liquid' });
  expect(idsOf(liquidsOf(entities))).toEqual(['sea']);
});

test('the view of a shot is that of its first camera, also of one that is switched off', () => {
  const camera = (id: string, position: readonly number[]) => ({ id, kind: 'camera', enabled: id !== 'off', position });
  const entities = entitiesOf(camera('off', [1, 2, 3]), camera('on', [4, 5, 6]));
  expect(firstView(entities)?.position).toEqual([1, 2, 3]);
  expect(firstView(entitiesOf())).toBeUndefined();
});
