import { storedForm, systemDigest } from '../../src/cache/cachedFile.ts';
import { isPacked, unpackContent } from '../../src/cache/packedContent.ts';
import { decodeFrame, encodeFrame, type Frame } from '../../src/frames/Frame.ts';
import { encodeLiquidSurface } from '../../src/frames/LiquidSurface.ts';
import { compactFrame } from '../../src/systems/compactFrame.ts';
import { isExtracted } from '../../src/frames/StaticStream.ts';
import { streamsOf } from '../../src/frames/Stream.ts';
import { extractSurface } from '../../src/systems/liquid/extractSurface.ts';
import { runShot, templateScene } from '../support/shots.ts';
import type { BenchRow } from './BenchRow.ts';
import { bestTimes, byProcessor } from './timing.ts';

const ROUNDS = 10;
const MEGABYTE = 1e6;
/** Calls in one measurement of encoding and decoding, and measurements. */
const CALLS = 100;
const MEASUREMENTS = 20;

/** Template, its parameters, and the frame that is measured. */
const SHOTS: readonly (readonly [string, Record<string, unknown>, number])[] = [
  ['dam-break', { cells: 56 }, 13],
  ['dam-break', { cells: 56, transport: 'flip' }, 13],
  ['dam-break', { cells: 56, transport: 'level-set' }, 13],
  ['torus-puddle', {}, 25],
  ['tori-pile', {}, 2],
  ['dented-ball', {}, 2],
];

/** Milliseconds of processor time, all threads. */
async function milliseconds<T>(run: () => Promise<T>): Promise<[T, string]> {
  let result = await run();
  const before = process.cpuUsage();
  for (let k = 0; k < ROUNDS; k++) result = await run();
  const { user, system } = process.cpuUsage(before);
  return [result, ((user + system) / 1000 / ROUNDS).toFixed(1)];
}

async function packingRow(name: string, kind: 'frame' | 'surface', content: Uint8Array): Promise<BenchRow> {
  const [{ stored }, packing] = await milliseconds(() => storedForm(kind, content));
  const [, unpacking] = await milliseconds(async () => isPacked(stored) && unpackContent(stored, systemDigest));
  const note = `${packing} ms to pack and ${unpacking} ms to unpack, processor time of all threads, checksums included`;
  return {
    name,
    unit: 'MB',
    measured: { by: 'figure', figure: stored.length / MEGABYTE },
    reference: { what: 'as it is', measured: { by: 'figure', figure: content.length / MEGABYTE } },
    note,
  };
}

/** Time to make the bytes of a frame and to read them again: what does not depend on the sizes of arrays shows where frames are small or have many streams. */
function codecRows(name: string, frame: Frame): BenchRow[] {
  const bytes = encodeFrame(frame);
  const row = (what: string, work: () => unknown): BenchRow => {
    const times = bestTimes(MEASUREMENTS, () => {
      for (let k = 0; k < CALLS; k++) work();
    });
    const note = `${frame.streams.length} streams, ${bytes.length} bytes`;
    return { name: `${name}, ${what}`, unit: 'ms', measured: byProcessor(times, 1e3 / CALLS), note };
  };
  return [row('encoding', () => encodeFrame(frame)), row('decoding', () => decodeFrame(bytes))];
}

/** What a frame and its skins take in the cache, as they are and packed, and the time that frames take to encode and decode. */
export async function* runPackingBench(): AsyncIterable<BenchRow> {
  for (const [template, params, last] of SHOTS) {
    const shot = await runShot(templateScene(template, params), { threads: 1 });
    shot.advanceTo(last);
    const { scene } = shot.simulation;
    const exact = shot.simulation.currentFrame();
    const frame = compactFrame(exact, scene, 'draft');
    const name = [template, ...Object.values(params)].join(' ');
    yield await packingRow(name, 'frame', encodeFrame(exact));
    yield* codecRows(name, exact);
    if (streamsOf(frame, 'points').length > 0) yield await packingRow(`${name}, compact`, 'frame', encodeFrame(frame));
    for (const stream of shot.simulation.statics().streams.filter(isExtracted)) {
      const surface = extractSurface(stream, frame);
      if (surface !== undefined) yield await packingRow(`${name}, skin`, 'surface', encodeLiquidSurface(surface));
    }
    shot.dispose();
  }
}
