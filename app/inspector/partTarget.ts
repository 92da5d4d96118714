import type { FormTarget } from '../forms/FormTarget.ts';

/** Edits members of a part that the document may leave out: the first change puts it there with its defaults. */
export function partTarget(target: FormTarget, part: string, defaults: object): FormTarget {
  return {
    ...target,
    write: (path, label, next, gesture) => {
      const [, member] = path;
      target.write(
        [part],
        label,
        (present) => {
          const values = { ...defaults, ...(present as object | undefined) } as Record<string | number, unknown>;
          return { ...values, [member]: next(values[member]) };
        },
        gesture,
      );
    },
  };
}
