// The fast gate before each commit: format, types, lint, import directions, unused code, diagram, licences, fast tests.
import { runSteps, tool } from './run.mjs';

export const STATIC_STEPS = [
  ['kernels', 'node', ['tools/buildKernels.mjs']],
  ['format', ...tool('prettier', '--check', '--log-level', 'warn', '.')],
  ['types', ...tool('tsc', '--noEmit')],
  ['types of the editor', ...tool('tsc', '--noEmit', '-p', 'app')],
  ['lint', ...tool('eslint', '.', '--max-warnings', '0')],
  [
    'import directions',
    ...tool('depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'src', 'app', 'electron'),
  ],
  ['unused code', ...tool('knip')],
  ['architecture diagram', 'node', ['tools/diagram.mjs', '--check']],
  ['licences', 'node', ['tools/licences.mjs', '--check']],
];

if (process.argv[1]?.endsWith('check.mjs')) {
  await runSteps([
    ...STATIC_STEPS,
    ['unit and contract tests', ...tool('vitest', 'run', 'tests/unit', 'tests/contract')],
  ]);
}
