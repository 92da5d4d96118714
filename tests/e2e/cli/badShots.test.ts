import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runDuctile } from '../../support/ductileProcess.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

// What is refused, and how it is said: tests/unit/cli/badShots.test.ts.
test.each([
  ['with --json, as an object on standard output', ['--json']],
  ['without, as a line on standard error', []],
])('a shot that is refused ends the process with its code and says why: %s', async (_, options) => {
  const folder = await temporaryFolder();
  const path = join(folder, 'bad.ductile');
  await writeFile(path, JSON.stringify({ ...tinyShotInput(6), densty: 3 }));
  const { code, stdout, stderr, objects } = await runDuctile(['simulate', path, ...options], folder);
  expect(code).toBe(3);
  if (options.length > 0) {
    expect(stderr).toBe('');
    expect(objects).toMatchObject([{ error: { code: 'document-invalid', file: path, place: 'densty' } }]);
  } else {
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^ductile: .*bad\.ductile.*densty/);
  }
});

test('an option that is not known ends the process with 2', async () => {
  const { code, stdout, stderr } = await runDuctile(['simulate', 'shot.ductile', '--bogus'], await temporaryFolder());
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^ductile: .*--bogus/);
});
