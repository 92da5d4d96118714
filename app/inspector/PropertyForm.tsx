import type { FormField } from '../forms/formFields.ts';
import type { FormTarget } from '../forms/FormTarget.ts';
import { ChoiceRow, ColourRow, TextRow, ToggleRow } from './PlainRows.tsx';
import { ReferenceFieldRow } from './ReferenceRow.tsx';
import { QuantityRow, VectorRow } from './QuantityRow.tsx';

interface PropertyFormProps {
  readonly target: FormTarget;
  readonly fields: readonly FormField[];
}

/** Rows for fields, groups under a small heading. */
export function PropertyForm({ target, fields }: PropertyFormProps) {
  return fields.map((field) => <PropertyRow key={field.path.join('.')} target={target} field={field} />);
}

function PropertyRow({ target, field }: { readonly target: FormTarget; readonly field: FormField }) {
  switch (field.kind) {
    case 'quantity':
      return <QuantityRow target={target} field={field} />;
    case 'vector':
      return <VectorRow target={target} field={field} />;
    case 'choice':
      return <ChoiceRow target={target} field={field} />;
    case 'reference':
      return <ReferenceFieldRow target={target} field={field} />;
    case 'toggle':
      return <ToggleRow target={target} field={field} />;
    case 'text':
      return <TextRow target={target} field={field} />;
    case 'colour':
      return <ColourRow target={target} field={field} />;
    case 'group':
      return (
        <fieldset className="form-group">
          <legend>{field.label}</legend>
          <PropertyForm target={target} fields={field.fields} />
        </fieldset>
      );
  }
}
