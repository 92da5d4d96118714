import { z } from 'zod';
import { quantityInfo } from '../../base/quantities.ts';
import type { Definition, Registry } from '../../base/registry.ts';
import { colliderShapes } from '../../collision/CollisionBody.ts';
import { exporters } from '../../io/Exporter.ts';
import { importers } from '../../io/Importer.ts';
import { constitutiveModels } from '../../materials/ConstitutiveModel.ts';
import { meshers } from '../../meshing/Mesher.ts';
import { templates } from '../../scene/templates.ts';
import { solidPresets } from '../../materials/presets.ts';
import { usageError } from '../arguments.ts';
import type { Command, CommandContext } from '../Command.ts';

const REGISTRIES: readonly Registry<Definition>[] = [
  templates,
  meshers,
  constitutiveModels,
  colliderShapes,
  importers,
  exporters,
] as readonly Registry<Definition>[];

interface ParameterRow {
  readonly name: string;
  readonly unit?: string;
  readonly symbol?: string;
  readonly min?: number;
  readonly max?: number;
  readonly default?: unknown;
  readonly help?: string;
}

/** The parameters of a definition as rows, in the order of its schema. */
function parameterRows(schema: z.ZodType): ParameterRow[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, member]) => {
    const info = quantityInfo(member);
    if (info === undefined) return { name, help: member.description };
    const { unit, symbol, min, max, help } = info;
    return { name, unit, symbol, min, max, default: info.default, help };
  });
}

function describeParameter(row: ParameterRow): string {
  const range = row.min === undefined && row.max === undefined ? '' : ` in [${row.min ?? '-inf'}, ${row.max ?? 'inf'}]`;
  const preset = row.default === undefined ? '' : ` = ${String(row.default)}`;
  return `      ${row.name}${preset}${row.unit ? ` ${row.unit}` : ''}${range}${row.help ? `: ${row.help}` : ''}`;
}

const PRESET_KIND = 'material preset';

function listPresets(context: CommandContext): void {
  context.print(PRESET_KIND);
  for (const preset of solidPresets) {
    context.emit({ kind: PRESET_KIND, ...preset });
    const { type, label, density, youngsModulus, poissonRatio, model } = preset;
    const numbers = `${density} kg/m3, E ${youngsModulus.toExponential(2)} Pa, nu ${poissonRatio}, ${model}`;
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
    const shown = REGISTRIES.filter((registry) => registry.kind.startsWith(wanted));
    const presets = PRESET_KIND.startsWith(wanted);
    if (shown.length === 0 && !presets) throw usageError(`there is no kind '${wanted}'`);
    for (const registry of shown) {
      context.print(`${registry.kind}`);
      for (const { type, label, reference, params } of registry.all()) {
        const parameters = parameterRows(params);
        context.emit({ kind: registry.kind, type, label, reference, parameters });
        context.print(`  ${type.padEnd(22)} ${label} (${reference})`);
        if (args.values['params'] === true) for (const row of parameters) context.print(describeParameter(row));
      }
    }
    if (presets) listPresets(context);
  },
};

export default list;
