import { setValueAt, valueAt } from '../document/valueAt.ts';
import type { FormTarget } from '../forms/FormTarget.ts';

/** Values that belong to no document: settings of a task. */
export function valuesTarget(
  name: string,
  values: Record<string, unknown>,
  change: (values: Record<string, unknown>) => void,
): FormTarget {
  return {
    name,
    read: (path) => [valueAt(values, path)],
    write: (path, _label, next) => {
      const copy = structuredClone(values);
      setValueAt(copy, path, next(valueAt(copy, path)));
      change(copy);
    },
    endGesture: () => undefined,
    places: () => [],
  };
}
