// Checks what the modules of src, app and electron import, types included: folders only those before them (tools/layers.mjs), no circles, Node's modules
// and three only where they may be, the editor and Electron only their parts of src.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { circlesOf, modulesBelow } from './importCircles.mjs';
import { APP_LAYERS, LAYERS, NODE_FOLDERS } from './layers.mjs';
import { readOptions } from './options.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
/** An import that is evaluated late, or that only names a type. */
const IMPORT_CALL = /\bimport\(\s*['"]([^'"]+)['"]/g;
const NODE = 'node:';
const PACKAGE = 'package:';

/**
 * Each rule: what its breach is called, and the paths from which and to which no import may lead, apart from those that `except` names. Packages are called
 * `package:NAME`, Node's own modules `node:NAME`.
 */
const RULES = [
  ...upwardRules('src', LAYERS),
  ...upwardRules('app', APP_LAYERS),
  {
    name: 'src uses modules of Node only at the edge',
    from: /^src\//,
    except: new RegExp(`^src/(${NODE_FOLDERS.join('|')})/`),
    to: new RegExp(`^${NODE}`),
  },
  {
    name: 'src uses three only in geometry',
    from: /^src\//,
    except: /^src\/geometry\//,
    to: new RegExp(`^${PACKAGE}(@types/)?three`),
  },
  { name: 'src never imports the editor', from: /^src\//, to: /^(app|electron)\// },
  {
    name: 'app sees only the shared folders of src',
    from: /^app\//,
    to: /^src\/(?!(protocol|scene|frames|base)\/)/,
  },
  { name: 'electron sees only the host', from: /^electron\//, to: /^src\/(?!(host|protocol|base)\/)/ },
];

/** A rule for each folder of `root`: it imports none of those that come after it. */
function upwardRules(root, layers) {
  return layers.slice(0, -1).map((layer, index) => ({
    name: `${root}/${layer} imports only folders before it`,
    from: new RegExp(`^${root}/${layer}/`),
    to: new RegExp(`^${root}/(${layers.slice(index + 1).join('|')})/`),
  }));
}

/** Returns the breaches of the rules in the modules below src, app and electron of a folder, one line each. */
export function importBreaches(root) {
  const files = ['src', 'app', 'electron'].flatMap((folder) => modulesBelow(join(root, folder)));
  const modules = files.filter((file) => !file.includes('/src/kernels/assembly/'));
  const name = (file) => relative(root, file).replaceAll('\\', '/');
  const imported = new Map(modules.map((file) => [name(file), importsOf(file, root).map(name)]));
  const breaches = [];
  for (const [from, targets] of imported) {
    for (const to of targets) {
      const broken = RULES.filter((rule) => rule.from.test(from) && !rule.except?.test(from) && rule.to.test(to));
      for (const rule of broken) breaches.push(`${rule.name}: ${from} -> ${to}`);
    }
  }
  return [...breaches, ...circularImports(imported)];
}

/** Returns what a module imports: absolute paths of modules, and names of packages and of Node's modules below the root. */
function importsOf(file, root) {
  const text = readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
    ...[...text.matchAll(IMPORT_CALL)].map(([, request]) => request),
  ].filter((request) => request !== undefined);
  return [...new Set(requests)].map((request) => resolvedPath(request.replace(/\?.*$/, ''), file, root));
}

function resolvedPath(request, file, root) {
  if (request.startsWith('.')) return resolve(dirname(file), request);
  if (request.startsWith('#kernels/'))
    return join(root, `src/kernels/generated/${request.slice('#kernels/'.length)}.ts`);
  const isNode = request.startsWith(NODE) || builtinModules.includes(request);
  return join(root, isNode ? `${NODE}${request.replace(NODE, '')}` : `${PACKAGE}${request}`);
}

/** Returns a line for each group of modules that import each other: the shortest way from the first one back to it. */
function circularImports(imported) {
  const circles = circlesOf(imported);
  const groups = new Map();
  for (const file of imported.keys()) groups.set(circles.get(file), [...(groups.get(circles.get(file)) ?? []), file]);
  return [...groups.values()]
    .filter(([first, ...others]) => others.length > 0 || imported.get(first).includes(first))
    .map(([first]) => `no circles of imports: ${wayBack(first, imported).join(' -> ')}`);
}

function wayBack(first, imported) {
  const ways = [[first]];
  const seen = new Set();
  for (const way of ways) {
    for (const next of imported.get(way.at(-1)) ?? []) {
      if (next === first) return [...way, first];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return [first];
}

if (process.argv[1]?.endsWith('importDirections.mjs')) {
  readOptions(import.meta.url);
  const breaches = importBreaches(ROOT);
  for (const breach of breaches) process.stdout.write(`${breach}\n`);
  if (breaches.length > 0) process.exit(1);
}
