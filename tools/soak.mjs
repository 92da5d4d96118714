// Runs all tests repeatedly, beside busy processes: npm run soak [-- --runs 10] [--busy 4]. Prints one line per run with its failures; fails where one run did.
import { spawn } from 'node:child_process';
import { readOptions, refuse } from './options.mjs';

const { values: options } = readOptions(import.meta.url, {
  runs: { type: 'string', default: '10' },
  busy: { type: 'string', default: '0' },
});
const [runs, busy] = [count('runs', 1), count('busy', 0)];

let failed = 0;
const children = Array.from({ length: busy }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
// However this ends, they end with it.
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
for (let run = 1; run <= runs; run++) {
  const start = performance.now();
  const { passed, lines } = await testRun();
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(`run ${run} of ${runs}, ${busy} busy: ${lines.at(-1)}, ${seconds} s\n`);
  if (passed) continue;
  failed++;
  for (const line of lines) if (/^(failed|FAILED|not run)/.test(line)) process.stdout.write(`  ${line}\n`);
}
process.stdout.write(failed === 0 ? `all ${runs} runs passed\n` : `${failed} of ${runs} runs FAILED\n`);
process.exit(failed === 0 ? 0 : 1);

/** Runs everything once; returns whether it passed, and the printed lines. */
function testRun() {
  const child = spawn(process.execPath, ['tools/test.mjs'], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ passed: code === 0, lines: output.trimEnd().split('\n') })),
  );
}

/** The whole number of an option, no less than `least`. */
function count(name, least) {
  const number = Number(options[name]);
  if (Number.isInteger(number) && number >= least) return number;
  return refuse(import.meta.url, `--${name} must be a whole number from ${least} on, not ${options[name]}`);
}
