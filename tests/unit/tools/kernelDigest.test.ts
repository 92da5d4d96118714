import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const tool = new URL('../../../tools/buildKernels.mjs', import.meta.url).href;
const { digestOf } = (await import(tool)) as {
  digestOf(root: string, sources: string, materials: readonly { readonly file: string }[]): string;
};

// Modules that were copied into a checkout of newer sources ran with parameters of another layout: nobody had looked but at their times.
test('what kernels are made from is known by its contents, whatever the times of the files are', async () => {
  const root = await temporaryFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('src/kernels/assembly/elements/forces.ts', 'a');
  write('src/kernels/assembly/solid.entry.ts', 'b');
  write('src/kernels/bodyFields.ts', 'c');
  for (const other of [
    'tools/buildKernels.mjs',
    'tools/materialKernels.mjs',
    'node_modules/assemblyscript/package.json',
  ]) {
    write(other, 'd');
  }
  const digest = () => digestOf(root, join(root, 'src/kernels/assembly'), []);
  const before = digest();
  utimesSync(join(root, 'src/kernels/bodyFields.ts'), 1, 1);
  expect(digest()).toBe(before);
  write('src/kernels/assembly/elements/forces.ts', 'changed');
  const changed = digest();
  expect(changed).not.toBe(before);
  rmSync(join(root, 'src/kernels/assembly/elements/forces.ts'));
  expect(digest()).not.toBe(before);
  expect(digest()).not.toBe(changed);
});
