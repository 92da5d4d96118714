/** Returns the warning that some settings of a liquid have no effect; none where `unused` is empty. `because`: what it is, as in "is shallow water". `remedy` follows on "so that ... no effect;". */
export function withoutEffect(id: string, because: string, unused: readonly string[], remedy: string): string[] {
  if (unused.length === 0) return [];
  const have = unused.length === 1 ? 'has' : 'have';
  return [
    `liquid '${id}' ${because}, so that its ${unused.join(', ')} ${have} no effect; ${remedy} where that matters`,
  ];
}
