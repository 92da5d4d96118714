import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { directImports } from './tools/directImports.mjs';
import { extraKinds } from './tools/extraKinds.mjs';

const ALL = ['tests/**/*.test.ts', 'tests/**/*.test.tsx'];
/** Run with the kinds of entities, and what else of definitions, that exist for tests alone. */
const WITH_EXTRA_KINDS = [
  'tests/contract/{kinds,io-import,io-export}/**/*.test.ts',
  'tests/unit/app-extra-kinds/**/*.test.ts',
];
/** Run with the material that exists for tests alone, and its kernel. */
const WITH_EXTRA_MATERIALS = ['tests/contract/materials/**/*.test.ts'];
const OTHERS = ['tests/e2e/**', 'node_modules/**', ...WITH_EXTRA_KINDS, ...WITH_EXTRA_MATERIALS];
/** What tests change for a whole process and for good, or measure of it. */
const TOUCHES_PROCESS =
  /vi\.(mock|doMock)|process\.env\S* =[^=]|delete process\.env|process\.(chdir|exitCode|on)\b|globalThis|allocatedBytes|setFlagsFromString/;
/** What tests change for a while, and by what they end it. */
const RESTORED = [
  [/vi\.spyOn/, /restoreAllMocks|mockRestore/],
  [/vi\.stubGlobal/, /vi\.unstubAllGlobals/],
  [/vi\.stubEnv/, /vi\.unstubAllEnvs/],
  [/vi\.useFakeTimers/, /vi\.useRealTimers/],
] as const;

const needsOwnProcess = (text: string) =>
  TOUCHES_PROCESS.test(text) || RESTORED.some(([changes, ends]) => changes.test(text) && !ends.test(text));

const alone = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((file) => `tests/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.test\.tsx?$/.test(file) && needsOwnProcess(readFileSync(file, 'utf8')))
  .sort();

export default defineConfig({
  test: {
    setupFiles: ['tests/support/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // What hangs ends some time; no test has a limit of its own, which a busy machine would reach.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
    // Reading the program takes longer than most files of tests: they share a process, but for those that change it for good.
    projects: [
      {
        extends: true,
        plugins: [directImports()],
        test: { name: 'shared', isolate: false, include: ALL, exclude: [...OTHERS, ...alone] },
      },
      { extends: true, plugins: [directImports()], test: { name: 'alone', include: alone, exclude: OTHERS } },
      {
        extends: true,
        plugins: [extraKinds('tests/support/kinds')],
        test: { name: 'kinds', isolate: false, include: WITH_EXTRA_KINDS },
      },
      {
        extends: true,
        plugins: [extraKinds('tests/support/materials')],
        test: { name: 'materials', isolate: false, include: WITH_EXTRA_MATERIALS },
      },
    ],
  },
});
