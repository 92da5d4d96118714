import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const runner = new URL('../../../tools/run.mjs', import.meta.url).href;

/** What a test command of `steps` prints, line by line, and which stages it sums up as failed. */
function run(steps: readonly unknown[]): string[] {
  const program = `
    import { runAllSteps } from ${JSON.stringify(runner)};
    const failed = await runAllSteps(${JSON.stringify(steps)});
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
  // Stages that need nothing of each other may end in any order.
  expect(lines).toHaveLength(7);
  expect(lines[0]).toMatch(/^ok {5}lint /);
  expect(lines[lines.indexOf('17 is not 18') + 1]).toMatch(/^FAILED tests after /);
  expect(lines).toContainEqual(expect.stringMatching(/^FAILED build after /));
  expect(lines).toContain('not run stories: it needs build, which failed');
  expect(lines).toContainEqual(expect.stringMatching(/^ok {5}last /));
  expect(lines[6]).toBe('summed up tests build stories');
});

test('a stage that shows its output runs alone, and what cannot be started has failed', () => {
  const lines = run([
    ['first', ...node('setTimeout(() => console.log("unseen"), 300)')],
    ['slow', ...node('setTimeout(() => process.exit(0), 600)')],
    ['none', 'no-such-command', []],
    ['shown', ...node('console.log("alone")'), { inherit: true, needs: ['first'] }],
  ]);
  expect(lines[0]).toMatch(/^ok {5}first /);
  expect(lines.filter((line) => line.includes('none'))).toEqual([
    expect.stringMatching(/^FAILED none after /),
    'summed up none',
  ]);
  expect(lines.findIndex((line) => line.startsWith('ok     slow'))).toBeLessThan(lines.indexOf('alone'));
  expect(lines.filter((line) => line === 'unseen')).toEqual([]);
});
