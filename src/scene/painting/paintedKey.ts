import { canonicalJson, sha256Hex } from '../../base/hash.ts';

/**
 * What frames depend on of a painted field, in one short text: equal fields give equal texts. Undefined where the field is `neutral` everywhere,
 * which acts like no field.
 */
export function paintedKey(
  field: { readonly base: number; readonly strokes: readonly unknown[] } | undefined,
  neutral?: number,
): string | undefined {
  if (field === undefined || (field.strokes.length === 0 && field.base === neutral)) return undefined;
  const count = field.strokes.length;
  return `${count} ${count === 1 ? 'stroke' : 'strokes'} ${sha256Hex(canonicalJson(field))}`;
}
