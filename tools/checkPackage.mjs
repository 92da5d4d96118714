// Checks a packed program: whether it contains everything it needs, inside or beside the archive as required, and nothing else.
import { readFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { join, posix } from 'node:path';

const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const asar = createRequire(ofBuilder.resolve('app-builder-lib/package.json'))('@electron/asar');

/** Read from the archive, where Electron checks the content. */
const SEALED = [
  'package.json',
  'THIRD-PARTY-LICENCES.txt',
  'dist/electron/main.js',
  'dist/electron/preload.cjs',
  'dist/app/index.html',
];
/** Plain files beside the archive, because threads are started from them. */
const PLAIN = [
  'dist/package.json',
  'dist/electron/host.js',
  'dist/jobWorker.js',
  'dist/jobWorker.script',
  'dist/kernelWorker.js',
  'assets/scenes/torus-puddle.ductile',
];
const NEVER = [
  /\.map$/,
  /^dist\/\w+\.compiled$/,
  /^(src|app|electron|tests|tools|docs)\//,
  /^dist\/(bench|editorBench|fuzz|pictures|\w+Table)\.js$/,
  /^dist\/packages\//,
  /^dist\/studies\//,
  /^node_modules\/(react|three|electron|vite|typescript|playwright)[^/]*\//,
  /\.(ts|tsx)$/,
];
/** The name of a module that a script imports: no word of a text that ends in "from" or "import". */
const IMPORT = /(?<![\w$."'])(?:from|import|require\()\s*\(?\s*["']([^"'\s,]+)["']/g;

/** Every file of an archive: path -> whether it lies beside it, and its bytes. */
function listFiles(archive) {
  const files = new Map();
  const collect = (folder, node) => {
    for (const [name, entry] of Object.entries(node.files)) {
      const path = posix.join(folder, name);
      if (entry.files === undefined) files.set(path, { plain: entry.unpacked === true, bytes: entry.size ?? 0 });
      else collect(path, entry);
    }
  };
  collect('', asar.getRawHeader(archive).header);
  return files;
}

/** Returns the bare module names that a built script imports. */
function importedPackages(text) {
  const names = new Set();
  for (const [, specifier] of text.matchAll(IMPORT)) {
    if (/^(node:|\.|\/|electron$)/.test(specifier) || builtinModules.includes(specifier)) continue;
    names.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  }
  return names;
}

/** Returns sentences about the errors of the program in `resources`, and its contents. */
export function checkPackage(resources) {
  const archive = join(resources, 'app.asar');
  const files = listFiles(archive);
  const problems = [];
  for (const [paths, plain] of [
    [SEALED, false],
    [PLAIN, true],
  ]) {
    for (const path of paths) {
      const file = files.get(path);
      if (file === undefined) problems.push(`${path} is missing`);
      else if (file.plain !== plain) problems.push(`${path} is ${plain ? 'inside' : 'beside'} the archive`);
    }
  }
  for (const path of files.keys()) {
    if (NEVER.some((pattern) => pattern.test(path))) problems.push(`${path} has no business there`);
  }
  const read = (path, { plain }) =>
    plain ? readFileSync(join(`${archive}.unpacked`, path), 'utf8') : asar.extractFile(archive, path).toString('utf8');
  for (const [path, file] of files) {
    const isScript = /^dist\/.*\.c?js$/.test(path) && !path.startsWith('dist/app/');
    if (!isScript) continue;
    for (const name of importedPackages(read(path, file))) {
      const found = files.get(`node_modules/${name}/package.json`);
      if (found === undefined) problems.push(`${path} imports ${name}, which is missing`);
      else if (file.plain && !found.plain) problems.push(`${path} imports ${name}, which is inside the archive`);
    }
  }
  for (const [path, file] of files) {
    const owner = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path);
    if (!owner) continue;
    const { dependencies = {} } = JSON.parse(read(path, file));
    for (const name of Object.keys(dependencies)) {
      const nested = posix.join(posix.dirname(path), 'node_modules', name, 'package.json');
      if (!files.has(nested) && !files.has(`node_modules/${name}/package.json`))
        problems.push(`${path} depends on ${name}, which is missing`);
    }
  }
  const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0);
  return { problems, fileCount: files.size, bytes };
}
