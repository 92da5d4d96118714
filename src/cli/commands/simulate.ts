import { totalmem } from 'node:os';
import { removeDamaged } from '../../cache/verifyCache.ts';
import { createBackend } from '../../host/simulation/solverBackend.ts';
import type { FrameOutcome } from '../../host/simulation/SimulateRequest.ts';
import { simulateShot } from '../../host/simulation/simulateShot.ts';
import { frameWarnings, JudgedFrames } from '../../frames/judgements.ts';
import { entityNotes } from '../../frames/shownStatistics.ts';
import { memoryWarning } from '../../scene/estimates.ts';
import type { Scene } from '../../scene/Scene.ts';
import type { Command } from '../Command.ts';
import { namingShot, openShot, shotOptions, threadsOption } from '../shot.ts';

function describeFrame(scene: Scene, { frame, stats, seconds, cached, sha256 }: FrameOutcome): string {
  const work = cached
    ? 'cached'
    : `${stats.substeps} substeps, ${stats.cgIterations} iterations, ${seconds.toFixed(3)} s`;
  const notes = entityNotes(scene.entities, stats).map(({ entity: { id }, text }) => `; ${id}: ${text}`);
  return `frame ${frame}: ${work}; ${stats.invertedElements} inverted${notes.join('')}; sha256 ${sha256.slice(0, 12)}`;
}

const simulate: Command = {
  summary: 'simulate a shot into its cache; existing frames are kept',
  usage: [
    'ductile simulate SHOT [--frames A-B] [--quality draft|preview|final] [--threads N] [--backend NAME] [--cache DIR]',
    '                      [--take ID] [--quota GB] [--json]',
    '',
    'Each frame is stored as it is finished, beside the shot in `ductile-cache`. Run again after an edit, only the frames that',
    'the edit touches are simulated. Damaged files of the cache are removed first and simulated again.',
    '--json prints one object per frame: frame, seconds, substeps, cgIterations, invertedElements, volume, energies, warnings,',
    'judgements, entities, bodyContact, key, sha256, cached, checkpoint; and a last one with totals and problems.',
    'Problems in frames that do not stop the simulation are printed where they begin and summarised at the end; the exit code stays 0.',
    'Exit code 4 when the simulation fails, 130 when cancelled (finished frames stay).',
  ].join('\n'),
  options: { ...shotOptions, threads: { type: 'string' }, backend: { type: 'string' }, quota: { type: 'string' } },
  async run(args, context) {
    const { path, loaded, cache, quality, first, last, quotaBytes } = await openShot(args, context);
    for (const entity of loaded.scene.entities) {
      const warning = memoryWarning(entity, loaded.scene.quality[quality].edgeScale, totalmem());
      if (warning !== undefined) context.warn(`warning: ${warning}`);
    }
    const backend = createBackend(args.values['backend'] as string | undefined, threadsOption(args));
    const began = performance.now();
    try {
      const request = { shot: loaded, cache, backend, quality, first, last, quotaBytes, makeSurfaces: true };
      const judged = new JudgedFrames();
      const report = (outcome: FrameOutcome) => {
        const { stats, ...rest } = outcome;
        context.emit({ ...rest, ...stats });
        if (!outcome.cached) context.print(describeFrame(loaded.scene, outcome));
        const judgements = judged.add(outcome.frame, stats.judgements);
        const warnings = outcome.cached ? [] : frameWarnings({ warnings: stats.warnings, judgements });
        for (const warning of warnings) context.print(`  warning: ${warning}`);
      };
      const removed = await removeDamaged(cache.folder, context.job);
      if (removed > 0)
        context.warn(
          `ductile: ${removed} damaged files of the cache were removed; those that are needed are simulated again`,
        );
      const summary = await namingShot(path, () => simulateShot(request, context.job, { frame: report }));
      const seconds = (performance.now() - began) / 1000;
      context.emit({
        done: true,
        ...summary,
        judged: judged.lines(),
        seconds,
        backend: backend.name,
        cache: cache.folder,
      });
      const resumed = summary.resumedFrom === undefined ? '' : ` from frame ${summary.resumedFrom}`;
      context.print(`${summary.simulated} frames simulated${resumed}, ${summary.cached} kept, ${seconds.toFixed(2)} s`);
      for (const line of judged.lines()) context.print(`warning: ${line}`);
    } finally {
      backend.dispose();
    }
  },
};

export default simulate;
