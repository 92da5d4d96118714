import { quantityText, unitText } from '../../base/quantityText.ts';
import { z } from 'zod';
import { definitionInfos } from '../../host/catalogue/definitionInfo.ts';
import { fabricPresets } from '../../scene/fabricPresets.ts';
import { liquidPresets } from '../../scene/liquidPresets.ts';
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

interface ListedPreset {
  readonly type: string;
  readonly label: string;
  /** The numbers that tell it from others, as text. */
  readonly numbers: string;
  readonly whole: object;
}

/** Presets of materials, fabrics and liquids by what they are listed as. */
function presetLists(): ReadonlyMap<string, readonly ListedPreset[]> {
  const materials = solidPresets.map((whole) => {
    const { type, label, density, youngsModulus, poissonRatio, model } = whole;
    const numbers = `${density} kg/m³, E ${quantityText(youngsModulus, 'Pa')}, nu ${poissonRatio}, ${model}`;
    return { type, label, numbers, whole };
  });
  const fabrics = fabricPresets.map((whole) => {
    const { type, label, fabric } = whole;
    const numbers = `${fabric.areaDensity} kg/m², ${fabric.membraneStiffness} N/m, ${fabric.bendingStiffness} N m`;
    return { type, label, numbers, whole };
  });
  const liquids = liquidPresets.map((whole) => {
    const { type, label, density, viscosity, elasticity } = whole;
    const elastic = elasticity.shearModulus === 0 ? '' : `, G ${quantityText(elasticity.shearModulus, 'Pa')}`;
    return { type, label, numbers: `${density} kg/m³, ${viscosity} Pa s${elastic}`, whole };
  });
  return new Map<string, readonly ListedPreset[]>([
    ['material preset', materials],
    ['fabric preset', fabrics],
    ['liquid preset', liquids],
  ]);
}

function listPresets(context: CommandContext, kind: string, presets: readonly ListedPreset[]): void {
  context.print(kind);
  for (const { type, label, numbers, whole } of presets) {
    context.emit({ kind, ...whole });
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
    const presets = [...presetLists()].filter(([kind]) => kind.startsWith(wanted));
    if (shown.length === 0 && presets.length === 0) throw usageError(`there is no kind '${wanted}'`);
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
    for (const [kind, listed] of presets) listPresets(context, kind, listed);
  },
};

export default list;
