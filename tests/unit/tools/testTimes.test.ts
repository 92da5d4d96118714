import { expect, test } from 'vitest';

const tool = new URL('../../../tools/testTimes.mjs', import.meta.url).href;
const { fastTests } = (await import(tool)) as {
  fastTests(
    files: readonly string[],
    times: Readonly<Record<string, number>>,
    changed: ReadonlySet<string>,
    importsOf: (file: string) => readonly string[],
  ): string[];
};

const TIMES = { 'fast.test.ts': 0.4, 'slow.test.ts': 9, 'slowOfLaw.test.ts': 30 };
const FILES = [...Object.keys(TIMES), 'new.test.ts'];
const chosen = (...changed: readonly string[]) =>
  fastTests(FILES, TIMES, new Set(changed), (file) => (file === 'slowOfLaw.test.ts' ? ['src/law.ts'] : ['src/sum.ts']));

test('the fast gate runs files of tests that are fast or have never run', () => {
  expect(chosen()).toEqual(['fast.test.ts', 'new.test.ts']);
});

test('the fast gate runs a slow file of tests where it, or what it imports, was changed', () => {
  expect(chosen('slow.test.ts')).toEqual(['fast.test.ts', 'slow.test.ts', 'new.test.ts']);
  expect(chosen('src/law.ts')).toEqual(['fast.test.ts', 'slowOfLaw.test.ts', 'new.test.ts']);
});
