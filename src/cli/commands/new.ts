import { access } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { groupKinds, type GroupKind } from '../../geometry/meshGroups.ts';
import { createShot } from '../../host/shot/createShot.ts';
import { meshDiagnostics, type MeshDiagnostic } from '../../host/meshJobs/meshDiagnostics.ts';
import { templates } from '../../scene/templates.ts';
import { numberOption, requiredOption, stringOption, usageError } from '../arguments.ts';
import type { Command, CommandArguments } from '../Command.ts';
import { parameterPairs } from '../params.ts';

/** `--up`, by default y. */
function upAxisOption(args: CommandArguments): 'y' | 'z' {
  const upAxis = stringOption(args, 'up') ?? 'y';
  if (upAxis !== 'y' && upAxis !== 'z') throw usageError(`--up is y or z, not '${upAxis}'`);
  return upAxis;
}

/** `--regions`, for shots of a mesh. */
function regionsOption(args: CommandArguments, hasMesh: boolean): GroupKind | undefined {
  const text = stringOption(args, 'regions');
  if (text === undefined) return undefined;
  const of = groupKinds.find((kind) => kind === text);
  if (of === undefined) throw usageError(`--regions is ${groupKinds.join(', ')}, not '${text}'`);
  if (!hasMesh) throw usageError('--regions needs --mesh');
  return of;
}

const command: Command = {
  summary: 'a shot from a template, or a drop test of a mesh',
  usage: [
    'ductile new --template NAME -o SHOT.ductile [--mesh FILE] [--frames N] [--set NAME=VALUE,...] [--force]',
    '                       [--json]',
    'ductile new --mesh FILE [--unit METRES] [--up y|z] [--frames N] [--regions material|group|object] -o SHOT.ductile',
    '',
    '--mesh alone makes a drop test that is ready to run. --unit says how many metres one unit of the mesh is (0.01 for',
    'centimetres). --frames 36 makes frames 1 to 36, of which 1 is the start pose. --set changes other parameters of the',
    'template: `ductile list template --params` shows them. --regions makes a material region of each material, group or',
    'object of the file: `ductile info FILE` lists them.',
  ].join('\n'),
  options: {
    template: { type: 'string' },
    mesh: { type: 'string' },
    output: { type: 'string', short: 'o' },
    unit: { type: 'string' },
    up: { type: 'string' },
    frames: { type: 'string' },
    set: { type: 'string' },
    regions: { type: 'string' },
    force: { type: 'boolean' },
  },
  positionals: 0,
  async run(args, context) {
    const path = resolve(requiredOption(args, 'output'));
    const meshPath = stringOption(args, 'mesh');
    const type = stringOption(args, 'template') ?? (meshPath === undefined ? undefined : 'drop-test');
    if (type === undefined) throw usageError('give --template NAME or --mesh FILE');
    if (extname(path) !== '.ductile') throw usageError('the name of a shot ends with .ductile');
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    const replace = args.values['force'] === true;
    if (exists && !replace) throw usageError(`${path} exists; --force replaces it`);
    const unit = numberOption(args, 'unit', 1e-9, 1e9);
    // What is scaled anyway has no unit.
    const methodIsFixed = templates.has(type) && templates.get(type).sampleMesh !== undefined;
    const metresPerUnit = unit ?? (methodIsFixed ? 1 : undefined);
    const mesh =
      meshPath === undefined ? undefined : { path: resolve(meshPath), metresPerUnit, upAxis: upAxisOption(args) };
    const frames = numberOption(args, 'frames', 1, 1_000_000);
    const params = { ...parameterPairs(stringOption(args, 'set')), ...(frames !== undefined && { frames }) };
    const regions = regionsOption(args, mesh !== undefined);
    const { scene, imported, regions: made } = await createShot({ type, params, path, mesh, regions, replace });
    const use = { unitIsAssumed: !methodIsFixed && unit === undefined, methodIsFixed };
    const doubts = imported === undefined ? [] : meshDiagnostics(imported, scene, use);
    const warnings = doubts.map((doubt) => describeDoubt(doubt, methodIsFixed));
    for (const warning of warnings) context.warn(`ductile: ${warning}`);
    context.emit({ shot: path, template: type, project: scene.project, range: scene.range, regions: made, warnings });
    if (made !== undefined) context.print(made);
    context.print(`${path}: ${templates.get(type).label}, frames ${scene.range.first}-${scene.range.last}`);
  },
};

export default command;

/** A doubt about the mesh of a new shot with the option that helps. */
function describeDoubt(doubt: MeshDiagnostic, methodIsFixed: boolean): string {
  const { kind, sentence } = doubt;
  if (kind === 'file') return sentence;
  if (kind === 'elements') return `${sentence}: --set method=own keeps them.`;
  if (kind === 'unit') return `${sentence}: --unit METRES says how long a unit is.`;
  const shorter = `--set percent=${doubt.percent}`;
  return `${sentence} ${methodIsFixed ? shorter : `${shorter}, or method=embedded-bcc for whole cells throughout`}.`;
}
