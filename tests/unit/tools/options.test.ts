import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const TOOLS = join(import.meta.dirname, '../../../tools');
/** Tools that are programs, rather than modules of others: those that read their words. The local host reads those of `start`. */
const programs = readdirSync(TOOLS).filter(
  (name) => name.endsWith('.mjs') && /readOptions\(\s*import\.meta\.url/.test(readFileSync(join(TOOLS, name), 'utf8')),
);
const run = (tool: string, ...words: readonly string[]) =>
  spawnSync(process.execPath, [join(TOOLS, tool), ...words], { encoding: 'utf8', timeout: 20_000 });

// Symptom: `npm run bench -- --help` ran all benchmarks.
test.each(programs)('%s refuses an option that it does not know with its usage, and does nothing', (tool) => {
  const usage = readFileSync(join(TOOLS, tool), 'utf8').split('\n', 1)[0].replace('// ', '');
  const { status, stdout, stderr } = run(tool, '--unheard-of');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain("Unknown option '--unheard-of'");
  expect(stderr).toContain(usage);
});

test('no tool reads its words in another way', () => {
  for (const name of readdirSync(TOOLS).filter((file) => file.endsWith('.mjs'))) {
    const text = readFileSync(join(TOOLS, name), 'utf8');
    if (name !== 'start.mjs') expect(text, name).not.toMatch(/process\.argv\.(slice|includes|find|filter|length)/);
  }
  expect(programs.length).toBeGreaterThan(13);
});

test.each([
  ['bench.mjs', ['table', 'nothing'], "there is no table 'nothing'"],
  ['bench.mjs', ['table', 'bending', 'tet10'], "'tet10' is one word too many"],
  ['bench.mjs', ['kernels', '--rounds', '3'], '--rounds goes with --against'],
  ['fuzz.mjs', ['mutants', 'many'], "'many' is no number of files"],
  ['fuzz.mjs', ['cashes'], "there is no part 'cashes'"],
  ['soak.mjs', ['--runs', '0'], '--runs must be a whole number'],
  ['test.mjs', ['tests/unit'], "'tests/unit' is one word too many"],
])('%s %j says what is wrong', (tool, words, fault) => {
  const { status, stderr } = run(tool, ...words);
  expect(status).toBe(2);
  expect(stderr).toContain(fault);
});

test('--help prints the usage', () => {
  const { status, stdout } = run('bench.mjs', '--help');
  expect(status).toBe(0);
  expect(stdout).toContain('npm run bench -- --against COMMIT');
});
