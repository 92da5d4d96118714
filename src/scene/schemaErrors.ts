import type { z } from 'zod';
import { CoreError } from '../base/errors.ts';
import { knownMembers, nearestName } from './schemaPlaces.ts';

type Issue = z.core.$ZodIssue;

/** `entities[2].material.density`: a path as it is written in a place. */
export function placeName(path: readonly PropertyKey[]): string {
  let place = '';
  for (const step of path) {
    if (typeof step === 'number') place += `[${step}]`;
    else place += place === '' ? String(step) : `.${String(step)}`;
  }
  return place;
}

/**
 * The error for a value that a schema refused: `document-invalid` at the first issue's place, with the nearest known name
 * for an unknown member, and how many more issues there are. `prefix` is the place of the value in its document.
 */
export function schemaError(
  error: z.ZodError,
  schema: z.ZodType,
  data: unknown,
  prefix: readonly PropertyKey[] = [],
): CoreError {
  const issues = error.issues.flatMap((issue) => flattened(issue));
  const [issue] = issues;
  const others = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  if (issue.code === 'unrecognized_keys') {
    const known = knownMembers(schema, issue.path, data);
    return unknownMember(issue.keys[0], known, [...prefix, ...issue.path], others);
  }
  return new CoreError('document-invalid', `${issue.message}${others}`, {
    place: placeName([...prefix, ...issue.path]),
    remedy: remedyFor(issue),
  });
}

function unknownMember(
  name: string,
  known: readonly string[],
  path: readonly PropertyKey[],
  others: string,
): CoreError {
  const nearest = nearestName(name, known);
  const list = known.length === 0 ? 'No member is allowed here.' : `Use one of: ${known.join(', ')}.`;
  return new CoreError('document-invalid', `'${name}' is not known here${others}`, {
    place: placeName([...path, name]),
    remedy: nearest === undefined ? list : `Did you mean '${nearest}'?`,
  });
}

function remedyFor(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') return `Write a value of type ${issue.expected} here.`;
  if (issue.code === 'too_small')
    return `The minimum is ${issue.minimum}${issue.inclusive === false ? ', exclusive' : ''}.`;
  if (issue.code === 'too_big')
    return `The maximum is ${issue.maximum}${issue.inclusive === false ? ', exclusive' : ''}.`;
  if (issue.code === 'invalid_value') {
    const typed = typeof issue.input === 'string' ? nearestName(issue.input, issue.values.map(String)) : undefined;
    return typed === undefined ? `Use one of: ${issue.values.map(String).join(', ')}.` : `Did you mean '${typed}'?`;
  }
  if (issue.code === 'invalid_union' && 'options' in issue && issue.options !== undefined) {
    return `Use one of: ${issue.options.map(String).join(', ')}.`;
  }
  return undefined;
}

/**
 * Issues of the best alternative of a union: the one that failed deepest inside, because the value has the shape that it
 * describes.
 */
function flattened(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  let best: Issue[] = [];
  let bestDepth = -1;
  for (const branch of issue.errors) {
    const inner = branch.flatMap((found) => flattened(found));
    const depth = Math.min(...inner.map(specificity));
    if (depth > bestDepth) [best, bestDepth] = [inner, depth];
  }
  return best.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue);
}

/** A wrong type at the top of a branch says least; unknown or missing members of the right type say more. */
function specificity(issue: Issue): number {
  if (issue.code === 'invalid_type' && issue.path.length === 0) return 0;
  return 1 + issue.path.length;
}
