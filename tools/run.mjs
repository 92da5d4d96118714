// Runs named steps, two at a time unless a step streams its output, and prints one line each.
import { spawn } from 'node:child_process';

/** Number of steps that run at the same time. */
const AT_A_TIME = 2;

/** Runs `steps`: [name, command, args]; `inherit` streams a step's output. The first one is a prerequisite of all others. Exits non-zero after the first failure. */
export async function runSteps(steps) {
  const start = performance.now();
  if ((await run(steps, true)).length > 0) process.exit(1);
  process.stdout.write(`all ${steps.length} steps passed in ${seconds(start, 0)} s\n`);
}

/** Runs all of `steps`, also after a failure, unless a step that a later one names as `needs` failed. Returns the names of those that failed or could not run. */
export function runAllSteps(steps) {
  return run(steps, false);
}

/** Starts steps in order: the first one, and those that stream their output, alone; the others in parallel, after those that they need. */
async function run(steps, stopAtFailure) {
  const failed = new Set();
  const running = new Map();
  for (const [at, step] of steps.entries()) {
    const [name, , , { inherit = false, needs = [] } = {}] = step;
    const alone = inherit || at === 0;
    while (running.size >= (alone ? 1 : AT_A_TIME)) await Promise.race(running.values());
    for (const need of needs) await running.get(need);
    if (stopAtFailure && failed.size > 0) break;
    const missing = needs.find((need) => failed.has(need));
    if (missing !== undefined) {
      process.stdout.write(`not run ${name}: it needs ${missing}, which failed\n`);
      failed.add(name);
      continue;
    }
    const ended = runStep(step).then((passed) => {
      running.delete(name);
      if (!passed) failed.add(name);
    });
    running.set(name, ended);
    if (alone) await ended;
  }
  await Promise.all(running.values());
  return steps.map(([name]) => name).filter((name) => failed.has(name));
}

/** Runs one step; prints its output if it fails. Returns whether it passed. */
function runStep([name, command, args, { inherit = false, env = {} } = {}]) {
  const began = performance.now();
  const child = spawn(command, args, {
    stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const written = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => written.push(chunk));
  return new Promise((resolve) => {
    let ended = false;
    const end = (passed) => {
      if (ended) return;
      ended = true;
      if (passed) process.stdout.write(`ok     ${name} (${seconds(began, 1)} s)\n`);
      else {
        process.stdout.write(Buffer.concat(written));
        process.stdout.write(`FAILED ${name} after ${seconds(began, 1)} s (${command} ${args.join(' ')})\n`);
      }
      resolve(passed);
    };
    child.once('error', (error) => {
      written.push(Buffer.from(`${error.message}\n`));
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

function seconds(since, digits) {
  return ((performance.now() - since) / 1000).toFixed(digits);
}

/** Returns the command of a tool installed in node_modules, run by this Node. */
export function tool(name, ...args) {
  return ['npx', ['--no-install', name, ...args]];
}
