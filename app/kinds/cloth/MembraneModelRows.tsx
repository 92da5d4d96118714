import { useId } from 'react';
import type { Cloth } from '../../../src/scene/kinds/cloth.ts';
import { schemaDefaults } from '../../../src/scene/schemaDefaults.ts';
import { useProgram } from '../../session/Session.ts';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { Select } from '../../ui/Select.tsx';
import { formFields, type JsonSchema } from '../../forms/formFields.ts';
import { common, type FormTarget } from '../../forms/FormTarget.ts';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';

/** What leaving the model out stands for. */
const ABSENT = 'rotated-linear';

/** The constitutive model of cloth in its plane, of those that a sheet takes, with the parameters of the chosen one. */
export function MembraneModelRows({ target, cloth }: { readonly target: FormTarget; readonly cloth: Cloth }) {
  const id = useId();
  const definitions = useProgram((state) => state.catalogue)?.definitions ?? [];
  const models = definitions.filter(
    ({ kind, hasFibres, measure }) => kind === 'constitutive model' && hasFibres !== true && measure === undefined,
  );
  const chosen = common(target.read(['membrane', 'model']).map((type) => type ?? ABSENT)) as string | undefined;
  const present = models.find(({ type }) => type === chosen);
  const choose = (type: string): void => {
    const params = schemaDefaults(models.find((model) => model.type === type)?.params);
    target.write(['membrane'], `Change model of ${target.name}`, () =>
      type === ABSENT ? undefined : { model: type, params },
    );
  };
  const path = ['membrane', 'params'];
  const fields = present === undefined ? [] : formFields(present.params as JsonSchema, cloth.membrane?.params, path);
  return (
    <>
      <FieldRow
        label="Stretch model"
        htmlFor={id}
        tooltip={{
          text: 'Law by which tension in the plane of the cloth follows from its stretch, in plane stress. Rotated linear is the fastest.',
          reference: present?.reference,
        }}
        modified={chosen !== ABSENT}
      >
        <Select
          id={id}
          label="Stretch model"
          value={chosen}
          placeholder="Several"
          options={models.map(({ type, label }) => ({ value: type, label }))}
          onChange={choose}
        />
      </FieldRow>
      <PropertyForm target={target} fields={fields} />
    </>
  );
}
