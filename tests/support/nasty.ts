import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { CoreError } from '../../src/base/errors.ts';
import { readMesh, type MeshFile } from '../../src/io/readMesh.ts';

/** What became of one file: a mesh, or an error that says where and what to do. */
export interface NastyOutcome {
  readonly file: string;
  readonly result: MeshFile | undefined;
  readonly error: unknown;
  readonly milliseconds: number;
  /** Resident memory after reading, MB. */
  readonly memoryMB: number;
}

/** Every file below `folder`, with `/` between folders, in a fixed order. */
export function filesBelow(folder: string, prefix = ''): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(folder, name) : [name];
    });
}

export async function tryReading(folder: string, file: string): Promise<NastyOutcome> {
  const start = performance.now();
  let result: MeshFile | undefined;
  let error: unknown;
  try {
    result = await readMesh(join(folder, file));
  } catch (thrown) {
    error = thrown;
  }
  const milliseconds = performance.now() - start;
  return { file, result, error, milliseconds, memoryMB: process.memoryUsage.rss() / 2 ** 20 };
}

/** One line of the table: file, outcome, time, memory. */
export function outcomeLine({ file, result, error, milliseconds, memoryMB }: NastyOutcome): string {
  const numbers = `${milliseconds.toFixed(0).padStart(6)} ms ${memoryMB.toFixed(0).padStart(5)} MB`;
  return `${file.padEnd(52)} ${numbers}  ${result === undefined ? describeError(error) : describeMesh(result)}`;
}

function describeMesh({ mesh, importer }: MeshFile): string {
  const { surface, tets, hexes, warnings } = mesh;
  const counts = [`${surface.positions.length / 3} vertices`, `${surface.faceOffsets.length - 1} faces`];
  if (tets !== undefined) counts.push(`${tets.tets.length / 4} tets`);
  if (hexes !== undefined) counts.push(`${hexes.hexes.length / 8} hexes`);
  const notes =
    warnings.length === 0 ? '' : ` | ${warnings[0]}${warnings.length > 1 ? ` (+${warnings.length - 1})` : ''}`;
  return `${importer}: ${counts.join(', ')}${notes}`;
}

function describeError(error: unknown): string {
  if (!(error instanceof CoreError)) return `CRASH ${String(error)}`;
  return `${error.code}: ${error.place === undefined ? '' : `${error.place}: `}${error.message} -> ${error.remedy ?? 'NO REMEDY'}`;
}

/** Leaves a table under `tests/.output`. */
export function writeTable(name: string, lines: readonly string[]): void {
  const folder = fileURLToPath(new URL('../.output/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
}
