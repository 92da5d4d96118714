import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readPlainFileSync } from '../../cache/plainFile.ts';
import { defaultBackendName } from '../simulation/solverBackend.ts';
import { makeSample, SamplePack, sampleSize, type MadeSample } from './makeSamples.ts';
import { SampleShelf, sampleTypes } from './SampleShelf.ts';
import { sharePacks } from './sharePacks.ts';

/** Bytes of all packs together. */
const MOST_BYTES = 25e6;
/** Processor seconds for the figures of one sample where no packs are made, after which the rest of its frames is taken to cost as much as those before. */
const FIGURE_SECONDS = 8;

const { values } = parseArgs({
  options: {
    figures: { type: 'string' },
    packs: { type: 'string' },
    shelf: { type: 'string' },
    only: { type: 'string' },
    seconds: { type: 'string' },
  },
});
const shelf = new SampleShelf(resolve(values.shelf ?? join(tmpdir(), 'ductile-samples')), defaultBackendName());
const types = values.only?.split(',') ?? sampleTypes();
const unknown = types.filter((type) => !sampleTypes().includes(type));
if (unknown.length > 0) end(`there is no sample '${unknown.join("', '")}'; use one of ${sampleTypes().join(', ')}`);
const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
if (Number.isNaN(seconds)) end(`--seconds must be a number, not '${values.seconds}'`);
const { figures, packs } = values;
const processorSeconds = seconds ?? (packs === undefined ? FIGURE_SECONDS : Infinity);
const all: MadeSample[] = [];
for (const type of types) {
  // One thread where its time is told: what two of them wait for each other is no work.
  const made = await makeSample(shelf, type, { threads: figures === undefined ? cpus().length : 1, processorSeconds });
  process.stdout.write(`${type}: ${made.cached} of ${made.frames} frames, ${(made.bytes / 1e6).toFixed(2)} MB\n`);
  if (figures !== undefined) await writeFigures(resolve(figures), made);
  all.push(made);
}
if (packs !== undefined) writePacks(resolve(packs));

function end(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

/** What a sample holds and what its draft costs, for cards of samples that were never simulated. */
async function writeFigures(path: string, made: MadeSample): Promise<void> {
  const { samples: known } = JSON.parse(readPlainFileSync(path).toString()) as { samples: Record<string, unknown> };
  if (made.draftSeconds !== undefined) {
    const { frames } = made;
    known[made.type] = { frames, size: await sampleSize(made), seconds: Number(made.draftSeconds.toPrecision(2)) };
  }
  const samples = Object.fromEntries(sampleTypes().flatMap((type) => (type in known ? [[type, known[type]]] : [])));
  writeFileSync(path, `${JSON.stringify({ samples }, undefined, 2)}\n`);
}

/** The frames that come with the program. */
function writePacks(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith('.pack')) rmSync(join(folder, name));
  const growing = all.map((made) => new SamplePack(made));
  sharePacks(growing, MOST_BYTES);
  const packs = growing.filter(({ frames }) => frames > 0);
  for (const pack of packs) {
    writeFileSync(join(folder, `${shelf.nameOf(pack.type)}.pack`), pack.encode());
    process.stdout.write(`${pack.type}: ${pack.frames} frames packed, ${(pack.bytes / 1e6).toFixed(2)} MB\n`);
  }
  const bytes = packs.reduce((sum, pack) => sum + pack.bytes, 0);
  process.stdout.write(`${packs.length} packs, ${(bytes / 1e6).toFixed(1)} MB\n`);
}
