import type { z } from 'zod';
import { inside } from './marks.ts';

/**
 * The member names that the schema allows at `path` of `data`, for suggestions. Where alternatives exist, those that `data`
 * chose by its discriminating member; all of them when that cannot be told.
 */
export function knownMembers(schema: z.ZodType, path: readonly PropertyKey[], data: unknown): string[] {
  const names = candidates(schema, path, data).flatMap((found) => Object.keys(inside(found).shape ?? {}));
  return [...new Set(names)];
}

function candidates(schema: z.ZodType, path: readonly PropertyKey[], data: unknown): z.ZodType[] {
  const { type, shape, element, items, options, innerType, valueType } = inside(schema);
  if (innerType !== undefined) return candidates(innerType, path, data);
  if (options !== undefined) return chosen(options, data).flatMap((option) => candidates(option, path, data));
  if (path.length === 0) return [schema];
  const [step, ...rest] = path;
  const next = (data as Record<PropertyKey, unknown> | undefined | null)?.[step];
  if (shape !== undefined) return String(step) in shape ? candidates(shape[String(step)], rest, next) : [];
  if (type === 'array' && element !== undefined) return candidates(element, rest, next);
  if (type === 'tuple' && items !== undefined) return candidates(items[Number(step)], rest, next);
  if (type === 'record' && valueType !== undefined) return candidates(valueType, rest, next);
  return [];
}

/** The options whose literal members (`kind`, `shape`) agree with the data, or all. */
function chosen(options: readonly z.ZodType[], data: unknown): readonly z.ZodType[] {
  const agreeing = options.filter((option) => {
    const literals = Object.entries(inside(option).shape ?? {}).filter(
      ([, member]) => inside(member).type === 'literal',
    );
    const record = (data ?? {}) as Record<string, unknown>;
    return literals.length > 0 && literals.every(([name, member]) => member.safeParse(record[name]).success);
  });
  return agreeing.length > 0 ? agreeing : options;
}

/** The candidate that looks most like `name` (edit distance at most a third of its length), or undefined. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(Math.max(name.length, 3) / 3)) + 0.5;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from a to b (Damerau 1964). */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 16) return Infinity;
  const rows = [Array.from({ length: b.length + 1 }, (_, k) => k)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(rows[i - 1][j] + 1, row[j - 1] + 1, replaced);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
    }
    rows.push(row);
  }
  return rows[a.length][b.length];
}
