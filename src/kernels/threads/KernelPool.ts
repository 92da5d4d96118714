import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { assert, CoreError } from '../../base/errors.ts';
import {
  Command,
  Control,
  CONTROL_WORDS,
  instantiateKernels,
  kernelNames,
  RUN_WORDS,
  type AttachMessage,
  type KernelFunction,
  type WorkerSetup,
} from './poolProtocol.ts';

/** Default of `KernelPoolOptions.startPatience`. */
const START_PATIENCE = 20_000;
/** Default of `KernelPoolOptions.patience`. */
const PATIENCE = 60_000;
/** Polls before the caller sleeps while the last workers finish. */
const SPINS = 10_000;

export interface KernelPoolOptions {
  /** Threads including the caller, at least 1. */
  readonly threads: number;
  /** Milliseconds after which a run whose workers do not respond is an error. */
  readonly patience?: number;
  /** Milliseconds that workers may take to start. */
  readonly startPatience?: number;
  /** Script of the worker; found beside the built program by default. */
  readonly workerFile?: string;
}

/** A memory with the kernels of this thread; created by `KernelPool.attach`. */
export interface AttachedArena {
  readonly id: number;
  readonly memory: WebAssembly.Memory;
  readonly kernels: readonly KernelFunction[];
  readonly abort: Int32Array;
}

/** Kernel calls, as parallel lists. */
export interface KernelCalls {
  readonly arenas: readonly AttachedArena[];
  readonly kernels: readonly number[];
  readonly bodies: readonly number[];
}

/**
 * Runs the kernels of one module on several threads at once, synchronously: the caller is thread 0, the others are workers that
 * wait in shared memory. A memory is attached once and then identified by its number.
 */
export class KernelPool {
  readonly threads: number;
  readonly patience: number;
  private readonly module: WebAssembly.Module;
  private readonly names: readonly string[];
  private readonly workers: Worker[] = [];
  private readonly ports: MessagePort[] = [];
  private readonly control: Int32Array;
  private nextId = 1;

