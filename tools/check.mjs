// The fast gate before each commit: npm run check [-- --since COMMIT]. Format, types, lint, import directions, unused code, diagram, licences, and of the
// tests in tests/unit and tests/contract those that took at most 2 s when they last passed here, those that were changed since the commit (HEAD), and
// those that import a file that was. `npm test` runs all.
import { execFileSync } from 'node:child_process';
import { relative, resolve } from 'node:path';
import { importsOf, modulesBelow } from './importCircles.mjs';
import { readOptions, refuse } from './options.mjs';
import { runSteps, tool } from './run.mjs';
import { fastTests, readTimes } from './testTimes.mjs';

/**
 * The native compiler, which takes a fifth of the time of the one in JavaScript, with which tools read programs. By default four checkers share the files of
 * a project, and each finds the types that its files need: one finds them once, and two projects are checked at a time.
 */
const TSC = ['node_modules/typescript-native/bin/tsc', '--noEmit', '--checkers', '1'];

export const STATIC_STEPS = [
  ['kernels', 'node', ['tools/buildKernels.mjs']],
  ['format', ...tool('oxfmt', '--check', '.')],
  ['types', 'node', TSC],
  ['types of the editor', 'node', [...TSC, '-p', 'app']],
  ['lint', ...tool('oxlint')],
  ['import directions', 'node', ['tools/importDirections.mjs']],
  ['tests of kinds', 'node', ['tools/kindTests.mjs', '--check']],
  ['unused code', ...tool('knip')],
  ['architecture diagram', 'node', ['tools/diagram.mjs', '--check']],
  ['licences', 'node', ['tools/licences.mjs', '--check']],
];

if (process.argv[1]?.endsWith('check.mjs')) {
  const { values } = readOptions(import.meta.url, { since: { type: 'string', default: 'HEAD' } });
  const all = ['tests/unit', 'tests/contract'].flatMap(modulesBelow).filter((file) => /\.test\.tsx?$/.test(file));
  const files = fastTests(all.map(asPath).sort(), readTimes(), changedFiles(values.since), (file) =>
    importsOf(resolve(file), []).map(asPath),
  );
  process.stdout.write(`${files.length} of ${all.length} files of unit and contract tests; npm test runs all\n`);
  await runSteps([
    ...STATIC_STEPS,
    [
      'fast unit and contract tests',
      ...tool('vitest', 'run', '--reporter=default', '--reporter=./tools/testTimes.mjs', ...files),
    ],
  ]);
}

/** Returns a file's path from the repository's root, as git writes it. */
function asPath(file) {
  return relative('.', file).replaceAll('\\', '/');
}

/** Returns the files that differ from those of a commit, or that git does not know yet. Outside of a repository none. */
function changedFiles(since) {
  const git = (...words) => execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    git('rev-parse', '--git-dir');
  } catch {
    return new Set();
  }
  try {
    const text = git('diff', '--name-only', since, '--') + git('ls-files', '--others', '--exclude-standard');
    return new Set(text.split('\n').filter((line) => line !== ''));
  } catch {
    return refuse(import.meta.url, `there is no commit '${since}'`);
  }
}
