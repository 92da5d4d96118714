import { expect, test } from 'vitest';
import { build, type Plugin } from 'vite';

const tool = new URL('../../../tools/extraKinds.mjs', import.meta.url).href;

/** The program text of the registry of kinds as a build gives it, with the kinds of a folder taken up. */
async function builtRegistry(folder: string | undefined): Promise<string> {
  const { extraKinds } = (await import(tool)) as { extraKinds(folder: string | undefined): Plugin };
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [extraKinds(folder)],
    build: { ssr: true, write: false, minify: false, rollupOptions: { input: 'src/scene/kindRegistry.ts' } },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (!('output' in first)) throw new Error('the build watches files');
  return first.output.map((part) => ('code' in part ? part.code : '')).join('\n');
}

test('a build has the kinds of the folder that it is given, and no other', async () => {
  expect(await builtRegistry('tests/support/kinds')).toMatch(/type: "marble"/);
  expect(await builtRegistry(undefined)).not.toMatch(/marble/);
});
