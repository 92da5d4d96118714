/**
 * Returns a name that every program preserves: letters, digits and `_`, not starting with a digit, not yet in `used` (a number is
 * appended where it is). Adds it to `used`.
 */
export function uniqueName(name: string, used: Set<string>): string {
  const ascii = name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  const cleaned = ascii.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^(?=\d)/, '_') || 'unnamed';
  let candidate = cleaned;
  for (let i = 2; used.has(candidate); i++) candidate = `${cleaned}_${i}`;
  used.add(candidate);
  return candidate;
}
