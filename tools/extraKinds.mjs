import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasKernels } from './materialKernels.mjs';

/** What the files of definitions are named, by the part of the program that imports them as `#extra-kinds/<part>`. */
const ENDINGS = {
  scene: /\.scene\.ts$/,
  systems: /\.system\.ts$/,
  app: /\.app\.tsx$/,
  interactions: /\.interaction\.ts$/,
  solidFields: /\.solidField\.ts$/,
  attributes: /\.attribute\.ts$/,
  importers: /\.importer\.ts$/,
  exporters: /\.exporter\.ts$/,
  materials: /\.material\.ts$/,
  liquidSolvers: /\.liquidSolver\.ts$/,
};
const IMPORTED = /^#extra-kinds\/(\w+)$/;
const VIRTUAL = '\0extra-kinds/';
const KERNELS = /^#kernels\/(\w+)$/;

/**
 * The plugin with which a build or a test run takes up the definitions in `folder`, by default that which the environment variable
 * DUCTILE_KINDS names: `#extra-kinds/scene` is then a module of its files `*.scene.ts`, and so on, and the kernels are built with its files
 * `*.kernel.ts`. Without a folder package.json resolves the first to an empty module, and `#kernels/<module>` to the kernels of the program.
 */
export function extraKinds(folder = process.env.DUCTILE_KINDS) {
  const isGiven = folder !== undefined && folder !== '';
  const kernels = isGiven && hasKernels(folder) ? builtOnce(resolve(folder)) : undefined;
  return {
    name: 'extra-kinds',
    enforce: 'pre',
    resolveId: {
      filter: { id: [IMPORTED, KERNELS] },
      async handler(id) {
        const kernel = KERNELS.exec(id)?.[1];
        if (kernel !== undefined) return kernels === undefined ? undefined : join(await kernels(), `${kernel}.ts`);
        return isGiven ? `${VIRTUAL}${IMPORTED.exec(id)?.[1]}` : undefined;
      },
    },
    load(id) {
      return id.startsWith(VIRTUAL) ? moduleOf(resolve(folder), id.slice(VIRTUAL.length)) : undefined;
    },
  };
}

/** Builds the kernels with those of the folder when they are asked for first; few builds need the compiler. */
function builtOnce(extra) {
  let built;
  const build = async () => (await import('./buildKernels.mjs')).buildKernels(process.cwd(), { extra });
  return () => (built ??= build());
}

/** A module as `import.meta.glob` makes them: its default export has the modules of the files by their paths. */
function moduleOf(folder, part) {
  const files = readdirSync(folder)
    .filter((name) => ENDINGS[part].test(name))
    .sort()
    .map((name) => JSON.stringify(join(folder, name)));
  const imports = files.map((file, k) => `import * as kind${k} from ${file};`);
  return `${imports.join('\n')}\nexport default { ${files.map((file, k) => `${file}: kind${k}`).join(', ')} };\n`;
}
