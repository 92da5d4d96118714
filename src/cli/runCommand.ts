import { parseArgs } from 'node:util';
import { CoreError, type ErrorCode } from '../base/errors.ts';
import { outOfMemory } from '../base/outOfMemory.ts';
import { usageError } from './arguments.ts';
import type { Command } from './Command.ts';
import { createTerminal, type TerminalSetup } from './terminal.ts';
import { STANDARD_OUTPUT, writeText } from './writeText.ts';

const loaders = import.meta.glob<{ default: Command }>('./commands/*.ts');

const failures: ReadonlySet<ErrorCode> = new Set([
  'simulation-failed',
  'mesh-failed',
  'export-mismatch',
  'out-of-memory',
]);

/** Exit codes: 0 ok, 2 usage, 3 bad input, 4 meshing or simulation failed or memory ran out, 130 cancelled, 1 a bug. */
function exitCode(code: ErrorCode): number {
  if (code === 'usage') return 2;
  if (code === 'cancelled') return 130;
  if (code === 'internal') return 1;
  return failures.has(code) ? 4 : 3;
}

async function loadCommand(name: string): Promise<Command> {
  const load = loaders[`./commands/${name}.ts`];
  if (load === undefined) throw usageError(`there is no command '${name}'`);
  return (await load()).default;
}

/** Loads all commands. */
export async function loadCommands(): Promise<void> {
  await Promise.all(Object.values(loaders).map((load) => load()));
}

async function printHelp(topic: string | undefined): Promise<void> {
  if (topic !== undefined) {
    writeText(STANDARD_OUTPUT, `${(await loadCommand(topic)).usage}\n`);
    return;
  }
  writeText(STANDARD_OUTPUT, 'ductile COMMAND ...   (ductile help COMMAND says more)\n\n');
  for (const path of Object.keys(loaders).sort()) {
    const name = path.slice('./commands/'.length, -'.ts'.length);
    writeText(STANDARD_OUTPUT, `  ${name.padEnd(10)} ${(await loadCommand(name)).summary}\n`);
  }
}

/** The first lines of the usage of a command: what it takes. */
function synopsisOf(command: Command): string[] {
  return command.usage.split('\n\n', 1)[0].split('\n');
}

function parse(command: Command, argv: string[]) {
  const { tokens, ...parsed } = parseTokens(command, argv);
  const names = new Set<string>();
  for (const { name, value } of tokens as readonly { readonly name?: string; readonly value?: unknown }[]) {
    if (name === undefined || value === undefined) continue;
    if (names.has(name)) throw usageError(`--${name} is given twice, and takes one value`);
    names.add(name);
  }
  return parsed;
}

function parseTokens(command: Command, argv: string[]) {
  try {
    const options = { ...command.options, json: { type: 'boolean' as const }, help: { type: 'boolean' as const } };
    return parseArgs({ args: argv, options, allowPositionals: true, tokens: true });
  } catch (cause) {
    throw usageError(cause instanceof Error ? cause.message.split(/\.\s/)[0] : String(cause));
  }
}

/** Runs the command that `argv` names, prints its errors and gives the exit code. Throws what is a bug of the program. */
export async function runCommand(argv: string[], setup: TerminalSetup): Promise<number> {
  const json = argv.includes('--json');
  const terminal = createTerminal(json, setup);
  const [name = 'help', ...rest] = argv;
  let command: Command | undefined;
  try {
    if (name === 'help' || name === '--help' || name === '-h') {
      await printHelp(rest[0]);
      return 0;
    }
    command = await loadCommand(name);
    const { values, positionals } = parse(command, rest);
    const superfluous = positionals.at(command.positionals ?? 1);
    if (superfluous !== undefined) throw usageError(`unexpected argument '${superfluous}' of \`ductile ${name}\``);
    if (values['help'] === true) await printHelp(name);
    else await command.run({ values: values as Record<string, string | boolean | undefined>, positionals }, terminal);
    return 0;
  } catch (thrown) {
    const error = outOfMemory(thrown, process.memoryUsage().rss) ?? thrown;
    if (!(error instanceof CoreError)) throw error;
    const { code, message, file, place, remedy } = error;
    terminal.emit({ error: { code, message, file, place, remedy } });
    if (!json) terminal.warn(`ductile: ${error.describe()}`);
    if (!json && code === 'usage' && command !== undefined) for (const line of synopsisOf(command)) terminal.warn(line);
    return exitCode(code);
  } finally {
    terminal.finish();
  }
}
