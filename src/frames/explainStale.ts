/** The first input in which two sets of inputs differ: why a stored frame is not the wanted one. */
export interface InputDifference {
  /** `keyed.solids.torus.strength`, `entities.torus.material.density`. */
  readonly path: string;
  /** The values there; undefined where one side has none. */
  readonly stored: unknown;
  readonly wanted: unknown;
}

/**
 * First difference in the order of sorted member names, or undefined where both are equal. Array items are named by
 * their number.
 */
export function explainStale(stored: unknown, wanted: unknown, path = ''): InputDifference | undefined {
  if (Object.is(stored, wanted)) return undefined;
  const comparable = isContainer(stored) && isContainer(wanted) && Array.isArray(stored) === Array.isArray(wanted);
  const only = soleMember(stored === undefined ? wanted : wanted === undefined ? stored : undefined);
  if (only !== undefined) {
    // It says more than the object that only one side has.
    const [name, member] = only;
    const place = path === '' ? name : `${path}.${name}`;
    return explainStale(stored === undefined ? undefined : member, wanted === undefined ? undefined : member, place);
  }
  if (!comparable) return { path, stored, wanted };
  for (const member of memberNames(stored, wanted)) {
    const place = Array.isArray(stored) ? `${path}[${member}]` : path === '' ? member : `${path}.${member}`;
    const difference = explainStale(stored[member], wanted[member], place);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** The name and value of the only member of an object; undefined for anything else. */
function soleMember(value: unknown): readonly [string, unknown] | undefined {
  if (!isContainer(value) || Array.isArray(value)) return undefined;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.length === 1 ? members[0] : undefined;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function memberNames(a: Record<string, unknown>, b: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Array.isArray(a) ? names.sort((left, right) => Number(left) - Number(right)) : names.sort();
}

/** How many values (numbers, texts ...) two sets of inputs have in the same places. */
export function countMatching(stored: unknown, wanted: unknown): number {
  if (!isContainer(stored) || !isContainer(wanted)) return Object.is(stored, wanted) ? 1 : 0;
  return Object.keys(stored)
    .filter((member) => Object.hasOwn(wanted, member))
    .reduce((sum, member) => sum + countMatching(stored[member], wanted[member]), 0);
}
