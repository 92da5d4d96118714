import { expect, test } from 'vitest';
import { terminalText } from '../../../src/base/terminalText.ts';

test.each([
  ['plain text, \u00fc, \u732b and tabs\tstay', 'plain text, \u00fc, \u732b and tabs\tstay'],
  ['\u001b]0;title\u0007\u001b[2J', '\\u001b]0;title\\u0007\\u001b[2J'],
  ['two\nlines\rone', 'two\\u000alines\\u000done'],
  ['\u009b31m', '\\u009b31m'],
  ['name\u202egnp.exe', 'name\\u202egnp.exe'],
])('%j is shown as %j', (text, shown) => {
  expect(terminalText(text)).toBe(shown);
});

test('an object of JSON stays the same object', () => {
  const value = { name: 'a\u009b2J\u202e\u001b[1m' };
  const shown = terminalText(JSON.stringify(value));
  expect(shown).not.toMatch(/[\u0080-\u009f\u202e]/);
  expect(JSON.parse(shown)).toEqual(value);
});
