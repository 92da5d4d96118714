import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const tool = new URL('../../../tools/kindTests.mjs', import.meta.url).href;

/** The tests of kinds that are found in a text, with their lines. */
function found(text: string): unknown {
  const program = `
    import { kindTests } from ${JSON.stringify(tool)};
    console.log(JSON.stringify(kindTests(${JSON.stringify(text)})));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }));
}

test('what asks for the kind of an entity is found, each time with its line', () => {
  const text = [
    "import { isKind } from './Scene.ts';",
    "if (entity.kind === 'solid' || found?.kind !== 'cloth') return;",
    "const pins = entities.filter(isKind('pin'));",
    'switch (entity.kind) {',
    "  case 'liquid':",
    '}',
  ].join('\n');
  expect(found(text)).toEqual([
    { match: "kind === 'solid'", line: 2 },
    { match: "kind !== 'cloth'", line: 2 },
    { match: 'isKind', line: 3 },
    { match: "case 'liquid':", line: 5 },
  ]);
});

test('no folder outside the places of kinds asks for one', () => {
  const program = `
    import { allKindTests } from ${JSON.stringify(tool)};
    console.log(JSON.stringify(allKindTests()));`;
  const all = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(JSON.parse(all)).toEqual([]);
});

test('what asks for other things is not', () => {
  expect(found("if (source.kind === 'file') return { kind: 'solid' };")).toEqual([]);
  expect(found("switch (this.state) {\n  case 'region':\n}")).toEqual([]);
});
