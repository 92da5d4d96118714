// Runs named steps one after the other, prints one line each, and stops at the first failure with its output.
import { spawnSync } from 'node:child_process';

/** `steps`: [name, command, args]; `inherit` shows a step's output as it comes. Exits non-zero at the first failure. */
export function runSteps(steps) {
  const start = performance.now();
  for (const [name, command, args, { inherit = false, env = {} } = {}] of steps) {
    const began = performance.now();
    const result = spawnSync(command, args, {
      stdio: inherit ? 'inherit' : 'pipe',
      encoding: 'utf8',
      env: { ...process.env, ...env },
      maxBuffer: 256 * 1024 * 1024,
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (result.status !== 0) {
      if (!inherit) process.stdout.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
      process.stdout.write(`FAILED ${name} after ${seconds} s (${command} ${args.join(' ')})\n`);
      process.exit(1);
    }
    process.stdout.write(`ok     ${name} (${seconds} s)\n`);
  }
  process.stdout.write(`all ${steps.length} steps passed in ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
}

/** A tool installed in node_modules, run by this Node. */
export function tool(name, ...args) {
  return ['npx', ['--no-install', name, ...args]];
}
