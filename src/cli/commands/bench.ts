import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CoreError } from '../../base/errors.ts';
import type { Command } from '../Command.ts';

/** Chunks lie one folder below the programs. */
const PROGRAM = '../bench.js';

/** More than there are. */
const MOST_SUITES = 32;

const bench: Command = {
  summary: 'time kernels and whole frames beside their references',
  usage: [
    'ductile bench [SUITE ...] [--json]',
    '',
    'Prints times, reference and ratio of each, measured in this run on this machine. Suites (all where none is named):',
    'kernels, frames, packing, shots, implicit, muscle, volume, selfContact, plastic, cloth, coupledShots, coupledForms,',
    'coupling, liquid, liquidSpeed, liquidSurface.',
  ].join('\n'),
  options: {},
  positionals: MOST_SUITES,
  run(args) {
    const program = fileURLToPath(new URL(PROGRAM, import.meta.url));
    if (!existsSync(program))
      throw new CoreError('file-missing', 'the benchmarks are not built', {
        file: program,
        remedy: 'Run npm run build.',
      });
    const json = args.values['json'] === true ? ['--json'] : [];
    const { status } = spawnSync(process.execPath, [program, ...args.positionals, ...json], { stdio: 'inherit' });
    if (status !== 0) throw new CoreError('usage', 'the benchmarks did not finish');
    return Promise.resolve();
  },
};

export default bench;
