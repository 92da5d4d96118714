import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** The folder of built programs is in the repository, where they find their packages. */
const OUTPUT = resolve('tests/.output');

/** The program built with the kinds of entities in a folder, for all stories of a file: gives where it is. Other stories read `dist`, which stays as it is. */
export function builtWithKinds(kinds: string): string {
  mkdirSync(OUTPUT, { recursive: true });
  const folder = mkdtempSync(join(OUTPUT, 'built-'));
  beforeAll(() => build(kinds, folder));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function build(kinds: string, folder: string): Promise<void> {
  const env = { ...process.env, DUCTILE_KINDS: kinds };
  const child = spawn(process.execPath, ['tools/build.mjs', `--out=${folder}`], { env });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((settle, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? settle() : reject(new Error(`the build ended with ${code}:\n${text}`)),
    );
  });
}
