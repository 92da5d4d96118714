import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const tool = new URL('../../../tools/importCircles.mjs', import.meta.url).href;
const { importCircles } = (await import(tool)) as { importCircles(folders: string[]): Map<string, number> };

const FILES = {
  'Law.ts': "import { sum } from './sum.ts';\nconst all = import.meta.glob<Law>('./laws/*.ts', { eager: true });\n",
  'laws/hard.ts': "import {\n  plain,\n} from '../plain.ts';\n",
  'plain.ts': "import { Law } from './Law.ts';\n",
  'sum.ts': "import type { Law } from './Law.ts';\n",
};

test('a registry is in one circle with definitions that use it, and types make none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ductile-circles-'));
  mkdirSync(join(folder, 'laws'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const circles = importCircles([folder]);
  rmSync(folder, { recursive: true });
  const of = (name: string) => circles.get(join(folder, name));
  expect(of('laws/hard.ts')).toBe(of('Law.ts'));
  expect(of('plain.ts')).toBe(of('Law.ts'));
  expect(of('sum.ts')).not.toBe(of('Law.ts'));
});
