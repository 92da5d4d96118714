import { readFileSync } from 'node:fs';
import { testDataPath } from './testData.ts';

/** One row of the table that describes the real meshes, measured by another program. */
export interface IndexRow {
  readonly file: string;
  readonly format: string;
  readonly vertices: string;
  readonly faces: string;
  /** `watertight / manifold`. */
  readonly topology: string;
  readonly notes: string;
}

export function readMeshIndex(): IndexRow[] {
  return readFileSync(testDataPath('INDEX.md'), 'utf8')
    .split('\n')
    .map((line) =>
      line
        .replaceAll('\\|', '/')
        .split('|')
        .map((cell) => cell.trim()),
    )
    .filter((cells) => /^[A-D]_\w+\//.test(cells[1] ?? ''))
    .map(([, file, format, vertices, faces, topology, notes]) => ({ file, format, vertices, faces, topology, notes }));
}

/** The number before `what` in the notes (`223 boundary edges`); 0 when it is not mentioned. */
export function noted(row: IndexRow, what: string): number {
  return Number(new RegExp(`(\\d+) ${what}`).exec(row.notes)?.[1] ?? 0);
}
