// Everything: the static checks, a build, and every test. What continuous integration runs.
import { readFileSync } from 'node:fs';
import { STATIC_STEPS } from './check.mjs';
import { runSteps, tool } from './run.mjs';

const SUMMARY = 'tests/.output/summary.json';
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${SUMMARY}`];

runSteps([
  ...STATIC_STEPS,
  ['build', 'node', ['tools/build.mjs']],
  ['tests', ...tool('vitest', 'run', ...reporters), { inherit: true }],
]);

const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(SUMMARY, 'utf8'));
process.stdout.write(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`);
