#!/usr/bin/env node
import { isMainThread, workerData } from 'node:worker_threads';
import { superviseCommand } from './superviseCommand.ts';
import type { TerminalSetup } from './terminal.ts';

const argv = process.argv.slice(2);

// The command runs in a worker: solver and mesher hold their thread for seconds, and signals must be heard meanwhile.
if (isMainThread) {
  process.exitCode = await superviseCommand(new URL(import.meta.url), argv);
} else {
  const { runCommand } = await import('./runCommand.ts');
  process.exitCode = await runCommand(argv, workerData as TerminalSetup);
}
