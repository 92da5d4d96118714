import type { z } from 'zod';
import { inside, marksOf } from '../../../src/scene/marks.ts';

/** What a form shows beside a number. */
export interface NumberDescription {
  /** The path of the number with the alternatives on the way. */
  readonly name: string;
  readonly label?: string;
  readonly help?: string;
}

/** All numbers that values of a schema can hold and a form can show, those of alternatives included; vectors are one, and painted fields none. */
export function describedNumbers(schema: z.ZodType): NumberDescription[] {
  const found: NumberDescription[] = [];
  const visit = (at: z.ZodType, name: string, outside: Partial<NumberDescription> = {}): void => {
    if (marksOf(at).display === true || at.meta()?.painted === true) return;
    const meta = (at.meta() ?? {}) as Partial<NumberDescription> & Readonly<Record<string, object | undefined>>;
    const description = { ...outside, ...meta, ...meta.vector, ...meta.quantity };
    const { type, innerType, options, shape, items, element } = inside(at);
    const { label, help } = description;
    if (type === 'number' || 'quantity' in meta || 'vector' in meta) found.push({ name, label, help });
    else if (innerType !== undefined) visit(innerType, name, description);
    else if (options !== undefined) options.forEach((option) => visit(option, name));
    else if (items !== undefined) items.forEach((item, k) => visit(item, `${name}[${k}]`));
    else if (element !== undefined && inside(element).type === 'object') visit(element, `${name}[]`);
    else {
      const chosen = Object.entries(shape ?? {}).flatMap(([, member]) => inside(member).values ?? []);
      for (const [member, inner] of Object.entries(shape ?? {})) {
        visit(inner, `${name}${chosen.length > 0 ? `<${String(chosen[0])}>` : ''}.${member}`);
      }
    }
  };
  visit(schema, '');
  return found;
}