  /**
   * Starts `threads - 1` workers. One thread needs no worker, no shared memory and no built worker script. Throws
   * `simulation-failed` when workers do not start.
   */
  constructor(module: WebAssembly.Module, options: KernelPoolOptions) {
    assert(options.threads >= 1, 'a pool needs a thread', { threads: options.threads });
    this.module = module;
    this.names = kernelNames(module);
    this.threads = options.threads;
    this.patience = options.patience ?? PATIENCE;
    const bytes = 4 * CONTROL_WORDS;
    this.control = new Int32Array(this.threads === 1 ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes));
    if (this.threads > 1) {
      this.startWorkers(options.workerFile ?? findWorkerFile(), options.startPatience ?? START_PATIENCE);
    }
  }

  /** Index of an exported kernel, for `run`. */
  kernel(name: string): number {
    const index = this.names.indexOf(name);
    assert(index >= 0, 'no such kernel', { name });
    return index;
  }

  /** Gives every thread its instance over `memory`. `abortAt`: byte address of the word that stops a barrier. */
  attach(memory: WebAssembly.Memory, abortAt: number): AttachedArena {
    const id = this.nextId++;
    const message: AttachMessage = { memory, id, abortAt };
    for (const port of this.ports) port.postMessage(message);
    this.command(Command.attach, id);
    this.finish();
    const abort = new Int32Array(memory.buffer, abortAt, 1);
    return { id, memory, kernels: instantiateKernels(this.module, memory), abort };
  }

  detach(arena: AttachedArena): void {
    if (this.workers.length === 0 || this.failed) return;
    this.command(Command.detach, arena.id);
    this.finish();
  }

  /** Calls the kernel with (thread, threads, body) on every thread and returns when all have. Allocates nothing. */
  run(arena: AttachedArena, kernel: number, body: number): void {
    if (this.threads === 1) {
      this.runAlone(arena, kernel, body);
      return;
    }
    if (this.failed) throw poolFailure('a kernel thread failed earlier');
    this.control[Control.kernel] = kernel;
    this.control[Control.body] = body;
    this.command(Command.run, arena.id);
    try {
      arena.kernels[kernel](0, this.threads, body);
    } catch (error) {
      Atomics.store(this.control, Control.failed, 1);
      Atomics.store(arena.abort, 0, 1);
      throw poolFailure('a kernel failed', error);
    }
    this.finish();
  }

  /**
   * Runs `count` independent kernel calls from `first` on, each on one free thread, with (0, 1, body); returns when all have finished. The same
   * bytes as in sequence.
   */
  runEach({ arenas, kernels, bodies }: KernelCalls, first: number, count: number): void {
    if (this.failed) throw poolFailure('a kernel thread failed earlier');
    const { control } = this;
    for (let k = 0; k < count; k++) {
      const at = Control.runs + RUN_WORDS * k;
      control[at] = arenas[first + k].id;
      control[at + 1] = kernels[first + k];
      control[at + 2] = bodies[first + k];
    }
    control[Control.runCount] = count;
    Atomics.store(control, Control.nextRun, 0);
    this.command(Command.runEach, 0);
    try {
      for (let k = Atomics.add(control, Control.nextRun, 1); k < count; k = Atomics.add(control, Control.nextRun, 1))
        this.runAlone(arenas[first + k], kernels[first + k], bodies[first + k]);
    } catch (error) {
      Atomics.store(control, Control.failed, 1);
      throw poolFailure('a kernel failed', error);
    }
    this.finish();
  }

  /** Runs the kernel on the caller's thread alone: for work too small to be worth waking the others. */
  runAlone(arena: AttachedArena, kernel: number, body: number): void {
    arena.kernels[kernel](0, 1, body);
  }

  /** True once a thread has failed: runs on this pool throw. */
  get failed(): boolean {
    return this.control[Control.failed] !== 0;
  }

  /** Ends the workers. The pool cannot be used afterwards. */
  dispose(): void {
    if (this.workers.length === 0) return;
    this.command(Command.exit, 0);
    for (const port of this.ports) port.close();
    for (const worker of this.workers) void worker.terminate();
    this.workers.length = 0;
    this.control[Control.failed] = 1;
  }

  private startWorkers(file: string, patience: number): void {
    for (let thread = 1; thread < this.threads; thread++) {
      const { port1, port2 } = new MessageChannel();
      const setup: WorkerSetup = {
        module: this.module,
        control: this.control.buffer as SharedArrayBuffer,
        thread,
        threads: this.threads,
        port: port2,
      };
      const worker = new Worker(file, { workerData: setup, transferList: [port2] });
      // Reported through the control block instead: the caller waits there, not in the event loop.
      worker.on('error', () => Atomics.store(this.control, Control.failed, 1));
      worker.unref();
      port1.unref();
      this.workers.push(worker);
      this.ports.push(port1);
    }
    if (!this.await(Control.ready, patience)) {
      this.dispose();
      throw poolFailure('the kernel threads did not start');
    }
  }

  private command(command: number, memory: number): void {
    this.control[Control.command] = command;
    this.control[Control.memory] = memory;
    Atomics.store(this.control, Control.done, 0);
    Atomics.add(this.control, Control.generation, 1);
    if (this.workers.length > 0) Atomics.notify(this.control, Control.generation);
  }

  /** Waits until every worker has responded. */
  private finish(): void {
    if (!this.await(Control.done, this.patience)) {
      Atomics.store(this.control, Control.failed, 1);
      throw poolFailure('a kernel thread does not respond');
    }
    if (this.failed) throw poolFailure('a kernel failed in a thread');
  }

  /** Returns false when not all workers have raised `word` after `patience` milliseconds. */
  private await(word: number, patience: number): boolean {
    const { control } = this;
    const wanted = this.workers.length;
    for (let spin = 0; spin < SPINS; spin++) {
      if (Atomics.load(control, word) >= wanted) return true;
    }
    let left = patience;
    for (;;) {
      const count = Atomics.load(control, word);
      if (count >= wanted) return true;
      if (left <= 0) return false;
      if (Atomics.wait(control, word, count, Math.min(left, 100)) === 'timed-out') left -= 100;
    }
  }
}

function poolFailure(message: string, cause?: unknown): CoreError {
  return new CoreError('simulation-failed', message, {
    cause,
    remedy: 'Run again with --threads 1; if that works, report the machine and the shot.',
  });
}

/**
 * The built worker script: beside the program (`dist/kernelWorker.js`, or one folder up from `dist/chunks`), or in `dist` of the
 * source tree when running from source.
 */
export function findWorkerFile(): string {
  const places = ['./kernelWorker.js', '../kernelWorker.js', '../../../dist/kernelWorker.js'];
  for (const place of places) {
    const file = fileURLToPath(new URL(place, import.meta.url));
    if (existsSync(file)) return file;
  }
  throw new CoreError('file-missing', 'the kernel worker script is missing', {
    file: fileURLToPath(new URL(places[0], import.meta.url)),
    remedy: 'Build the program with `npm run build`, or run with one thread.',
  });
}
