import { expect, test } from 'vitest';
import { formFields, type FormField } from '../../../app/forms/formFields.ts';
import { entityFormSchema } from '../../../app/inspector/schemas.ts';
import { programInfo } from '../../../src/host/handlers/programHandlers.ts';
import { yieldLaws } from '../../../src/plasticity/YieldLaw.ts';
import { entitySchema } from '../../../src/scene/kindRegistry.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';

function paths(fields: readonly FormField[]): string[] {
  return fields.flatMap((field) => (field.kind === 'group' ? paths(field.fields) : [field.path.join('.')]));
}

test('a plastic solid with a goal has rows for all that leads its flow', () => {
  const solid = entitySchema.parse({ ...newSolid([], 'sphere'), plasticity: { goal: {} } });
  expect(paths(formFields(entityFormSchema, solid))).toEqual(
    expect.arrayContaining([
      'plasticity.stretchLimit',
      'plasticity.goal.strength',
      'plasticity.goal.guidance',
      'plasticity.goal.pull',
    ]),
  );
});

test('presets that yield bring a registered law, also to new solids; the others spring back', () => {
  const { materialPresets } = programInfo({ threads: 1, backend: 'reference' });
  const plastic = materialPresets.filter(({ plasticity }) => plasticity !== undefined);
  expect(plastic.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['clay', 'dough', 'putty', 'soft-wax', 'soft-lead', 'steel']),
  );
  expect(materialPresets.find(({ type }) => type === 'rubber')?.plasticity).toBeUndefined();
  for (const { type, plasticity } of plastic) {
    const { params } = yieldLaws.get(plasticity!.law);
    expect(() => params.parse(plasticity!.params)).not.toThrow();
    const solid = newSolid([], 'box', { preset: type });
    expect(solid.plasticity).toEqual(plasticity);
  }
});
