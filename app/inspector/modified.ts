import { common } from '../forms/FormTarget.ts';
import type { FieldPath, FormField } from '../forms/formFields.ts';

/** Whether any of the edited things has another value at the field than it began with. Animated numbers have. */
export function isModified(field: FormField, read: (path: FieldPath) => readonly unknown[]): boolean {
  switch (field.kind) {
    case 'group':
      return field.fields.some((inner) => isModified(inner, read));
    case 'quantity':
      return differs(read(field.path), field.info.default);
    case 'vector':
      return field.defaults.some((value, k) => differs(read([...field.path, k]), value));
    case 'choice':
      // What it began with is not told for a choice between kinds.
      return field.default !== undefined && differs(read(field.path), field.default);
    case 'reference':
      // There is none that it begins with.
      return false;
    case 'text':
      // Everything has a name of its own.
      return field.path.at(-1) !== 'name' && differs(read(field.path), field.default);
    default:
      return differs(read(field.path), field.default);
  }
}

/** The edited things do not agree. */
export function areSeveral(values: readonly unknown[]): boolean {
  return values.length > 1 && common(values) === undefined && values.some((value) => value !== undefined);
}

function differs(values: readonly unknown[], initial: unknown): boolean {
  return values.some((value) => value !== undefined && value !== initial);
}
