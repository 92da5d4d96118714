// Everything: the static checks, a build, and every test. What continuous integration runs.
import { STATIC_STEPS } from './check.mjs';
import { runSteps, tool } from './run.mjs';

runSteps([
  ...STATIC_STEPS,
  ['build', 'node', ['tools/build.mjs']],
  ['tests', ...tool('vitest', 'run'), { inherit: true }],
]);
