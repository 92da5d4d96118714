// Lists what ships with the program and under which licence, with the texts: THIRD-PARTY-LICENCES.txt, and a table for the manual. With --check it
// says whether they are current. What ships: the dependencies, and what the editor imports, as locked, with all that they depend on; and Electron.
// A package that states no licence, or none of those that may ship, is an error.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from './options.mjs';

const { values } = readOptions(import.meta.url, { check: { type: 'boolean' } });
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const TEXTS = join(root, 'THIRD-PARTY-LICENCES.txt');
const TABLE = join(root, 'docs/user/licences.md');
/** Licences that permit redistribution with this program. */
const ALLOWED = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'OFL-1.1',
  'MPL-2.0',
  'Unlicense',
]);
const IMPORT = /(?:\bfrom\s+|\bimport\s*\(?\s*|@import\s+)['"]([^'".][^'"]*)['"]/g;

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/** Packages that sources of the editor and of its windows import, types among them. */
function importedPackages() {
  const names = new Set();
  for (const folder of ['app', 'electron', 'src']) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(tsx?|css)$/.test(entry.name)) continue;
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      for (const [, specifier] of text.matchAll(IMPORT)) {
        const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
        if (lock[`node_modules/${name}`] !== undefined) names.add(name);
      }
    }
  }
  return names;
}

/** Returns where `name` is installed for a package at `from`, as Node resolves it. */
function placeOf(name, from) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock[place] !== undefined) return place;
    if (!folder.includes('/node_modules/')) return lock[`node_modules/${name}`] && `node_modules/${name}`;
  }
}

/** Returns the folders of all shipped packages, in order of name. */
function shippedPackages() {
  const wanted = [...Object.keys(lock[''].dependencies), ...importedPackages()].map((name) => placeOf(name, ''));
  const found = new Set();
  while (wanted.length > 0) {
    const place = wanted.pop();
    if (place === undefined || found.has(place)) continue;
    found.add(place);
    // Electron's own dependencies only fetch it.
    if (place === 'node_modules/electron') continue;
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = lock[place];
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
    for (const name of [...Object.keys(dependencies), ...peers]) wanted.push(placeOf(name, place));
  }
  return [...found].filter((place) => !nameOf(place).startsWith('@types/')).sort(byName);
}

function nameOf(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function byName(a, b) {
  return nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : a < b ? -1 : 1;
}

/** Returns the standard text of a licence, for packages that state it without a copy. */
function standardText(place, licence) {
  const { author, contributors = [] } = JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8'));
  const [holder = nameOf(place)] = [author, ...contributors].filter(Boolean).map((one) => one.name ?? one);
  if (licence === 'MIT') {
    const own = readFileSync(join(root, 'LICENSE'), 'utf8');
    return `MIT License\n\nCopyright (c) ${holder}\n\n${own.slice(own.indexOf('Permission is hereby')).trim()}`;
  }
  if (licence !== 'Apache-2.0') throw new Error(`${nameOf(place)} brings no text of its licence, ${licence}`);
  return `Copyright ${holder}\n\n${licenceText('node_modules/typescript')}`;
}

/** Returns the licence files of a package, as one text. */
function licenceText(place) {
  const folder = join(root, place);
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}

function licenceOf(place) {
  const { license = '' } = lock[place];
  const choices = license.replace(/[()]/g, '').split(/ OR /);
  const chosen = choices.find((choice) => choice.split(/ AND /).every((one) => ALLOWED.has(one)));
  if (chosen === undefined)
    throw new Error(`${nameOf(place)} ships under '${license}', which is not known to allow it`);
  return chosen;
}

const shipped = shippedPackages().map((place) => {
  const licence = licenceOf(place);
  const text = licenceText(place) || standardText(place, licence);
  return { name: nameOf(place), version: lock[place].version, licence, text };
});

const table = [
  '# Licences',
  '',
  'Ductile is under the MIT licence. It comes with the packages below, each under its own licence; their full texts are in `THIRD-PARTY-LICENCES.txt` beside the program. The rabbit, the dinosaur and the other sample shapes are made by the program itself.',
  '',
  ...shipped.map(({ name, version, licence }) => `- ${name} ${version}: ${licence}`),
  '',
].join('\n');

const rule = '='.repeat(100);
const texts = [
  'Packages that come with Ductile, and their licences. Electron brings the licences of Chromium in LICENSES.chromium.html.',
  '',
  ...shipped.flatMap(({ name, version, licence, text }) => [
    rule,
    `${name} ${version} (${licence})`,
    rule,
    '',
    text,
    '',
  ]),
].join('\n');

const files = [
  [TABLE, table],
  [TEXTS, texts],
];
if (values.check) {
  const stale = files.filter(([path, content]) => readFileSync(path, 'utf8') !== content);
  for (const [path] of stale) process.stderr.write(`${path} is not what ships now: node tools/licences.mjs\n`);
  if (stale.length > 0) process.exit(1);
} else {
  for (const [path, content] of files) writeFileSync(path, content);
}
