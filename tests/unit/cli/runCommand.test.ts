import { beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../../../src/cli/runCommand.ts';

const written = vi.hoisted(() => [] as string[]);
vi.mock('../../../src/cli/writeText.ts', () => ({
  STANDARD_OUTPUT: 1,
  STANDARD_ERROR: 2,
  writeText: (_descriptor: number, text: string) => {
    written.push(text);
    return true;
  },
}));

const setup = { cancelFlag: new Int32Array(1), isTerminal: false, startedAt: 0 };

beforeEach(() => {
  written.length = 0;
});

test.each([
  ['a word too many', ['list', 'mesher', 'collider'], "unexpected argument 'collider' of `ductile list`"],
  ['a word where none is taken', ['new', 'cow.obj'], "unexpected argument 'cow.obj' of `ductile new`"],
  ['a negative number', ['mesh', 'cow.obj', '--edge', '-1'], "Option '--edge' argument is ambiguous"],
  ['an option given twice', ['new', '--set', 'a=1', '--set', 'b=2'], '--set is given twice, and takes one value'],
  ['a sheet that is no PNG', ['sheet', 'shot.ductile', '-o', 'sheet.jpg'], 'the name of a sheet ends with .png'],
])('%s is refused', async (_what, words, message) => {
  expect(await runCommand([...words, '--json'], setup)).toBe(2);
  expect(JSON.parse(written.join(''))).toMatchObject({ error: { code: 'usage', message } });
});

test('people are told what a command takes where they gave it something else', async () => {
  expect(await runCommand(['new', 'cow.obj'], setup)).toBe(2);
  expect(written.join('')).toContain('\nductile new --template NAME -o SHOT.ductile');
  // Line by line: what a terminal is sent has no line breaks of its own.
  expect(written.join('')).not.toContain('\\u000a');
});

test('a kind of definition is listed', async () => {
  expect(await runCommand(['list', 'mesher', '--json'], setup)).toBe(0);
  expect(written.join('')).toContain('"type":"red-green"');
});
