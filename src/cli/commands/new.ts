import { access } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { groupKinds, type GroupKind } from '../../geometry/meshGroups.ts';
import { createShot } from '../../host/shot/createShot.ts';
import { meshDiagnostics, type MeshDiagnostic } from '../../host/meshJobs/meshDiagnostics.ts';
import { templates } from '../../scene/templates.ts';
import { numberOption, requiredOption, stringOption, usageError } from '../arguments.ts';
import type { Command, CommandArguments } from '../Command.ts';
import { animationDoubts, animationOptions } from '../animationOptions.ts';
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
    'ductile new --animation FILE [--template NAME] [--object NAME] [--use collider|target|shown] [--solid ID]',
    '                       [--surface closed|open]',
    '                       [--unit METRES] [--up y|z] [--fps N] [--clip NAME] [--starts-at FRAME] [--speed PERCENT]',
    '                       [--keeps seconds|frames] [--pre-roll hold|play|from-bind-pose] [--frames N] -o SHOT.ductile',
    '',
    '--mesh alone makes a drop test that is ready to run. --unit says how many metres one unit of the mesh is (0.01 for',
    'centimetres). --frames 36 makes frames 1 to 36, of which 1 is the start pose. --set changes other parameters of the',
    'template: `ductile list template --params` shows them. --regions makes a material region of each material, group or',
    'object of the file: `ductile info FILE` lists them.',
    '',
    '--animation brings a mesh that moves into the shot: an Alembic archive, a glTF file, a PC2 or MDD cache, or a sequence',
    'of OBJ or PLY files (walk.####.obj). It is linked, not copied. As a collider, solids, cloth and rigid bodies meet it; the first',
    'sample lies at frame --starts-at. As a target it pulls the solid --solid, or the only one, along with it. Left out, the mesh with most triangles is used, unit and axis as the file says or',
    'its size speaks for, and the shot is as long as the animation. --pre-roll says what it does in frames before the first',
    'one, where the shot has any.',
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
    animation: { type: 'string' },
    object: { type: 'string' },
    use: { type: 'string' },
    solid: { type: 'string' },
    surface: { type: 'string' },
    fps: { type: 'string' },
    clip: { type: 'string' },
    'starts-at': { type: 'string' },
    speed: { type: 'string' },
    keeps: { type: 'string' },
    'pre-roll': { type: 'string' },
    force: { type: 'boolean' },
  },
  positionals: 0,
  async run(args, context) {
    const path = resolve(requiredOption(args, 'output'));
    const meshPath = stringOption(args, 'mesh');
    const animation = animationOptions(args);
    const fallback = meshPath !== undefined ? 'drop-test' : animation !== undefined ? 'empty' : undefined;
    const type = stringOption(args, 'template') ?? fallback;
    if (type === undefined) throw usageError('give --template NAME, --mesh FILE or --animation FILE');
    if (animation !== undefined && meshPath !== undefined && animation.pulls === undefined) {
      throw usageError('give --mesh or --animation, not both, unless the animation is its target (--use target)');
    }
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
    const request = { type, params, path, mesh, animation, regions, replace };
    const { scene, imported, animation: read, regions: made } = await createShot(request);
    const use = { unitIsAssumed: !methodIsFixed && unit === undefined, methodIsFixed };
    const doubts = imported === undefined ? [] : meshDiagnostics(imported, scene, use);
    const warnings = [...doubts.map((doubt) => describeDoubt(doubt, methodIsFixed)), ...animationDoubts(read, unit)];
    for (const warning of warnings) context.warn(`ductile: ${warning}`);
    const { project, range } = scene;
    context.emit({ shot: path, template: type, project, range, regions: made, animation: read, warnings });
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
