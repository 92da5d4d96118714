import { useId } from 'react';
import type { Liquid } from '../../../src/scene/kinds/liquid.ts';
import { schemaDefaults } from '../../../src/scene/schemaDefaults.ts';
import { useProgram } from '../../session/Session.ts';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { Select } from '../../ui/Select.tsx';
import { formFields, type JsonSchema } from '../../forms/formFields.ts';
import { common, type FormTarget } from '../../forms/FormTarget.ts';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';

/** What leaving the transport out stands for. */
const ABSENT = 'affine';

/** How liquids are advected, of the transports that are registered, with the parameters of the chosen one. */
export function LiquidTransportRows({ target, liquid }: { readonly target: FormTarget; readonly liquid: Liquid }) {
  const id = useId();
  const definitions = useProgram((state) => state.catalogue)?.definitions ?? [];
  const transports = definitions.filter(({ kind }) => kind === 'liquid advection');
  const chosen = common(target.read(['transport', 'type']).map((type) => type ?? ABSENT)) as string | undefined;
  const present = transports.find(({ type }) => type === chosen);
  const choose = (type: string): void => {
    const params = schemaDefaults(transports.find((transport) => transport.type === type)?.params);
    target.write(['transport'], `Change advection of ${target.name}`, () =>
      type === ABSENT ? undefined : { type, params },
    );
  };
  const path = ['transport', 'params'];
  const fields = present === undefined ? [] : formFields(present.params as JsonSchema, liquid.transport?.params, path);
  return (
    <>
      <FieldRow
        label="Advection"
        htmlFor={id}
        tooltip={{
          text: 'Method that moves the liquid through its cells. FLIP splashes most; the particle level set has the smoothest surface.',
          reference: present?.reference,
        }}
        modified={chosen !== ABSENT}
      >
        <Select
          id={id}
          label="Advection"
          value={chosen}
          placeholder="Several"
          options={transports.map(({ type, label }) => ({ value: type, label }))}
          onChange={choose}
        />
      </FieldRow>
      <PropertyForm target={target} fields={fields} />
    </>
  );
}
