// Runs named steps one after the other and prints one line each.
import { spawnSync } from 'node:child_process';

/** `steps`: [name, command, args]; `inherit` shows a step's output as it comes. Exits non-zero at the first failure. */
export function runSteps(steps) {
  const start = performance.now();
  for (const step of steps) if (!runStep(step)) process.exit(1);
  process.stdout.write(`all ${steps.length} steps passed in ${seconds(start, 0)} s\n`);
}

/** Runs all of `steps`, also after a failure, unless a step that a later one names as `needs` failed. Returns the names of those that failed or could not run. */
export function runAllSteps(steps) {
  const failed = [];
  for (const step of steps) {
    const [name, , , { needs = [] } = {}] = step;
    const missing = needs.find((need) => failed.includes(need));
    if (missing !== undefined) process.stdout.write(`not run ${name}: it needs ${missing}, which failed\n`);
    if (missing !== undefined || !runStep(step)) failed.push(name);
  }
  return failed;
}

/** Runs one step; prints what it wrote if it fails. Returns whether it passed. */
function runStep([name, command, args, { inherit = false, env = {} } = {}]) {
  const began = performance.now();
  const result = spawnSync(command, args, {
    stdio: inherit ? 'inherit' : 'pipe',
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 256 * 1024 * 1024,
  });
  if (result.status === 0) {
    process.stdout.write(`ok     ${name} (${seconds(began, 1)} s)\n`);
    return true;
  }
  if (!inherit) process.stdout.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  process.stdout.write(`FAILED ${name} after ${seconds(began, 1)} s (${command} ${args.join(' ')})\n`);
  return false;
}

function seconds(since, digits) {
  return ((performance.now() - since) / 1000).toFixed(digits);
}

/** A tool installed in node_modules, run by this Node. */
export function tool(name, ...args) {
  return ['npx', ['--no-install', name, ...args]];
}
