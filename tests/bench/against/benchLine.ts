import { z } from 'zod';

const measured = z.union([
  z.object({ by: z.enum(['processor', 'clock']), processor: z.number(), clock: z.number() }),
  z.object({ by: z.literal('figure'), figure: z.number() }),
]);

const row = z.object({ suite: z.string(), name: z.string(), unit: z.string() });
/** What programs before this format print: one number, of which they do not say what it is judged by. */
const olderRow = row.extend({ fast: z.number() });
/** What the editor's benchmark prints. */
const editorRow = row.extend({ part: z.string(), value: z.number() });

/** A row that a program printed, with all that it may be judged by; `figure` alone where the program does not say. */
export interface PrintedRow {
  readonly name: string;
  readonly unit: string;
  readonly by?: 'processor' | 'clock' | 'figure';
  readonly figures: Readonly<Partial<Record<'processor' | 'clock' | 'figure', number>>>;
}

/** The rows among the lines that `ductile bench --json` printed; lines about the machine and about growth are no rows. */
export function printedRows(text: string): PrintedRow[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .flatMap((line): PrintedRow[] => {
      const value: unknown = JSON.parse(line);
      const now = row.extend({ measured }).safeParse(value);
      if (now.success) {
        const { name, unit, measured: found } = now.data;
        return [{ name, unit, by: found.by, figures: figuresOf(found) }];
      }
      const editor = editorRow.safeParse(value);
      if (editor.success) {
        const { name, unit, part, value: figure } = editor.data;
        return [{ name: `${part}: ${name}`, unit, by: 'figure', figures: { figure } }];
      }
      const older = olderRow.safeParse(value);
      return older.success
        ? [{ name: older.data.name, unit: older.data.unit, figures: { figure: older.data.fast } }]
        : [];
    });
}

function figuresOf(found: z.infer<typeof measured>): PrintedRow['figures'] {
  if (found.by === 'figure') return { figure: found.figure };
  return { processor: found.processor, clock: found.clock };
}
