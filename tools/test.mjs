// Runs everything: the static checks, a build, every test, and the stories in a browser, as continuous integration does. All stages run, even
// after one failed, and are summarised at the end.
import { readFileSync, rmSync } from 'node:fs';
import { STATIC_STEPS } from './check.mjs';
import { readOptions } from './options.mjs';
import { runAllSteps, tool } from './run.mjs';

readOptions(import.meta.url);

const SUMMARIES = { tests: 'tests/.output/summary.json', stories: 'tests/.output/summary-e2e.json' };
const reporters = (summary) => ['--reporter=default', '--reporter=json', `--outputFile.json=${summary}`];
/** The reporter that keeps what each file of tests took, by which `npm run check` chooses. */
const TIMES = '--reporter=./tools/testTimes.mjs';

const start = performance.now();
// Results of an earlier run must not be counted.
for (const summary of Object.values(SUMMARIES)) rmSync(summary, { force: true });
const failed = await runAllSteps([
  ...STATIC_STEPS,
  ['build', 'node', ['tools/build.mjs', '--if-changed'], { needs: ['kernels'] }],
  // Both stages need the kernels, so they are built first.
  ['tests', ...tool('vitest', 'run', ...reporters(SUMMARIES.tests), TIMES), { inherit: true, needs: ['kernels'] }],
  [
    'stories',
    ...tool('vitest', 'run', '--config', 'vitest.e2e.config.ts', ...reporters(SUMMARIES.stories)),
    { inherit: true, needs: ['build'] },
  ],
]);

const total = { passed: 0, failed: 0, skipped: 0 };
for (const [stage, summary] of Object.entries(SUMMARIES)) {
  const results = readSummary(summary);
  if (results === undefined) {
    process.stdout.write(`${stage}: no results\n`);
    continue;
  }
  total.passed += results.numPassedTests;
  total.failed += results.numFailedTests;
  total.skipped += results.numPendingTests;
  for (const file of results.testResults) {
    for (const test of file.assertionResults) {
      if (test.status === 'failed') process.stdout.write(`failed ${stage}: ${file.name}: ${test.fullName}\n`);
    }
    if (file.status === 'failed' && file.assertionResults.length === 0) {
      process.stdout.write(`failed ${stage}: ${file.name} did not run: ${file.message}\n`);
    }
  }
}
const took = ((performance.now() - start) / 1000).toFixed(0);
process.stdout.write(
  failed.length === 0 ? `all stages passed in ${took} s\n` : `FAILED: ${failed.join(', ')}; ${took} s\n`,
);
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
if (failed.length > 0) process.exitCode = 1;

/** Returns the counts of a stage, or undefined where it did not write them. */
function readSummary(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
