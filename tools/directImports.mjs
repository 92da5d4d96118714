import { dirname, resolve } from 'node:path';
import { parseSync } from 'vite';
import { importCircles } from './importCircles.mjs';

/** The modules of the program itself: packages may have variable exports, which are read anew at each use. */
const OWN = /^[.#]/;
/** What need not be quoted as the name of an export. */
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
/** What a name of another module is called in the import, before it is bound to its own name. */
const PREFIX = 'imported$';
/** The name by which the process keeps the circles of imports. */
const CIRCLES = Symbol.for('ductile.importCircles');

/**
 * The plugin with which tests run at the speed of the built program. A test run reads each name of another module from an object at each use,
 * through a getter that the engine cannot see through: a small function called from another file takes ten times as long as in the built
 * program, where both are in one file. Each imported name is therefore bound to a constant of the module when it is loaded, which is the same
 * where modules export no variables that change, and do not import each other: names from the same circle are left as they are. Not for kinds of
 * tests, which import the registry that imports them.
 */
export function directImports() {
  return {
    name: 'direct-imports',
    enforce: 'post',
    transform(code, id) {
      // Where modules are mocked, the test run moves imports behind the mocks, and has to find them as they were.
      if (id.includes('/node_modules/') || /\bvi\.(?:do)?[mM]ock\(/.test(code)) return undefined;
      // What a module imports is known without its syntax tree, which takes longer to hand over than to make.
      const imports = parseSync(id, code, { lang: 'js' }).module.staticImports.filter(
        (each) => isNamedImport(each) && !isInCircle(id, each.moduleRequest.value, circlesOfAll()),
      );
      if (imports.length === 0) return undefined;
      return { code: withConstants(code, imports), map: null };
    },
  };
}

/**
 * The circles of all modules, found when the first one is transformed and kept for the process: a run reads its settings, and so this file, several times,
 * and finding them takes a second.
 */
function circlesOfAll() {
  return (globalThis[CIRCLES] ??= importCircles(['src', 'app', 'tests']));
}

function isNamedImport({ moduleRequest, entries }) {
  if (!OWN.test(moduleRequest.value) || entries.length === 0) return false;
  return entries.every(({ importName }) => importName.kind !== 'NamespaceObject');
}

/** Whether a module and what it imports are in one circle, so that the imported one may not have run when the module begins. */
function isInCircle(id, specifier, circles) {
  const file = id.replace(/\?.*$/, '');
  const circle = circles.get(file);
  return circle !== undefined && circle === circles.get(resolve(dirname(file), specifier));
}

/** Replaces each of `imports` in its place, so that lines keep their numbers. */
function withConstants(code, imports) {
  let result = '';
  let end = 0;
  for (const { start, end: after, moduleRequest, entries } of imports) {
    const source = code.slice(moduleRequest.start, moduleRequest.end);
    result += code.slice(end, start) + importWithConstants(source, entries);
    end = after;
  }
  return result + code.slice(end);
}

/** The text that stands for an import: `import { a as imported$b } from './a.ts'; const b = imported$b;` for `import { a as b } from './a.ts';` */
function importWithConstants(source, entries) {
  const names = entries.map((each) => `${exportedName(each)} as ${PREFIX}${each.localName.value}`);
  const constants = entries.map(({ localName: { value } }) => `${value} = ${PREFIX}${value}`);
  return `import { ${names.join(', ')} } from ${source}; const ${constants.join(', ')};`;
}

function exportedName({ importName: { kind, name } }) {
  if (kind === 'Default') return 'default';
  return NAME.test(name) ? name : JSON.stringify(name);
}
