import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

interface MaterialKernel {
  readonly name: string;
  readonly number: number;
  readonly params: readonly string[];
}

const tool = new URL('../../../tools/materialKernels.mjs', import.meta.url).href;
const { materialKernels, dispatchModule } = (await import(tool)) as {
  materialKernels(root: string, extra?: string): MaterialKernel[];
  dispatchModule(root: string, kernels: readonly MaterialKernel[]): string;
};

/** A folder of one kernel with this text. */
async function folderOf(name: string, text: string): Promise<string> {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, `${name}.kernel.ts`), text);
  return folder;
}

const kernel = (type: string, fields: readonly string[]) =>
  `@unmanaged\nexport class ${type} {\n${fields.map((field) => `  ${field}: f32;\n`).join('')}}\n`;

test('the kernels are the files of the folder, with the fields of their classes as parameters', () => {
  const kernels = materialKernels(process.cwd());
  expect(kernels.map(({ name }) => name)).toContain('neoHookean');
  expect(kernels.find(({ name }) => name === 'neoHookean')?.params).toEqual(['mu', 'lambda', 'threshold', 'slope']);
  expect(kernels.map(({ number }) => number)).toEqual(kernels.map((_, index) => index + 1));
});

test('a file more is a kernel more, which the dispatch module calls', async () => {
  const extra = await folderOf('soft', kernel('Soft', ['mu', 'lambda']));
  const kernels = materialKernels(process.cwd(), extra);
  expect(kernels.at(-1)).toMatchObject({ name: 'soft', number: kernels.length, params: ['mu', 'lambda'] });
  const text = dispatchModule(process.cwd(), kernels);
  expect(text).toContain(`case ${kernels.length}: stressLoop<Soft>(params, s, p, count); break;`);
  expect(text).toContain(`case ${kernels.length}: tangentLoop<Soft>(params, s, out, count); break;`);
});

test.each([
  ['another class', 'soft', kernel('Hard', ['mu']), 'an unmanaged class Soft is wanted'],
  ['no parameters', 'soft', kernel('Soft', []), '1 to 16 parameters'],
  [
    'too many',
    'soft',
    kernel(
      'Soft',
      [...Array(17).keys()].map((k) => `p${k}`),
    ),
    '1 to 16 parameters',
  ],
  ['a name that is taken', 'neoHookean', kernel('NeoHookean', ['mu']), "two kernels 'neoHookean'"],
])('a kernel with %s is refused, naming the file', async (_, name, text, problem) => {
  const extra = await folderOf(name, text);
  expect(() => materialKernels(process.cwd(), extra)).toThrow(problem);
  expect(() => materialKernels(process.cwd(), extra)).toThrow(`${name}.kernel.ts`);
});
