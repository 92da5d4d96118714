import { describe, expect, test } from 'vitest';
import { entityTarget, shotTarget } from '../../../app/inspector/documentTargets.ts';
import { formFields, type FormField } from '../../../app/forms/formFields.ts';
import { copyMaterial, materialMenu, pasteMaterial } from '../../../app/kinds/solid/material/materialClipboard.ts';
import { areSeveral, isModified } from '../../../app/inspector/modified.ts';
import { vectorUnit } from '../../../app/inspector/QuantityRow.tsx';
import { entityFormSchema } from '../../../app/inspector/schemas.ts';
import { describePlace } from '../../../app/document/describePlace.ts';
import { createSession } from '../../../app/session/Session.ts';
import { everyRow, passesFilter } from '../../../app/ui/rowFilter.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';
import { tinyShot } from '../../support/tinyShot.ts';

const torus = newSolid([], 'torus');
const box = newSolid([torus], 'box');

function withSolids() {
  const session = createSession(() => Promise.reject(new Error('no host here')));
  session.document.load('/tiny.ductile', { ...tinyShot(10), entities: [torus, box] });
  const entities = () => session.document.scene?.entities ?? [];
  const material = (k: number) => {
    const entity = entities()[k];
    return entity.kind === 'solid' ? entity.material : undefined;
  };
  return {
    session,
    entities,
    material,
    one: entityTarget(session, [torus]),
    both: entityTarget(session, [torus, box]),
  };
}

function flat(fields: readonly FormField[]): FormField[] {
  return fields.flatMap((field) => (field.kind === 'group' ? [field, ...flat(field.fields)] : [field]));
}

describe('rows that were changed', () => {
  const fields = flat(formFields(entityFormSchema, torus));
  const field = (path: string) => fields.find((candidate) => candidate.path.join('.') === path)!;

  test('numbers, curves and vectors against what they begin with', () => {
    const { session, one } = withSolids();
    const modified = (path: string) => isModified(field(path), (at) => one.read(at));
    session.document.edit('begin', ({ entities: [solid] }) => {
      if (solid.kind === 'solid') Object.assign(solid.material, { density: 1000 });
    });
    expect(modified('material.density')).toBe(false);
    one.write(['material', 'density'], 'Change density', () => 950);
    expect(modified('material.density')).toBe(true);
    expect(modified('material')).toBe(true);
    expect(modified('strength')).toBe(false);
    one.write(['strength'], 'Key strength', () => ({ keys: [{ frame: 1, value: 1 }] }));
    expect(modified('strength')).toBe(true);
    expect(modified('velocity')).toBe(false);
    one.write(['velocity', 1], 'Change velocity', () => -2);
    expect(modified('velocity')).toBe(true);
  });

  test('a name is no change, being left out of the simulation is', () => {
    const { one } = withSolids();
    expect(isModified(field('name'), (at) => one.read(at))).toBe(false);
    expect(isModified(field('enabled'), (at) => one.read(at))).toBe(false);
    one.write(['enabled'], 'Turn off', () => false);
    expect(isModified(field('enabled'), (at) => one.read(at))).toBe(true);
  });

  test('values that differ are several, none at all are not', () => {
    expect(areSeveral([1, 2])).toBe(true);
    expect(areSeveral([1, 1])).toBe(false);
    expect(areSeveral([undefined, undefined])).toBe(false);
    expect(areSeveral([1, undefined])).toBe(true);
  });

  test('filters by words and by change', () => {
    expect(passesFilter(everyRow, 'Density', false)).toBe(true);
    expect(passesFilter({ search: 'dens', modifiedOnly: false }, 'Density', false)).toBe(true);
    expect(passesFilter({ search: 'dens', modifiedOnly: true }, 'Density', false)).toBe(false);
    expect(passesFilter({ search: 'velo', modifiedOnly: false }, 'Density', true)).toBe(false);
  });
});

describe('places', () => {
  test('of forms are those that the host names', () => {
    const { session, both } = withSolids();
    expect(both.places(['material', 'density'])).toEqual([
      'entities[0].material.density',
      'entities[1].material.density',
    ]);
    expect(entityTarget(session, [box]).places(['velocity', 2])).toEqual(['entities[1].velocity[2]']);
    expect(shotTarget(session).places(['quality', 'draft', 'maxSubsteps'])).toEqual(['quality.draft.maxSubsteps']);
  });

  test('in words', () => {
    const scene = { ...tinyShot(10), entities: [{ ...torus, name: 'Ring' }] };
    expect(describePlace('entities[0].material.dampingTime', scene)).toBe('Ring, material, damping time');
    expect(describePlace('entities[7].source', scene)).toBe('object 7, source');
    expect(describePlace('quality.draft.maxSubsteps', scene)).toBe('draft quality, maximum substeps');
    expect(describePlace('range.last', undefined)).toBe('range, last');
  });
});

describe('a copied material', () => {
  test('goes to all edited solids as one step of undo', () => {
    const { session, material, one, both } = withSolids();
    one.write(['material', 'density'], 'Change density', () => 950);
    copyMaterial(one);
    expect(materialMenu(both)[0]).toMatchObject({ disabled: expect.stringContaining('different') as string });
    pasteMaterial(both);
    expect(material(1)).toEqual(material(0));
    expect(material(1)?.density).toBe(950);
    session.document.undo();
    expect(material(1)).toEqual(box.material);
  });
});

test('a vector is shown in the unit of its largest component', () => {
  expect(vectorUnit('m', [0.02, -1.5, 0]).symbol).toBe('m');
  expect(vectorUnit('m', [0.02, -0.004, 0]).symbol).toBe('mm');
  expect(vectorUnit('', [1, 2, 3]).symbol).toBe('');
});
