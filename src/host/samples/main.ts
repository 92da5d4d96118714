import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readPlainFileSync } from '../../cache/plainFile.ts';
import { defaultBackendName } from '../solverBackend.ts';
import { makeSample, packSample, sampleSize, type MadeSample } from './makeSamples.ts';
import { SampleShelf, sampleTypes } from './SampleShelf.ts';

/** Bytes of all packs together. */
const MOST_BYTES = 25e6;
/** Processor seconds for the figures of one sample, after which the rest of its frames is taken to cost as much as those before. */
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
if (values.figures !== undefined) await writeFigures(resolve(values.figures));
if (values.packs !== undefined) await writePacks(resolve(values.packs));

/** What a sample holds and what its draft costs, for cards of samples that were never simulated. */
async function writeFigures(path: string): Promise<void> {
  const known = JSON.parse(readPlainFileSync(path).toString()) as { samples: Record<string, unknown> };
  const samples: Record<string, unknown> = {};
  for (const type of sampleTypes()) {
    if (!types.includes(type)) {
      if (type in known.samples) samples[type] = known.samples[type];
      continue;
    }
    const made = await makeSample(shelf, type, {
      threads: 1,
      processorSeconds: Number(values.seconds ?? FIGURE_SECONDS),
    });
    const { frames, cached, processorSeconds } = made;
    const seconds = Number(((processorSeconds * frames) / Math.max(1, cached)).toPrecision(2));
    samples[type] = { frames, size: await sampleSize(made), seconds };
    process.stdout.write(`${type}: ${JSON.stringify(samples[type])} of ${cached} frames\n`);
    writeFileSync(path, `${JSON.stringify({ samples: { ...known.samples, ...samples } }, undefined, 2)}\n`);
  }
}

/** The frames that come with the program: as many bytes of each sample as of every other, the whole of small ones. */
async function writePacks(folder: string): Promise<void> {
  const all: MadeSample[] = [];
  for (const type of types) {
    const made = await makeSample(shelf, type, { threads: cpus().length });
    process.stdout.write(`${type}: ${made.cached} of ${made.frames} frames, ${(made.bytes / 1e6).toFixed(2)} MB\n`);
    all.push(made);
  }
  const share = equalShare(
    all.map(({ bytes }) => bytes),
    MOST_BYTES,
  );
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith('.pack')) rmSync(join(folder, name));
  let bytes = 0;
  for (const made of all) {
    const pack = packSample(made, share);
    bytes += pack.length;
    writeFileSync(join(folder, `${shelf.nameOf(made.type)}.pack`), pack);
  }
  process.stdout.write(`${all.length} packs, ${(bytes / 1e6).toFixed(1)} MB\n`);
}

/** b such that the sum of min(size, b) is at most `budget`: what small ones leave is for the others. */
function equalShare(sizes: readonly number[], budget: number): number {
  let rest = budget;
  for (const [index, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const share = rest / (sizes.length - index);
    if (size > share) return share;
    rest -= size;
  }
  return Infinity;
}
