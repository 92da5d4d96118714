import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The built program. */
export const ductileProgram = resolve(process.env['DUCTILE_PROGRAM'] ?? 'dist/ductile.js');

export interface ProcessResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The objects on standard output, one per line; throws when a line is none. */
  readonly objects: Record<string, unknown>[];
}

export interface RunningProcess {
  readonly child: ChildProcess;
  readonly done: Promise<ProcessResult>;
  /** Resolves once standard output has `count` whole lines; rejects when the process ends before. */
  lines(count: number): Promise<void>;
}

/** Starts `ductile ...args` in `cwd`. */
export function startDuctile(args: readonly string[], cwd: string, program = ductileProgram): RunningProcess {
  if (!existsSync(program)) throw new Error(`${program} is not there: npm run build`);
  const child = spawn(process.execPath, [program, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  const waiting: (() => void)[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    for (const check of waiting) check();
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const done = new Promise<ProcessResult>((settle, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => settle({ code, signal, stdout, stderr, objects: parseLines(stdout) }));
  });
  const lines = (count: number) =>
    new Promise<void>((settle, reject) => {
      const check = () => {
        if (stdout.split('\n').length > count) settle();
      };
      waiting.push(check);
      check();
      child.once('close', () => reject(new Error(`the process ended early:\n${stdout}${stderr}`)));
    });
  return { child, done, lines };
}

/** Runs `ductile ...args` to its end, whatever it ends with. */
export function runDuctile(args: readonly string[], cwd: string, program = ductileProgram): Promise<ProcessResult> {
  return startDuctile(args, cwd, program).done;
}

/** Objects of a `--json` run; empty for output that is for people. */
function parseLines(text: string): Record<string, unknown>[] {
  if (!text.startsWith('{')) return [];
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
