#!/usr/bin/env node
import { superviseCommand } from './superviseCommand.ts';

/** The script of the thread that runs the command: solver and mesher hold their thread for seconds, and signals must be heard meanwhile. */
const THREAD = './commandThread.js';

process.exitCode = await superviseCommand(new URL(THREAD, import.meta.url), process.argv.slice(2));
