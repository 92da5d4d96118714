import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { formFields, type FormField, type JsonSchema } from '../../../app/forms/formFields.ts';
import { entitySchema } from '../../../src/scene/kindRegistry.ts';
import { sceneSchema } from '../../../src/scene/Scene.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';

const jsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
const entities = jsonSchema(entitySchema);

function flat(fields: readonly FormField[]): FormField[] {
  return fields.flatMap((field) => (field.kind === 'group' ? flat(field.fields) : [field]));
}

const names = (fields: readonly FormField[]) => flat(fields).map(({ path }) => path.join('.'));

describe('fields of a form', () => {
  const torus = newSolid([], 'torus');

  test('a solid shows its source, material and placement with units', () => {
    const fields = flat(formFields(entities, torus));
    const density = fields.find(({ path }) => path.join('.') === 'material.density');
    expect(density).toMatchObject({
      kind: 'quantity',
      label: 'Density',
      info: { unit: 'kg/m3', symbol: 'rho', min: 1e-3 },
    });
    expect(fields.find(({ path }) => path.join('.') === 'strength')).toMatchObject({ info: { keyable: true } });
    expect(fields.find(({ path }) => path.join('.') === 'transform.position')).toMatchObject({ kind: 'vector' });
    expect(names(fields)).toContain('source.form.majorRadius');
    expect(names(fields)).not.toContain('source.form.height');
    expect(names(fields)).not.toContain('id');
  });

  test('the fields follow the alternative that the data is', () => {
    const box = { kind: 'collider', shape: { kind: 'registered', type: 'box' }, transform: {} };
    expect(names(formFields(entities, box))).toContain('friction');
    const wind = { kind: 'force', field: { kind: 'wind' } };
    expect(names(formFields(entities, wind))).toContain('field.velocity');
    expect(names(formFields(entities, { kind: 'force', field: { kind: 'drag' } }))).not.toContain('field.velocity');
  });

  test('choosing another alternative gives an object that the schema takes', () => {
    const pin = { kind: 'pin', selection: { kind: 'sphere' }, hold: { kind: 'hard' } };
    const choices = flat(formFields(entities, pin)).filter(
      (field) => field.kind === 'choice' && field.replacements !== undefined,
    );
    expect(choices.map(({ path }) => path.join('.'))).toEqual(['kind', 'selection.kind', 'hold.kind']);
    const hold = choices[2];
    expect(hold.kind === 'choice' && hold.options.map(({ label }) => label)).toEqual(['Hard', 'Soft']);
    expect(hold.kind === 'choice' && hold.replacements?.get('soft')).toEqual({
      kind: 'soft',
      frequency: 4,
      dampingRatio: 1,
    });
  });

  test('choices of kinds are named by what they are kinds of', () => {
    const pin = { kind: 'pin', selection: { kind: 'sphere' }, hold: { kind: 'hard' } };
    const labels = flat(formFields(entities, pin)).flatMap((field) => (field.kind === 'choice' ? [field.label] : []));
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels).toEqual(expect.arrayContaining(['Region', 'Constraint']));
    expect(flat(formFields(entities, torus)).find(({ path }) => path.join('.') === 'source.kind')).toMatchObject({
      label: 'Source',
    });
  });

  test('what may be left out says what that means', () => {
    const release = flat(formFields(entities, { kind: 'pin' })).find(({ path }) => path[0] === 'releaseFrame');
    expect(release).toMatchObject({ kind: 'quantity', label: 'Release frame', unset: 'never' });
    const integration = flat(formFields(entities, torus)).find(({ path }) => path[0] === 'integration');
    expect(integration).toMatchObject({ kind: 'choice', default: 'semi-implicit' });
  });

  test('the settings of a shot are whole numbers where they count', () => {
    const fields = flat(formFields(jsonSchema(sceneSchema.shape.quality), {}));
    expect(fields.find(({ path }) => path.join('.') === 'draft.maxSubsteps')).toMatchObject({
      kind: 'quantity',
      whole: true,
    });
    for (const field of fields) expect(field.label).toMatch(/^[A-Z]/);
  });
});
