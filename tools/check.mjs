// The fast gate before each commit: format, types, lint, import directions, unused code, diagram, licences, fast tests.
import { readOptions } from './options.mjs';
import { runSteps, tool } from './run.mjs';

/** The native compiler, which takes a fifth of the time; eslint's rules need the older one, whose interface is in JavaScript. */
const TSC = 'node_modules/typescript-native/bin/tsc';

export const STATIC_STEPS = [
  ['kernels', 'node', ['tools/buildKernels.mjs']],
  ['format', ...tool('oxfmt', '--check', '.')],
  ['types', 'node', [TSC, '--noEmit']],
  ['types of the editor', 'node', [TSC, '--noEmit', '-p', 'app']],
  ['lint', ...tool('eslint', '.', '--max-warnings', '0')],
  [
    'import directions',
    ...tool('depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'src', 'app', 'electron'),
  ],
  ['tests of kinds', 'node', ['tools/kindTests.mjs', '--check']],
  ['unused code', ...tool('knip')],
  ['architecture diagram', 'node', ['tools/diagram.mjs', '--check']],
  ['licences', 'node', ['tools/licences.mjs', '--check']],
];

if (process.argv[1]?.endsWith('check.mjs')) {
  readOptions(import.meta.url);
  await runSteps([
    ...STATIC_STEPS,
    ['unit and contract tests', ...tool('vitest', 'run', 'tests/unit', 'tests/contract')],
  ]);
}
