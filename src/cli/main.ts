#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { CoreError, type ErrorCode } from '../base/errors.ts';
import { usageError } from './arguments.ts';
import type { Command } from './Command.ts';
import { createTerminal } from './terminal.ts';

const loaders = import.meta.glob<{ default: Command }>('./commands/*.ts');

/** Exit codes: 0 ok, 2 usage, 3 bad input, 4 meshing or simulation failed, 130 cancelled, 1 a bug. */
function exitCode(code: ErrorCode): number {
  if (code === 'usage') return 2;
  if (code === 'cancelled') return 130;
  if (code === 'simulation-failed' || code === 'mesh-failed' || code === 'export-mismatch') return 4;
  return 3;
}

async function loadCommand(name: string): Promise<Command> {
  const load = loaders[`./commands/${name}.ts`];
  if (load === undefined) throw usageError(`there is no command '${name}'`);
  return (await load()).default;
}

async function printHelp(topic: string | undefined): Promise<void> {
  if (topic !== undefined) {
    process.stdout.write(`${(await loadCommand(topic)).usage}\n`);
    return;
  }
  process.stdout.write('ductile COMMAND ...   (ductile help COMMAND says more)\n\n');
  for (const path of Object.keys(loaders).sort()) {
    const name = path.slice('./commands/'.length, -'.ts'.length);
    process.stdout.write(`  ${name.padEnd(10)} ${(await loadCommand(name)).summary}\n`);
  }
}

function parse(command: Command, argv: string[]) {
  try {
    const options = { ...command.options, json: { type: 'boolean' as const }, help: { type: 'boolean' as const } };
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch (cause) {
    throw usageError(cause instanceof Error ? cause.message.split('. ')[0] : String(cause));
  }
}

async function main(argv: string[]): Promise<number> {
  const json = argv.includes('--json');
  const terminal = createTerminal(json);
  try {
    const [name = 'help', ...rest] = argv;
    if (name === 'help' || name === '--help' || name === '-h') {
      await printHelp(rest[0]);
      return 0;
    }
    const command = await loadCommand(name);
    const { values, positionals } = parse(command, rest);
    if (values['help'] === true) await printHelp(name);
    else await command.run({ values: values as Record<string, string | boolean | undefined>, positionals }, terminal);
    return 0;
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    const { code, message, file, place, remedy } = error;
    terminal.emit({ error: { code, message, file, place, remedy } });
    if (!json) terminal.warn(`ductile: ${error.describe()}`);
    return exitCode(code);
  } finally {
    terminal.finish();
  }
}

process.exitCode = await main(process.argv.slice(2));
