import { verifyCache, type FileVerdict } from '../../cache/verifyCache.ts';
import { CoreError } from '../../base/errors.ts';
import type { Command } from '../Command.ts';
import { openShot, shotOptions } from '../shot.ts';

const verify: Command = {
  summary: "check every file of a shot's cache",
  usage: [
    'ductile verify SHOT [--cache DIR] [--json]',
    '',
    'Reads every frame, checkpoint and mesh of the cache and checks it against its checksum. Damaged files are named and left',
    'where they are; the simulation treats them as missing. Exit code 3 when there are any.',
  ].join('\n'),
  options: shotOptions,
  async run(args, context) {
    const { cache } = await openShot(args, context);
    const counts = { ok: 0, torn: 0, foreign: 0 };
    let bytes = 0;
    const damaged: FileVerdict[] = [];
    for await (const verdict of verifyCache(cache.folder)) {
      counts[verdict.status]++;
      bytes += verdict.bytes;
      if (verdict.status === 'ok') continue;
      damaged.push(verdict);
      context.print(`${verdict.status}: ${verdict.path} (${verdict.reason ?? ''})`);
    }
    context.emit({ cache: cache.folder, ...counts, bytes, damaged });
    context.print(`${counts.ok} files intact, ${damaged.length} damaged, ${(bytes / 1e6).toFixed(1)} MB`);
    if (damaged.length === 0) return;
    throw new CoreError('cache-damaged', `${damaged.length} files of the cache are damaged`, {
      file: cache.folder,
      remedy: 'Simulate again to replace the damaged frames.',
    });
  },
};

export default verify;
