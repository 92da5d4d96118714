import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CoreError } from '../../src/base/errors.ts';
import { preflight } from '../../src/geometry/preflight/preflight.ts';
import { readMesh } from '../../src/io/readMesh.ts';
import { SeededRandom } from '../support/random.ts';
import { formats, type Format } from '../support/formats.ts';
import { hostileFiles, type HostileFile } from '../support/hostileFiles.ts';
import { mutant } from '../support/mutants.ts';
import { sweepCaches } from './cacheSweep.ts';

/**
 * Damaged and hostile files, many of them: npm run fuzz [-- mutants N | files | cache N]. Tells what each format and each hostile file costs. Exit code 1
 * where anything but a plain refusal came out.
 */
const DEFAULT_MUTANTS = 10_000;
const DEFAULT_DAMAGES = 200;
/** Largest megabytes and milliseconds of a hostile file that pass. */
const MOST_MEGABYTES = 700;
const MOST_MILLISECONDS = 20_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function fuzzFormat({ name, bytes, read }: Format, count: number): Promise<number> {
  const random = new SeededRandom(`fuzz ${name}`);
  let [refused, faults, slowest] = [0, 0, 0];
  const began = performance.now();
  for (let run = 0; run < count; run++) {
    const damaged = mutant(bytes, random);
    const start = performance.now();
    const error = await read(damaged).catch((thrown: unknown) => thrown);
    slowest = Math.max(slowest, performance.now() - start);
    if (error instanceof CoreError) refused++;
    else if (error !== undefined) {
      faults++;
      say(`FAULT ${name}, mutant ${run}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const memory = (process.memoryUsage.rss() / 2 ** 20).toFixed(0);
  say(
    `${name.padEnd(36)} ${count} mutants, ${refused} refused, ${faults} faults, ${seconds} s, ` +
      `slowest ${slowest.toFixed(0)} ms, ${memory} MB in use`,
  );
  return faults;
}

/** Reads one file and says what it took; for a process of its own. */
async function readOne(path: string): Promise<void> {
  const start = performance.now();
  let outcome = 'read';
  try {
    preflight((await readMesh(path)).mesh.surface);
  } catch (error) {
    outcome = error instanceof CoreError ? `${error.code}: ${error.message}` : `FAULT ${String(error)}`;
  }
  const milliseconds = performance.now() - start;
  process.stdout.write(JSON.stringify({ outcome, milliseconds, megabytes: peakMegabytes() }));
}

/** Most memory that this process has had; the system's other counts include that of the process that started it. */
function peakMegabytes(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const peak = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  return peak === undefined ? process.memoryUsage.rss() / 2 ** 20 : Number(peak) / 1024;
}

async function fuzzFile(file: HostileFile, folder: string): Promise<number> {
  const path = join(folder, file.name);
  await writeFile(path, file.bytes);
  const args = [fileURLToPath(import.meta.url), 'one', path];
  const { stdout, signal } = spawnSync(process.execPath, args, { timeout: 10 * MOST_MILLISECONDS, encoding: 'utf8' });
  const ended = signal === null && stdout !== '';
  const { outcome, milliseconds, megabytes } = ended
    ? (JSON.parse(stdout) as { outcome: string; milliseconds: number; megabytes: number })
    : { outcome: 'FAULT did not end', milliseconds: Infinity, megabytes: Infinity };
  const costs = `${file.bytes.length} bytes: ${milliseconds.toFixed(0)} ms, ${megabytes.toFixed(0)} MB`;
  say(`${file.what.padEnd(56)} ${costs}, ${outcome}`);
  const asExpected = outcome.startsWith(file.code ?? 'read');
  return asExpected && milliseconds <= MOST_MILLISECONDS && megabytes <= MOST_MEGABYTES ? 0 : 1;
}

const [part = 'all', argument] = process.argv.slice(2);
const wants = (name: string) => part === 'all' || part === name;
let faults = 0;
if (part === 'one') await readOne(argument);
if (wants('files')) {
  const folder = await mkdtemp(join(tmpdir(), 'ductile-fuzz-'));
  try {
    for (const file of hostileFiles(1)) faults += await fuzzFile(file, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
if (wants('mutants')) {
  for (const format of await formats()) faults += await fuzzFormat(format, Number(argument ?? DEFAULT_MUTANTS));
}
if (wants('cache')) faults += await sweepCaches(Number(argument ?? DEFAULT_DAMAGES), say);
if (faults > 0) process.exitCode = 1;
