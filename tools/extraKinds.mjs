import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What the files of a kind, of an interaction, an importer and an exporter are named, by the part of the program that imports them as `#extra-kinds/<part>`. */
const ENDINGS = {
  scene: /\.scene\.ts$/,
  systems: /\.system\.ts$/,
  app: /\.app\.tsx$/,
  interactions: /\.interaction\.ts$/,
  importers: /\.importer\.ts$/,
  exporters: /\.exporter\.ts$/,
};
const IMPORTED = /^#extra-kinds\/(\w+)$/;
const VIRTUAL = '\0extra-kinds/';

/**
 * The plugin with which a build or a test run takes up the definitions in `folder`, by default that which the environment variable
 * DUCTILE_KINDS names: `#extra-kinds/scene` is then a module of its files `*.scene.ts`, and so on. Without a folder package.json resolves these
 * to an empty module.
 */
export function extraKinds(folder = process.env.DUCTILE_KINDS) {
  const isGiven = folder !== undefined && folder !== '';
  return {
    name: 'extra-kinds',
    enforce: 'pre',
    resolveId(id) {
      const part = isGiven ? IMPORTED.exec(id)?.[1] : undefined;
      return part === undefined ? undefined : `${VIRTUAL}${part}`;
    },
    load(id) {
      return id.startsWith(VIRTUAL) ? moduleOf(resolve(folder), id.slice(VIRTUAL.length)) : undefined;
    },
  };
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
