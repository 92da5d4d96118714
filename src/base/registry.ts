import type { z } from 'zod';
import { CoreError } from './errors.ts';

/**
 * Members of every registered definition: a stable `type` (stored in documents), a label for menus, the reference (paper and
 * equation) that it implements, and the schema of its parameters with units, ranges, defaults and help.
 */
export interface Definition {
  readonly type: string;
  readonly label: string;
  readonly reference: string;
  readonly params: z.ZodType;
}

/**
 * The definitions of one category (constitutive models, meshers, importers ...). A folder collects its files with
 * `import.meta.glob`, so that adding a file adds a definition.
 */
export class Registry<D extends Pick<Definition, 'type'>> {
  readonly kind: string;
  private readonly byType = new Map<string, D>();

  constructor(kind: string, definitions: Iterable<D>) {
    this.kind = kind;
    const sorted = [...definitions].sort((a, b) => (a.type < b.type ? -1 : 1));
    for (const definition of sorted) {
      if (this.byType.has(definition.type)) throw new Error(`two definitions of ${kind} '${definition.type}'`);
      this.byType.set(definition.type, definition);
    }
  }

  get(type: string): D {
    const found = this.byType.get(type);
    if (found !== undefined) return found;
    throw new CoreError('document-invalid', `unknown ${this.kind} '${type}'`, {
      remedy: `Use one of: ${this.types().join(', ')}.`,
    });
  }

  has(type: string): boolean {
    return this.byType.has(type);
  }

  types(): D['type'][] {
    return this.all().map(({ type }) => type);
  }

  all(): D[] {
    return [...this.byType.values()];
  }
}

/** Returns the default exports of the modules that `import.meta.glob(pattern, { eager: true })` found. */
export function defaultExports<D>(modules: Record<string, unknown>): D[] {
  return Object.keys(modules)
    .sort()
    .map((path) => (modules[path] as { default: D }).default);
}
