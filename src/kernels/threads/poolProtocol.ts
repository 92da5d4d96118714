import type { MessagePort } from 'node:worker_threads';

/**
 * The control block shared by a pool and its workers: i32 words. A command is published by incrementing `GENERATION`; each worker
 * responds by incrementing `DONE`.
 */
export const Control = {
  generation: 0,
  done: 1,
  command: 2,
  /** Number of the attached memory that the command refers to. */
  memory: 3,
  /** Index of the kernel in the module's exports. */
  kernel: 4,
  /** Address of the body record. */
  body: 5,
  /** 1 once a worker has failed; the pool is then unusable. */
  failed: 6,
  /** Workers that have started. */
  ready: 7,
  /** Words of `Command.runEach`: the next run, their number, and `RUN_WORDS` for each: memory, kernel, body. */
  nextRun: 8,
  runCount: 9,
  runs: 10,
} as const;

/** Words of a run, and largest number of runs of one command. */
export const RUN_WORDS = 3;
export const MOST_RUNS = 256;
export const CONTROL_WORDS = Control.runs + RUN_WORDS * MOST_RUNS;

export const Command = {
  run: 1,
  /** Take a memory from the message port and instantiate the module over it. */
  attach: 2,
  detach: 3,
  exit: 4,
  /** Take runs until there are none left, each on one thread. */
  runEach: 5,
} as const;

export interface WorkerSetup {
  readonly module: WebAssembly.Module;
  readonly control: SharedArrayBuffer;
  readonly thread: number;
  readonly threads: number;
  readonly port: MessagePort;
}

export interface AttachMessage {
  readonly memory: WebAssembly.Memory;
  /** Its number. */
  readonly id: number;
  /** Byte address of the abort word that stops the other threads when this one fails. */
  readonly abortAt: number;
}

/** A kernel as exported: called on every thread. */
export type KernelFunction = (thread: number, threads: number, body: number) => void;

/** The kernels of a module by index: the order of its function exports. */
export function kernelNames(module: WebAssembly.Module): string[] {
  return WebAssembly.Module.exports(module)
    .filter((item) => item.kind === 'function')
    .map((item) => item.name);
}

/** Kernels of one instance in the order of `kernelNames`. */
export function instantiateKernels(module: WebAssembly.Module, memory: WebAssembly.Memory): KernelFunction[] {
  const abort = (): never => {
    throw new Error('kernel assertion failed');
  };
  const { exports } = new WebAssembly.Instance(module, { env: { memory, abort } });
  return kernelNames(module).map((name) => exports[name] as KernelFunction);
}
