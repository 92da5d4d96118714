import type { FormField } from '../../forms/formFields.ts';

/** Returns the fields; of a feature that is turned off only its switch. */
export function switched(fields: readonly FormField[], enabled: boolean): readonly FormField[] {
  return enabled ? fields : fields.filter(({ kind, path }) => kind === 'toggle' && path.at(-1) === 'enabled');
}
