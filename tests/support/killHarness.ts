import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';
import { SeededRandom } from './random.ts';
import { worksOn } from './processorTime.ts';

export interface KillPlan {
  readonly command: string;
  readonly args: readonly string[];
  /** How many times the process is started and killed. */
  readonly rounds: number;
  /** The moments of the kills follow from it. */
  readonly seed: number | string;
  /** What the program must have written, from once to so many times, before the kill: its first line unless given. The speed of a machine does not move such a moment. */
  readonly written?: { readonly text: string; readonly atMost: number };
  /** Longest time of the processor from then to the kill. */
  readonly longestDelayMs: number;
  /** Called after every kill and after every run that ended before its kill. */
  afterRound(round: number, ended: boolean): Promise<void>;
}

export interface KillReport {
  readonly killed: number;
  /** Runs that ended before their moment came. */
  readonly ended: number;
}

/**
 * Starts a program again and again and kills it (SIGKILL: no handler runs) at seeded random moments after it has begun to write. A
 * run that ends by itself with another code than 0 is an error that shows its output.
 */
export async function killAtRandomMoments(plan: KillPlan): Promise<KillReport> {
  const random = new SeededRandom(plan.seed);
  let killed = 0;
  for (let round = 0; round < plan.rounds; round++) {
    const delay = random.between(0, plan.longestDelayMs);
    const times = plan.written === undefined ? 1 : 1 + Math.floor(random.between(0, plan.written.atMost));
    const ended = (await runUntil(plan, times, delay)) === 'ended';
    if (!ended) killed++;
    await plan.afterRound(round, ended);
  }
  return { killed, ended: plan.rounds - killed };
}

/** Runs a program to its end; gives its standard output. Throws with its output when the code is not 0. */
export async function runToEnd(command: string, args: readonly string[]): Promise<string> {
  const run = startProgram(command, args);
  const { code, signal } = await run.exit;
  if (code !== 0) throw new Error(`${command} ended with ${code ?? signal}:\n${run.output()}`);
  return run.output();
}

async function runUntil(
  { command, args, written }: KillPlan,
  times: number,
  delay: number,
): Promise<'killed' | 'ended'> {
  const run = startProgram(command, args, written?.text, times);
  await Promise.race([run.hasWritten, run.exit]);
  await Promise.race([worksOn(run.pid, delay / 1000), run.exit]);
  run.kill();
  const { code, signal } = await run.exit;
  if (signal === 'SIGKILL') return 'killed';
  if (code !== 0) throw new Error(`${command} ended with ${code ?? signal}:\n${run.output()}`);
  return 'ended';
}

function startProgram(command: string, args: readonly string[], text = '\n', times = 1) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  const hasWritten = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (chunks.join('').split(text).length > times) resolve();
    });
  });
  const exit = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return { pid: child.pid!, hasWritten, exit, output: () => chunks.join(''), kill: () => void child.kill('SIGKILL') };
}

/** Bundles a TypeScript program with everything it imports into one file that Node runs; gives its path. */
export async function bundleProgram(entry: string, outputFolder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: outputFolder,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  });
  return join(outputFolder, 'program.mjs');
}
