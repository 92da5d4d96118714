import { isMainThread, workerData } from 'node:worker_threads';
import { loadCommands, runCommand } from './runCommand.ts';
import type { TerminalSetup } from './terminal.ts';

/** Runs the command of the command line in this thread, and ends with its exit code. */
async function run(setup: TerminalSetup): Promise<void> {
  process.exitCode = await runCommand(process.argv.slice(2), setup);
}

/** What is compiled at the build, besides what loading the script calls. */
export const warmUp = loadCommands;

// The build compiles the script in its main thread.
if (!isMainThread) void run(workerData as TerminalSetup);
