import type { Definition } from '../base/registry.ts';
import { usageError } from './arguments.ts';

/** `name=value,name=value` as an object; values are numbers, true, false or text. */
export function parameterPairs(text: string | undefined): Record<string, unknown> {
  const pairs = (text ?? '').split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, value] = pair.split('=', 2);
      if (value === undefined) throw usageError(`--set must be name=value, not '${pair}'`);
      const number = Number(value);
      return [name, value === 'true' ? true : value === 'false' ? false : Number.isNaN(number) ? value : number];
    }),
  );
}

/** The parameters of a definition from `--set`, with its defaults filled in. Throws `usage` naming the parameter. */
export function parseParams(definition: Definition, text: string | undefined): unknown {
  const result = definition.params.safeParse(parameterPairs(text));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw usageError(`--set ${issue.path.join('.')}: ${issue.message}`);
}
