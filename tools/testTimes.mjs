// What each file of tests took when it last passed here: a reporter of vitest that keeps it, and the choice of the fast ones by it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

const FILE = 'tests/.output/times.json';
/** Seconds that a file of tests may take to run in `npm run check` whatever has changed. */
export const FAST = 2;

/** Returns the seconds that files of tests took when they last passed here, by their paths; none before the first run. */
export function readTimes(path = FILE) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Returns those of `files` that `npm run check` runs: files that take at most `FAST` seconds by `times` or have not run here yet, those that are
 * `changed`, and those that import from a changed file directly. `importsOf` gives what a file imports.
 */
export function fastTests(files, times, changed, importsOf) {
  return files.filter(
    (file) =>
      (times[file] ?? 0) <= FAST || changed.has(file) || importsOf(file).some((imported) => changed.has(imported)),
  );
}

/** The reporter that adds the times of a run to those that are known. */
export default class TimesReporter {
  onTestRunEnd(modules) {
    const times = readTimes();
    for (const module of modules) {
      if (module.state() !== 'passed') continue;
      const path = relative('.', module.moduleId).replaceAll('\\', '/');
      times[path] = Number((module.diagnostic().duration / 1000).toFixed(2));
    }
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, JSON.stringify(times, undefined, 1));
  }
}
