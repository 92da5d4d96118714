import { randomUUID } from 'node:crypto';
import { access, mkdir } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { CoreError } from '../../base/errors.ts';
import { writeFileAtomically } from '../../cache/atomicFile.ts';
import { catalogue } from '../../host/catalogue.ts';
import { readMesh } from '../../io/readMesh.ts';
import { sampleMesh } from '../../io/sampleMeshes.ts';
import { relativeReference, saveShot } from '../../io/shotFile.ts';
import { createFromTemplate, templates, type TemplateMesh } from '../../scene/templates.ts';
import type { ImportedMesh } from '../../io/Importer.ts';
import { orientedPoint } from '../../simulation/orientedPoint.ts';
import { numberOption, requiredOption, stringOption, usageError } from '../arguments.ts';
import type { Command, CommandArguments } from '../Command.ts';
import { meshDoubts } from '../meshDoubts.ts';
import { parameterPairs } from '../params.ts';

/** Min xyz, max xyz of a mesh in metres with Y up. */
function orientedBounds(positions: Float64Array, metresPerUnit: number, upAxis: 'y' | 'z'): number[] {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const point = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    orientedPoint(positions, i, metresPerUnit, upAxis, point);
    for (let axis = 0; axis < 3; axis++) {
      bounds[axis] = Math.min(bounds[axis], point[i + axis]);
      bounds[3 + axis] = Math.max(bounds[3 + axis], point[i + axis]);
    }
  }
  return bounds;
}

/** The sample mesh of a template, stored in `meshes` beside the shot. */
async function placeSampleMesh(name: string, shotPath: string): Promise<string> {
  const { fileName, bytes } = await sampleMesh(name);
  const path = join(dirname(shotPath), 'meshes', fileName);
  await mkdir(dirname(path), { recursive: true });
  await writeFileAtomically(path, [bytes]);
  return path;
}

async function describeMesh(
  path: string,
  shotPath: string,
  args: CommandArguments,
): Promise<{ imported: ImportedMesh; mesh: TemplateMesh }> {
  const upAxis = stringOption(args, 'up') ?? 'y';
  if (upAxis !== 'y' && upAxis !== 'z') throw usageError(`--up is y or z, not '${upAxis}'`);
  const metresPerUnit = numberOption(args, 'unit', 1e-9, 1e9) ?? 1;
  const { mesh: imported, sha256 } = await readMesh(path);
  const bounds = orientedBounds(imported.surface.positions, metresPerUnit, upAxis);
  return { imported, mesh: { path: relativeReference(shotPath, path), sha256, metresPerUnit, upAxis, bounds } };
}

const command: Command = {
  summary: 'a shot from a template, or a drop test of a mesh',
  usage: [
    'ductile new --template NAME -o SHOT.ductile [--mesh FILE] [--set NAME=VALUE,...] [--force] [--json]',
    'ductile new --mesh FILE [--unit METRES] [--up y|z] -o SHOT.ductile',
    '',
    '--mesh alone makes a drop test that is ready to run. --unit says how many metres one unit of the mesh is (0.01 for',
    'centimetres). --set changes parameters of the template: `ductile list template --params` shows them.',
  ].join('\n'),
  options: {
    template: { type: 'string' },
    mesh: { type: 'string' },
    output: { type: 'string', short: 'o' },
    unit: { type: 'string' },
    up: { type: 'string' },
    set: { type: 'string' },
    force: { type: 'boolean' },
  },
  positionals: 0,
  async run(args, context) {
    const path = resolve(requiredOption(args, 'output'));
    const meshPath = stringOption(args, 'mesh');
    const type = stringOption(args, 'template') ?? (meshPath === undefined ? undefined : 'drop-test');
    if (type === undefined) throw usageError('say --template NAME or --mesh FILE');
    if (!templates.has(type)) {
      throw new CoreError('usage', `there is no template '${type}'`, {
        remedy: `Known are: ${templates.types().join(', ')}.`,
      });
    }
    if (extname(path) !== '.ductile') throw usageError('the name of a shot ends with .ductile');
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists && args.values['force'] !== true) throw usageError(`${path} exists; --force replaces it`);
    const { sampleMesh: sample, needsMesh } = templates.get(type);
    if (meshPath !== undefined && !needsMesh) throw usageError(`the template '${type}' takes no mesh`);
    const file = meshPath ?? (sample === undefined ? undefined : await placeSampleMesh(sample, path));
    const given = file === undefined ? undefined : await describeMesh(resolve(file), path, args);
    const request = { project: randomUUID(), name: basename(path, '.ductile'), mesh: given?.mesh };
    const scene = createFromTemplate(type, parameterPairs(stringOption(args, 'set')), request, catalogue);
    await saveShot(path, scene, catalogue);
    const own = meshPath === undefined ? undefined : given;
    const warnings =
      own === undefined
        ? []
        : meshDoubts(own.imported, scene, {
            unitIsAssumed: sample === undefined && stringOption(args, 'unit') === undefined,
            methodIsFixed: sample !== undefined,
          });
    for (const warning of warnings) context.warn(`ductile: ${warning}`);
    context.emit({ shot: path, template: type, project: scene.project, range: scene.range, warnings });
    context.print(`${path}: ${templates.get(type).label}, frames ${scene.range.first}-${scene.range.last}`);
  },
};

export default command;
