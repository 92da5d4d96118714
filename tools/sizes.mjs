// Measures the shape of the code: sizes of files and functions, classes by their fields, small files with one importer. npm run sizes [-- FOLDER ...]
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { readOptions } from './options.mjs';

/** Folders that are measured where none is named. */
const FOLDERS = ['src', 'app', 'electron'];
/** Most lines of a file that belongs to its neighbour when only that imports it. */
const SMALL = 60;
const LISTED = 8;

const { words } = readOptions(import.meta.url, {}, (named) => {
  const missing = named.find((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true);
  return missing === undefined ? undefined : `there is no folder '${missing}'`;
});
const folders = words.length > 0 ? words : FOLDERS;
const files = folders.flatMap(sources).map(measure);
const importers = countImporters(files);

const functions = files.flatMap((file) => file.functions);
const classes = files.flatMap((file) => file.classes);
print('files', files.length);
spread('lines of a file', files);
print('functions', functions.length);
spread('lines of a function', functions);
print('classes', classes.length);
list('longest files', files, 'lines');
list('longest functions', functions, 'lines');
list('classes with the most fields', classes, 'fields');
const small = files.filter(({ lines, name }) => lines <= SMALL && importers.get(name)?.size === 1);
print(`files of at most ${SMALL} lines with one importer`, small.length);
list('folders with the most files', countSiblings(files), 'files');

/** The TypeScript files of a folder, generated ones and kernels (AssemblyScript) left out. */
function sources(folder) {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return name === 'generated' || name === 'assembly' ? [] : sources(path);
      return /\.tsx?$/.test(name) && !name.endsWith('.d.ts') ? [path] : [];
    });
}

/** Lines, functions with their own lines, classes with their numbers of fields, and imported files of one file. */
function measure(name) {
  const text = readFileSync(name, 'utf8');
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found = {
    name,
    lines: source.getLineStarts().length - 1,
    functions: [],
    classes: [],
    imports: importsOf(name, text),
  };
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      const first = lineOf(node.getStart());
      found.functions.push({ name: `${name}:${first}`, lines: lineOf(node.end) - first + 1 });
    }
    if (ts.isClassLike(node)) {
      const fields = node.members.filter(ts.isPropertyDeclaration).length + parameterFields(node);
      found.classes.push({ name: `${name} ${node.name?.text ?? ''}`, fields });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Fields that a constructor declares in its list of parameters. */
function parameterFields(node) {
  const constructor = node.members.find(ts.isConstructorDeclaration);
  return constructor?.parameters.filter((parameter) => parameter.modifiers?.length > 0).length ?? 0;
}

function importsOf(name, text) {
  return [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path]) => normalize(join(dirname(name), path)));
}

/** Which files import each file. */
function countImporters(all) {
  const found = new Map();
  for (const { name, imports } of all) {
    for (const target of imports) {
      if (!found.has(target)) found.set(target, new Set());
      found.get(target).add(name);
    }
  }
  return found;
}

/** Numbers of files in each folder, its subfolders left out. */
function countSiblings(all) {
  const found = new Map();
  for (const { name } of all) found.set(dirname(name), (found.get(dirname(name)) ?? 0) + 1);
  return [...found].map(([name, count]) => ({ name, files: count }));
}

function print(what, number) {
  process.stdout.write(`${what.padEnd(48)}${String(number).padStart(8)}\n`);
}

function spread(what, things) {
  const sorted = things.map(({ lines }) => lines).sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  print(`${what}, median`, at(0.5));
  print(`${what}, 90th percentile`, at(0.9));
}

function list(title, things, key) {
  process.stdout.write(`${title}\n`);
  for (const thing of [...things].sort((a, b) => b[key] - a[key]).slice(0, LISTED)) {
    process.stdout.write(`  ${String(thing[key]).padStart(6)}  ${thing.name}\n`);
  }
}
