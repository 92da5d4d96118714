import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite';
import { extraKinds } from './tools/extraKinds.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const define = { DUCTILE_VERSION: JSON.stringify(version) };

/** A part that shares no file with the others. Small packages are built in, so that main and preload read nothing but themselves. */
function part(name: string, input: string, format: 'es' | 'cjs', target: string): InlineConfig {
  return {
    configFile: false,
    logLevel: 'warn',
    define,
    plugins: [extraKinds()],
    ssr: { noExternal: ['zod'] },
    build: {
      ssr: true,
      outDir: 'dist/electron',
      emptyOutDir: false,
      target,
      minify: false,
      sourcemap: true,
      rollupOptions: {
        input: { [name]: input },
        external: ['electron'],
        output: {
          format,
          entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
          // Beside the entry: the host looks for the scripts of its threads one folder up.
          chunkFileNames: `${name}-[name]-[hash].js`,
        },
      },
    },
  };
}

/** Builds the other parts after the main script, and says beside the unpacked scripts that they are modules. */
const otherParts: Plugin = {
  name: 'other-parts-of-electron',
  async closeBundle() {
    await build(part('preload', 'electron/preload.ts', 'cjs', 'chrome144'));
    await build(part('host', 'electron/hostProcess.ts', 'es', 'node20'));
    await writeFile('dist/package.json', `${JSON.stringify({ type: 'module' })}\n`);
  },
};

const main = part('main', 'electron/main.ts', 'es', 'node20');

/** Builds Electron's main process, its preload script and the simulation process into dist/electron. */
export default defineConfig({
  ...main,
  plugins: [extraKinds(), otherParts],
  build: { ...main.build, emptyOutDir: true },
});
