import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import {
  Command,
  Control,
  instantiateKernels,
  RUN_WORDS,
  type AttachMessage,
  type KernelFunction,
  type WorkerSetup,
} from './poolProtocol.ts';

/**
 * Polls before sleeping, about 0.4 ms: longer than most gaps between the kernels of a running step, because waking takes 20 microseconds on
 * a quiet machine and far longer on a busy one (a frame of 12k tetrahedra: 15 ms with, 22 ms without).
 */
const SPINS = 60_000;
/** Duration of one sleep, milliseconds. Waking from time to time lets the runtime end the thread. */
const NAP = 500;

interface AttachedMemory {
  readonly kernels: readonly KernelFunction[];
  readonly abort: Int32Array;
}

const setup = workerData as WorkerSetup;
const control = new Int32Array(setup.control);
const attached = new Map<number, AttachedMemory>();

function attachMemory(): void {
  const received = receiveMessageOnPort(setup.port) as { message: AttachMessage } | undefined;
  if (received === undefined) throw new Error('no memory to attach');
  const { memory, id, abortAt } = received.message;
  attached.set(id, {
    kernels: instantiateKernels(setup.module, memory),
    abort: new Int32Array(memory.buffer, abortAt, 1),
  });
}

function runKernel(): void {
  const memory = memoryOf(control[Control.memory]);
  try {
    memory.kernels[control[Control.kernel]](setup.thread, setup.threads, control[Control.body]);
  } catch (error) {
    Atomics.store(memory.abort, 0, 1);
    throw error;
  }
}

function memoryOf(id: number): AttachedMemory {
  const memory = attached.get(id);
  if (memory === undefined) throw new Error('kernel on a memory that is not attached');
  return memory;
}

function takeRuns(): void {
  const count = control[Control.runCount];
  for (
    let run = Atomics.add(control, Control.nextRun, 1);
    run < count;
    run = Atomics.add(control, Control.nextRun, 1)
  ) {
    const at = Control.runs + RUN_WORDS * run;
    memoryOf(control[at]).kernels[control[at + 1]](0, 1, control[at + 2]);
  }
}

/** Waits for the next command after `seen`; returns its generation. */
function nextGeneration(seen: number): number {
  for (let spin = 0; spin < SPINS; spin++) {
    const generation = Atomics.load(control, Control.generation);
    if (generation !== seen) return generation;
  }
  while (Atomics.load(control, Control.generation) === seen) {
    Atomics.wait(control, Control.generation, seen, NAP);
  }
  return Atomics.load(control, Control.generation);
}

function answer(word: number): void {
  Atomics.add(control, word, 1);
  Atomics.notify(control, word);
}

function serve(): void {
  let seen = Atomics.load(control, Control.generation);
  answer(Control.ready);
  for (;;) {
    seen = nextGeneration(seen);
    const command = control[Control.command];
    if (command === Command.exit) return;
    try {
      if (command === Command.attach) attachMemory();
      else if (command === Command.detach) attached.delete(control[Control.memory]);
      else if (command === Command.runEach) takeRuns();
      else runKernel();
    } catch {
      // The pool turns the flag into an error; nothing here can report it better.
      Atomics.store(control, Control.failed, 1);
    }
    answer(Control.done);
  }
}

serve();
