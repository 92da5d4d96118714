import { contactSceneNames } from '../support/contactScenes/sceneNames.ts';
import type { ReadOptions } from '../support/contactScenes/ContactScene.ts';
import { ContactRun } from '../support/contactScenes/ContactRun.ts';
import { readContactScene } from '../support/contactScenes/readContactScene.ts';
import { watchRun } from '../support/contactScenes/watchRun.ts';

/**
 * `npm run bench -- table contact [parts of names] [rigid] [sheets] [seconds]`: scenes of a peer's contact suite, whose folder `DUCTILE_BENCHMARKS` names, and what became of them. A number
 * ends each scene after so many seconds.
 */
const folder = process.env['DUCTILE_BENCHMARKS'];
if (folder === undefined) {
  process.stderr.write('DUCTILE_BENCHMARKS does not name the folder of the contact suite\n');
  process.exit(2);
}
const words = process.argv.slice(2);
const limit = Number(words.find((word) => Number(word) > 0) ?? Infinity);
const flags = new Set(['rigid', 'sheets']);
const options: ReadOptions = { rigid: words.includes('rigid'), sheets: words.includes('sheets') };
const parts = words.filter((word) => !flags.has(word) && !(Number(word) > 0));
const all = contactSceneNames(folder);
const unknown = parts.find((part) => !all.some((name) => name.includes(part)));
if (unknown !== undefined) {
  process.stderr.write(`there is no scene '${unknown}'; use parts of ${all.join(', ')}\n`);
  process.exit(2);
}

const HEADS = ['frames', 'crossings', 'gain J', 'of', 'inverted', 's/frame'];
process.stdout.write(`${'scene'.padEnd(34)}${HEADS.map((head) => head.padStart(11)).join('')}  outcome\n`);
const notes = new Map<string, string[]>();
for (const name of all.filter((one) => parts.length === 0 || parts.some((part) => one.includes(part)))) {
  process.stdout.write(`${name.slice(name.indexOf('/') + 1).padEnd(34)}${await row(folder, name)}\n`);
}
for (const [note, scenes] of notes) process.stdout.write(`  ${note}: ${scenes.join(', ')}\n`);

/** The numbers of a scene. Energy gains are those beyond the least before, in J and as shares of the largest kinetic and elastic energy. */
async function row(suite: string, name: string): Promise<string> {
  const given = await readContactScene(suite, name, options);
  for (const note of given.notes) notes.set(note, [...(notes.get(note) ?? []), name]);
  const run = await ContactRun.start(given);
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  const watched = watchRun(run, run.lastFrame, () => seconds() < limit);
  const { frames, crossings, gain, largestEnergy, inverted, failure } = watched;
  run.dispose();
  const cells = [
    `${frames}/${run.lastFrame}`,
    run.hasSurfaces ? String(crossings) : '-',
    gain === undefined ? 'driven' : short(gain),
    gain === undefined ? '' : `${short((100 * gain) / largestEnergy)} %`,
    String(inverted),
    (seconds() / Math.max(1, frames)).toPrecision(2),
  ];
  return `${cells.map((cell) => ` ${cell}`.padStart(11)).join('')}  ${failure ?? verdict(watched)}`;
}

/** Two digits, and no more than seven characters. */
function short(value: number): string {
  return value > 0 && value < 1e-3 ? value.toExponential(0) : value.toPrecision(2);
}

function verdict({ outcome, holds, measured }: ReturnType<typeof watchRun>): string {
  const figures = measured === undefined ? '' : `; ${measured}`;
  if (holds === undefined) return outcome === '-' ? '' : `${outcome}: not known yet${figures}`;
  return `${holds ? outcome : `FAILS: ${outcome}`}${figures}`;
}
