import type { ParseArgsConfig } from 'node:util';
import type { JobContext } from '../base/job.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What a command may use of the terminal. Results go to standard output, progress and messages to standard error. */
export interface CommandContext {
  /** `--json`: one JSON object per line on standard output and nothing else there. */
  readonly json: boolean;
  readonly job: JobContext;
  /** A line for people; silent with `--json`. */
  print(line: string): void;
  /** An object for machines; silent without `--json`. */
  emit(value: unknown): void;
  /** A message for people that is no result. */
  warn(line: string): void;
  /** Wall-clock time since the process started, s. */
  secondsSinceStart(): number;
}

export interface CommandArguments {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/** One word after `ductile`: a file of this folder's `commands/` that default-exports one. */
export interface Command {
  readonly summary: string;
  /** Lines for `--help`, starting with the synopsis. */
  readonly usage: string;
  readonly options: Options;
  /** Most words it takes beside its options; 1 where nothing is said. */
  readonly positionals?: number;
  run(args: CommandArguments, context: CommandContext): Promise<void>;
}
