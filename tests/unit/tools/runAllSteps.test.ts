import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const runner = new URL('../../../tools/run.mjs', import.meta.url).href;

/** What a test command of `steps` prints, line by line, and which stages it sums up as failed. */
function run(steps: readonly unknown[]): string[] {
  const program = `
    import { runAllSteps } from ${JSON.stringify(runner)};
    const failed = runAllSteps(${JSON.stringify(steps)});
    console.log('summed up', failed.join(' '));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return output.trim().split('\n');
}

const node = (code: string) => [process.execPath, ['-e', code]] as const;

// Symptom: one test of 6,011 failed, and the stories in a browser never ran.
test('all stages run after one failed, but for those that need it, and what failed is summed up', () => {
  const lines = run([
    ['lint', ...node('process.exit(0)')],
    ['tests', ...node('console.log("17 is not 18"); process.exit(1)')],
    ['build', ...node('process.exit(2)')],
    ['stories', ...node('process.exit(0)'), { needs: ['build'] }],
    ['last', ...node('process.exit(0)'), { needs: ['lint'] }],
  ]);
  expect(lines).toEqual([
    expect.stringMatching(/^ok {5}lint /),
    '17 is not 18',
    expect.stringMatching(/^FAILED tests after /),
    expect.stringMatching(/^FAILED build after /),
    'not run stories: it needs build, which failed',
    expect.stringMatching(/^ok {5}last /),
    'summed up tests build stories',
  ]);
});
