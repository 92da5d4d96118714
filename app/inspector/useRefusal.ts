import { useProgram } from '../session/Session.ts';
import type { FormTarget } from '../forms/FormTarget.ts';
import type { FieldPath } from '../forms/formFields.ts';

/** Why the host refuses the value at a path, where it is this one that it refuses. */
export function useRefusal(target: FormTarget, path: FieldPath): string | undefined {
  return useProgram(({ refusal }) => {
    if (refusal?.place === undefined) return undefined;
    const { place } = refusal;
    return target.places(path).some((own) => place === own || place.startsWith(`${own}[`))
      ? refusal.message
      : undefined;
  });
}
