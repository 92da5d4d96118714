import { z } from 'zod';

/** The part of a JSON Schema that defaults are read from. */
const schemaPart = z.looseObject({
  default: z.json().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});

/**
 * The parameters that a JSON Schema of an object gives by itself: the `default` of each member that has one, and those inside members
 * that are objects. Anything else than such a schema gives no parameters.
 */
export function schemaDefaults(schema: unknown): Record<string, z.core.util.JSONType> {
  const part = schemaPart.safeParse(schema);
  const defaults: Record<string, z.core.util.JSONType> = {};
  if (!part.success) return defaults;
  for (const [name, member] of Object.entries(part.data.properties ?? {})) {
    const inner = schemaPart.safeParse(member);
    if (!inner.success) continue;
    if (inner.data.default !== undefined) defaults[name] = structuredClone(inner.data.default);
    else if (inner.data.properties !== undefined) defaults[name] = schemaDefaults(member);
  }
  return defaults;
}
