import { resolve } from 'node:path';
import { exportShot } from '../../host/export/exportShot.ts';
import { predictExport } from '../../host/export/predictExport.ts';
import { ShotFrames } from '../../host/frames/ShotFrames.ts';
import { defaultBackendName } from '../../host/simulation/solverBackend.ts';
import { METRES, type LengthUnit, type UpAxis } from '../../io/axes.ts';
import { exporters } from '../../io/Exporter.ts';
import { EXPORT_PRESETS, exportPreset } from '../../io/exportPresets.ts';
import { framesPerSecond as sceneRate } from '../../scene/Scene.ts';
import { framesPerSecond, requiredOption, stringOption, usageError } from '../arguments.ts';
import type { Command, CommandArguments } from '../Command.ts';
import { parseParams } from '../params.ts';
import { openShot, shotOptions } from '../shot.ts';

/** The preset's axes and unit, with --axis and --unit put over them. */
function targetSpace(args: CommandArguments): { up: UpAxis; unit: LengthUnit } {
  const { up, unit } = exportPreset(stringOption(args, 'preset') ?? 'houdini');
  const axis = stringOption(args, 'axis') ?? up;
  const length = stringOption(args, 'unit') ?? unit;
  if (axis !== 'y' && axis !== 'z') throw usageError(`--axis is y or z, not '${axis}'`);
  if (!(length in METRES)) throw usageError(`--unit is one of ${Object.keys(METRES).join(', ')}, not '${length}'`);
  return { up: axis, unit: length as LengthUnit };
}

const command: Command = {
  summary: 'write cached frames as Alembic, OBJ, PLY or volume files',
  usage: [
    'ductile export SHOT --format alembic|obj|ply|ply-points|msh|vtk -o OUT [--frames A-B] [--quality draft|preview|final] [--fps RATE]',
    '               [--preset NAME] [--axis y|z] [--unit m|cm|mm|in|ft] [--colliders] [--set NAME=VALUE,...]',
    '               [--take ID] [--estimate] [--json]',
    '',
    `--preset sets axis and unit for a program: ${EXPORT_PRESETS.map(({ type }) => type).join(', ')}.`,
    'Sequences take #### or %04d in OUT for the frame number. --fps retimes the file without changing its frames',
    '(23.976, 29.97 and 24000/1001 are exact). --colliders writes them too. What was written is opened again and compared;',
    'the hand-off report lists each check. Exit code 4 when one fails. --estimate writes nothing and prints the approximate size in bytes.',
  ].join('\n'),
  options: {
    ...shotOptions,
    format: { type: 'string' },
    output: { type: 'string', short: 'o' },
    fps: { type: 'string' },
    preset: { type: 'string' },
    axis: { type: 'string' },
    unit: { type: 'string' },
    set: { type: 'string' },
    colliders: { type: 'boolean' },
    estimate: { type: 'boolean' },
    backend: { type: 'string' },
  },
  async run(args, context) {
    const format = requiredOption(args, 'format');
    const estimated = args.values['estimate'] === true;
    const path = estimated ? '' : resolve(requiredOption(args, 'output'));
    if (!exporters.has(format))
      throw usageError(`there is no format '${format}'; use one of ${exporters.types().join(', ')}`);
    const params = parseParams(exporters.get(format), stringOption(args, 'set'));
    const preset = targetSpace(args);
    const { loaded, cache, quality, first, last } = await openShot(args, context);
    const { scene } = loaded;
    const rate = stringOption(args, 'fps');
    const began = performance.now();
    const backend = stringOption(args, 'backend') ?? defaultBackendName();
    const frames = await ShotFrames.open({ shot: loaded, quality, cache, backend }, context.job);
    const request = {
      frames,
      format,
      params,
      firstFrame: first,
      lastFrame: last,
      framesPerSecond: rate === undefined ? sceneRate(scene) : framesPerSecond(rate),
      preset,
      path,
      withColliders: args.values['colliders'] === true,
      description: scene.name,
    };
    if (estimated) {
      const bytes = await predictExport(request, context.job);
      context.emit({ format, first, last, bytes });
      context.print(`about ${(bytes / 1e6).toFixed(1)} MB`);
      return;
    }
    const report = await exportShot(request, context.job);
    const seconds = (performance.now() - began) / 1000;
    context.emit({ format, first, last, ...preset, ...report, seconds });
    for (const { name, passed, detail } of report.checks)
      context.print(`${passed ? 'ok    ' : 'FAILED'} ${name}: ${detail}`);
    for (const warning of report.warnings) context.print(`warning: ${warning}`);
    const size = report.bounds.slice(3).map((high, axis) => (high - report.bounds[axis]).toPrecision(4));
    context.print(`box over all frames ${size.join(' x ')} ${preset.unit}, ${preset.up} up`);
    const { take, quality: kind, seed, solverVersion, frameKey } = report.source;
    context.print(`from take '${take}', ${kind}, seed ${seed}, solver ${solverVersion}, frame ${last} = ${frameKey}`);
    for (const note of report.source.notes) context.print(`frame ${last}, ${note}`);
    if (report.sha256.length === 1) context.print(`sha256 ${report.sha256[0]}`);
    const [name, ...more] = report.files;
    const files = more.length === 0 ? name : `${report.files.length} files from ${name}`;
    context.print(`${files}, ${(report.bytes / 1e6).toFixed(1)} MB, ${seconds.toFixed(2)} s`);
  },
};

export default command;
