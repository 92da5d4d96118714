import { useId } from 'react';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { Select } from '../../ui/Select.tsx';
import type { FormField } from '../../forms/formFields.ts';
import { common, type FormTarget } from '../../forms/FormTarget.ts';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';
import { SHALLOW_WATER } from './liquidAnswers.ts';

/** What leaving the method out stands for. */
const ABSENT = 'volume';
const METHODS = [
  { value: ABSENT, label: 'Full 3D' },
  { value: SHALLOW_WATER.kind, label: 'Shallow water' },
] as const;

/** How liquids are simulated, with what only the chosen method asks for. `fields`: those of the method. */
export function LiquidMethodRows({
  target,
  fields,
}: {
  readonly target: FormTarget;
  readonly fields: readonly FormField[];
}) {
  const id = useId();
  const chosen = common(target.read(['method', 'kind']).map((kind) => kind ?? ABSENT)) as string | undefined;
  const choose = (kind: string): void => {
    target.write(['method'], `Change method of ${target.name}`, () => (kind === ABSENT ? undefined : SHALLOW_WATER));
  };
  return (
    <>
      <FieldRow
        label="Method"
        htmlFor={id}
        tooltip={{
          text: 'Full 3D simulates all cells of the box. Shallow water simulates the depth of the water over the ground, hundreds of times faster: for water that is much wider than deep, without drops, breaking waves and coupling to bodies.',
          reference: 'Müller et al. 2008, 11; Audusse et al. 2004',
        }}
        modified={chosen !== ABSENT}
      >
        <Select id={id} label="Method" value={chosen} placeholder="Several" options={METHODS} onChange={choose} />
      </FieldRow>
      {chosen === SHALLOW_WATER.kind && (
        <PropertyForm target={target} fields={fields.filter(({ kind }) => kind === 'quantity')} />
      )}
    </>
  );
}
