// Everything: the static checks, a build, every test, and the stories in a browser. What continuous integration runs.
import { readFileSync } from 'node:fs';
import { STATIC_STEPS } from './check.mjs';
import { runSteps, tool } from './run.mjs';

const SUMMARIES = ['tests/.output/summary.json', 'tests/.output/summary-e2e.json'];
const reporters = (summary) => ['--reporter=default', '--reporter=json', `--outputFile.json=${summary}`];

runSteps([
  ...STATIC_STEPS,
  ['build', 'node', ['tools/build.mjs']],
  ['tests', ...tool('vitest', 'run', ...reporters(SUMMARIES[0])), { inherit: true }],
  [
    'stories',
    ...tool('vitest', 'run', '--config', 'vitest.e2e.config.ts', ...reporters(SUMMARIES[1])),
    { inherit: true },
  ],
]);

const total = { passed: 0, failed: 0, skipped: 0 };
for (const summary of SUMMARIES) {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(summary, 'utf8'));
  total.passed += numPassedTests;
  total.failed += numFailedTests;
  total.skipped += numPendingTests;
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
