// Makes the draft frames of the sample shots: `node tools/sampleFrames.mjs --packs FOLDER` writes the packs that come with a packed program (at most 25 MB),
// `--figures app/start/sampleFigures.json` what the cards of samples say before anything is simulated, of frames that are made now. `--only NAME,NAME` makes some of
// them, `--seconds N` ends each after so much processor time, `--shelf FOLDER` keeps the frames there, so that a second call goes on. It wants the built program.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from './options.mjs';

const names = ['packs', 'figures', 'only', 'seconds', 'shelf'];
const { values } = readOptions(import.meta.url, Object.fromEntries(names.map((name) => [name, { type: 'string' }])));

const program = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'sampleFrames.js');
if (!existsSync(program)) {
  process.stderr.write('The program is not built: npm run build\n');
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  [program, ...Object.entries(values).flatMap(([name, value]) => (name === 'help' ? [] : [`--${name}`, value]))],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
