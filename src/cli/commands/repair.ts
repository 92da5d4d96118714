import { extname, resolve } from 'node:path';
import { writeFileAtomically } from '../../cache/atomicFile.ts';
import { preflight } from '../../geometry/preflight/preflight.ts';
import type { RepairId } from '../../geometry/preflight/PreflightReport.ts';
import { repair } from '../../geometry/preflight/repairs.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import type { ExportObject } from '../../io/Exporter.ts';
import { ObjFrameWriter } from '../../io/exporters/obj/ObjFrameWriter.ts';
import { encodePly } from '../../io/exporters/ply/encodePly.ts';
import { readMesh } from '../../io/readMesh.ts';
import { requiredOption, requiredPositional, stringOption, usageError } from '../arguments.ts';
import type { Command } from '../Command.ts';

/** In the order in which they are done. */
const REPAIRS: readonly RepairId[] = ['weld', 'drop-degenerate', 'drop-duplicate', 'drop-unreferenced', 'orient'];

/** One repair can make room for another: a piece that was cut free of copies can be turned. As often the preflight is asked again. */
const ROUNDS = 4;

/** The repairs that are named; undefined for those that are offered. */
function chosenRepairs(text: string | undefined): readonly RepairId[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',');
  const unknown = names.find((name) => !REPAIRS.some((id) => id === name));
  if (unknown !== undefined) throw usageError(`there is no repair '${unknown}'; known are ${REPAIRS.join(', ')}`);
  return REPAIRS.filter((id) => names.includes(id));
}

/** The surface as OBJ or PLY, by the path's ending. */
function encodeSurface(surface: SurfaceMesh, path: string): Uint8Array {
  const { name, normals } = surface;
  const source: ExportObject = { name, kind: 'mesh', surface, sample: () => Promise.reject(new Error('not sampled')) };
  const positions = Float32Array.from(surface.positions);
  const content = { frame: 0, meshes: [{ source, name, surface, positions, normals }], points: [], volumes: [] };
  const ending = extname(path).toLowerCase();
  if (ending === '.obj') return new ObjFrameWriter('Ductile').encode(content);
  if (ending === '.ply') return encodePly(content, 'Ductile');
  throw usageError(`repaired surfaces are written as .obj or .ply, not '${ending}'`);
}

const command: Command = {
  summary: 'do the safe repairs that `info` offers, into a new file',
  usage: [
    'ductile repair SURFACE -o OUT.obj|OUT.ply [--do weld,drop-degenerate,drop-duplicate,drop-unreferenced,orient] [--json]',
    '',
    'Without --do, all that the preflight offers, then what it offers after that. Says what each changed; the source file is never touched.',
  ].join('\n'),
  options: { output: { type: 'string', short: 'o' }, do: { type: 'string' } },
  async run(args, context) {
    const path = resolve(requiredPositional(args, 0, 'the surface'));
    const output = resolve(requiredOption(args, 'output'));
    if (output === path) throw usageError('the repaired surface needs another name: the source is never touched');
    const { surface } = (await readMesh(path)).mesh;
    const chosen = chosenRepairs(stringOption(args, 'do'));
    let mesh = surface;
    const done: { repair: RepairId; changed: number; sentence: string }[] = [];
    let report = preflight(mesh);
    for (let round = 0; round < (chosen === undefined ? ROUNDS : 1); round++) {
      const repairs = chosen ?? report.offered.map(({ id }) => id);
      if (repairs.length === 0) break;
      for (const id of repairs) {
        const { mesh: repaired, changed, sentence } = repair(mesh, id);
        mesh = repaired;
        done.push({ repair: id, changed, sentence });
        context.print(`${id}: ${sentence}`);
      }
      report = preflight(mesh);
    }
    await writeFileAtomically(output, [encodeSurface(mesh, output)]);
    const left = report.findings.map(({ severity, sentence }) => ({ severity, sentence }));
    context.emit({ surface: path, output, done, left });
    for (const { severity, sentence } of left) context.print(`left: ${severity}: ${sentence}`);
    context.print(`${output}: ${mesh.positions.length / 3} vertices, ${mesh.faceOffsets.length - 1} faces`);
  },
};

export default command;
