import { resolve } from 'node:path';
import { checkCancelled } from '../../base/job.ts';
import { writeFileAtomically } from '../../cache/atomicFile.ts';
import type { RepairId } from '../../geometry/preflight/PreflightReport.ts';
import { repairIds } from '../../geometry/preflight/repairs.ts';
import { repairSurface } from '../../geometry/preflight/repairSurface.ts';
import { encodeSurface } from '../../io/encodeSurface.ts';
import { readMesh } from '../../io/readMesh.ts';
import { requiredOption, requiredPositional, stringOption, usageError } from '../arguments.ts';
import type { Command } from '../Command.ts';

/** The repairs that are named; undefined for those that are offered. */
function chosenRepairs(text: string | undefined): readonly RepairId[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',');
  const unknown = names.find((name) => !repairIds.some((id) => id === name));
  if (unknown !== undefined) throw usageError(`there is no repair '${unknown}'; use one of ${repairIds.join(', ')}`);
  return repairIds.filter((id) => names.includes(id));
}

const command: Command = {
  summary: 'apply the safe repairs that `info` offers, into a new file',
  usage: [
    'ductile repair SURFACE -o OUT.obj|OUT.ply [--do weld,drop-degenerate,drop-duplicate,drop-unreferenced,orient,close-holes]',
    '                       [--json]',
    '',
    'Without --do, all that the preflight offers, then what it offers after that. Prints what each changed; the source file is never changed.',
    'Holes are closed only if --do contains close-holes; their number, the largest and the added area are printed.',
  ].join('\n'),
  options: { output: { type: 'string', short: 'o' }, do: { type: 'string' } },
  async run(args, context) {
    const path = resolve(requiredPositional(args, 0, 'the surface'));
    const output = resolve(requiredOption(args, 'output'));
    if (output === path) throw usageError('the repaired surface needs another name: the source is never changed');
    const { surface } = (await readMesh(path)).mesh;
    checkCancelled(context.job);
    const chosen = chosenRepairs(stringOption(args, 'do'));
    const { surface: mesh, done, report } = repairSurface(surface, chosen, context.job);
    for (const { repair, sentence } of done) context.print(`${repair}: ${sentence}`);
    const bytes = encodeSurface(mesh, output);
    checkCancelled(context.job);
    await writeFileAtomically(output, [bytes]);
    const left = report.findings.map(({ severity, sentence }) => ({ severity, sentence }));
    context.emit({ surface: path, output, done, left });
    for (const { severity, sentence } of left) context.print(`left: ${severity}: ${sentence}`);
    context.print(`${output}: ${mesh.positions.length / 3} vertices, ${mesh.faceOffsets.length - 1} faces`);
  },
};

export default command;
