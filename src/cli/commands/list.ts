import { quantityText, unitText } from '../../base/quantityText.ts';
import { z } from 'zod';
import { definitionInfos } from '../../host/catalogue/definitionInfo.ts';
import { solidPresets } from '../../materials/presets.ts';
import { usageError } from '../arguments.ts';
import type { Command, CommandContext } from '../Command.ts';

interface ParameterRow {
  readonly name: string;
  readonly label?: string;
  readonly unit?: string;
  readonly symbol?: string;
  readonly min?: number;
  readonly max?: number;
  readonly default?: unknown;
  readonly choices?: readonly unknown[];
  readonly help?: string;
}

/** What a row is made of, in the JSON Schema of the parameters. */
const schemaRows = z.looseObject({
  properties: z
    .record(
      z.string(),
      z.looseObject({
        default: z.unknown(),
        enum: z.array(z.unknown()).optional(),
        label: z.string().optional(),
        help: z.string().optional(),
        quantity: z
          .looseObject({
            label: z.string(),
            unit: z.string(),
            help: z.string(),
            symbol: z.string().optional(),
            min: z.number().optional(),
            max: z.number().optional(),
          })
          .optional(),
      }),
    )
    .default({}),
});

/** The parameters of a definition as rows, in the order of its schema. */
function parameterRows(params: unknown): ParameterRow[] {
  return Object.entries(schemaRows.parse(params).properties).map(([name, member]) => {
    const { label, unit, symbol, min, max, help } = { ...member, ...member.quantity } as Partial<ParameterRow>;
    return { name, label, unit, symbol, min, max, default: member.default, choices: member.enum, help };
  });
}

function describeParameter(row: ParameterRow): string {
  const range = row.min === undefined && row.max === undefined ? '' : ` in [${row.min ?? '-inf'}, ${row.max ?? 'inf'}]`;
  const preset = row.default === undefined ? '' : ` = ${JSON.stringify(row.default)}`;
  const choices =
    row.choices === undefined ? '' : ` (${row.choices.map((choice) => JSON.stringify(choice)).join(', ')})`;
  return `      ${row.name}${preset}${row.unit ? ` ${unitText(row.unit)}` : ''}${range}${choices}${row.help ? `: ${row.help}` : ''}`;
}

const PRESET_KIND = 'material preset';

function listPresets(context: CommandContext): void {
  context.print(PRESET_KIND);
  for (const preset of solidPresets) {
    context.emit({ kind: PRESET_KIND, ...preset });
    const { type, label, density, youngsModulus, poissonRatio, model } = preset;
    const numbers = `${density} kg/m³, E ${quantityText(youngsModulus, 'Pa')}, nu ${poissonRatio}, ${model}`;
    context.print(`  ${type.padEnd(22)} ${label} (${numbers})`);
  }
}

const list: Command = {
  summary: 'registered models, meshers, shapes, importers, exporters and templates',
  usage: [
    'ductile list [KIND] [--params] [--json]',
    '',
    'KIND is the beginning of a kind, e.g. `constitutive`, `mesher` or `material`. --params also prints every parameter with its unit,',
    'range, default and help.',
  ].join('\n'),
  options: { params: { type: 'boolean' } },
  async run(args, context) {
    const wanted = args.positionals[0] ?? '';
    const shown = definitionInfos().filter(({ kind }) => kind.startsWith(wanted));
    const presets = PRESET_KIND.startsWith(wanted);
    if (shown.length === 0 && !presets) throw usageError(`there is no kind '${wanted}'`);
    let heading = '';
    for (const definition of shown) {
      const { kind, type, label, reference, params } = definition;
      if (kind !== heading) context.print(kind);
      heading = kind;
      const parameters = parameterRows(params);
      context.emit({ ...definition, parameters });
      context.print(`  ${type.padEnd(22)} ${label} (${reference})`);
      if (args.values['params'] === true) for (const row of parameters) context.print(describeParameter(row));
    }
    if (presets) listPresets(context);
  },
};

export default list;
