import { expect, test } from 'vitest';
import { build, type Plugin } from 'vite';

const tool = new URL('../../../tools/extraKinds.mjs', import.meta.url).href;

/** The program text of a module and what it imports as a build gives it, with the kinds and materials of a folder taken up. */
async function built(input: string, folder: string | undefined): Promise<string> {
  const { extraKinds } = (await import(tool)) as { extraKinds(folder: string | undefined): Plugin };
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [extraKinds(folder)],
    build: { ssr: true, write: false, minify: false, rollupOptions: { input } },
  });
  const [first] = Array.isArray(result) ? result : [result];
  if (!('output' in first)) throw new Error('the build watches files');
  return first.output.map((part) => ('code' in part ? part.code : '')).join('\n');
}

test('a build has the kinds of the folder that it is given, and no other', async () => {
  const registry = 'src/scene/kindRegistry.ts';
  expect(await built(registry, 'tests/support/kinds')).toMatch(/type: "marble"/);
  expect(await built(registry, undefined)).not.toMatch(/marble/);
});

test('a build has the materials of the folder that it is given, with their kernels', async () => {
  const registry = 'src/materials/ConstitutiveModel.ts';
  const text = await built(registry, 'tests/support/materials');
  expect(text).toMatch(/type: "hardening"/);
  expect(text).toMatch(/hardening: \{\s*number: 8,/);
  expect(await built(registry, undefined)).not.toMatch(/hardening/);
  const kernels = 'src/kernels/kernelModules.ts';
  expect((await built(kernels, 'tests/support/materials')).length).toBeGreaterThan(
    (await built(kernels, undefined)).length,
  );
});
