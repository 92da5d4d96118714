import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** An import or export of values from another file. */
const FROM = /^(?:import|export)\s(?!type\b)[^;]*?\sfrom\s+'(\.[^']+)';/gm;
/** The patterns of definitions that a registry loads with itself. */
const LOADED = /import\.meta\.glob(?:<[^(]*>)?\(\s*(\[[^\]]*\]|'[^']+')\s*,\s*\{\s*eager: true/g;

/**
 * Returns the circle of imports in which each module below `folders` is, as a number by its absolute path: two modules have the same if and only
 * if each of them imports the other, directly, through others or as a registry loads its definitions.
 */
export function importCircles(folders) {
  const files = folders.flatMap(modulesBelow);
  return circlesOf(new Map(files.map((file) => [file, importsOf(file, files)])));
}

/** Returns the number of each module's circle, for what each module imports; what has no entry in `imports` of its own is in no circle (Tarjan 1972). */
export function circlesOf(imports) {
  const order = new Map();
  const lowest = new Map();
  const circles = new Map();
  const open = [];
  const visit = (file) => {
    const number = order.size;
    order.set(file, number);
    lowest.set(file, number);
    open.push(file);
    for (const next of imports.get(file)) {
      if (!imports.has(next) || circles.has(next)) continue;
      if (!order.has(next)) visit(next);
      lowest.set(file, Math.min(lowest.get(file), lowest.get(next)));
    }
    if (lowest.get(file) !== number) return;
    for (const member of open.splice(open.indexOf(file))) circles.set(member, number);
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** Returns the modules below a folder, as absolute paths. */
export function modulesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => resolve(folder, name));
}

/** Returns the absolute paths of what a file imports values from, itself or as a registry, whose definitions are looked for among `files`. */
export function importsOf(file, files) {
  const text = readFileSync(file, 'utf8');
  const folder = dirname(file);
  const direct = [...text.matchAll(FROM)].map(([, name]) => resolve(folder, name));
  const patterns = [...text.matchAll(LOADED)].flatMap(([, list]) =>
    [...list.matchAll(/'([^']+)'/g)].map(([, each]) => each),
  );
  return [
    ...direct,
    ...patterns.flatMap((pattern) => {
      const expression = asExpression(resolve(folder, pattern));
      return files.filter((each) => expression.test(each));
    }),
  ];
}

function asExpression(pattern) {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
}
