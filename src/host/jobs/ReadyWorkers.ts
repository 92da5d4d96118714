import type { Worker } from 'node:worker_threads';
import { patientTasks, type TaskSetup } from './jobMessages.ts';
import type { StartWorker } from './Job.ts';
import { startJobWorker } from './startJobWorker.ts';

/** Threads that wait: opening a sample takes one for its shapes and one for its simulation. Each holds some 30 MB. */
const KEPT = 2;
/** Time after which others take the places of those that were taken, ms: reading the program is not to delay what they were taken for. */
const REFILL_DELAY = 2000;

export interface ReadyWorkersOptions {
  readonly kept?: number;
  readonly delay?: number;
}

/**
 * Threads of jobs that have read the program and wait for what to do: reading it takes a thread 0.3 s of processor time, as long as many answers that an artist waits
 * for. They do not keep the process alive.
 */
export class ReadyWorkers {
  private readonly kept: number;
  private readonly delay: number;
  private readonly waiting: Worker[] = [];
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor({ kept = KEPT, delay = REFILL_DELAY }: ReadyWorkersOptions = {}) {
    this.kept = kept;
    this.delay = delay;
    this.refillLater();
  }

  /** Threads that wait now. */
  get count(): number {
    return this.waiting.length;
  }

  /**
   * Starts a worker as `startJobWorker` does; takes one of the waiting threads where there is one. A thread that has done a task waits for another, with
   * functions that are compiled: it is taken before the others, but for a task that ends its thread.
   */
  readonly start: StartWorker = Object.assign((setup: TaskSetup) => this.take(setup), {
    takeBack: (worker: Worker) => this.takeBack(worker),
  });

  /** Ends the threads that wait; no others take their places, and whoever still starts a task waits for a new thread. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await Promise.all(this.waiting.splice(0).map((worker) => worker.terminate()));
  }

  private take(setup: TaskSetup): Worker {
    const worker = patientTasks.has(setup.task.kind) ? this.waiting.pop() : this.waiting.shift();
    this.refillLater();
    if (worker === undefined) return startJobWorker(setup);
    worker.ref();
    worker.postMessage(setup);
    return worker;
  }

  private takeBack(worker: Worker): boolean {
    if (this.closed) return false;
    // By name: a worker listens to itself, too.
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
    // Before those that have done nothing yet.
    this.waiting.unshift(this.forgetWhenGone(worker));
    if (this.waiting.length > this.kept) void this.waiting.pop()!.terminate();
    return true;
  }

  private refillLater(): void {
    clearTimeout(this.timer);
    if (this.closed) return;
    this.timer = setTimeout(() => {
      try {
        while (this.waiting.length < this.kept) this.addOne();
      } catch {
        // Where the program is not whole the next task says so.
      }
    }, this.delay);
    this.timer.unref();
  }

  private addOne(): void {
    this.waiting.push(this.forgetWhenGone(startJobWorker()));
  }

  private forgetWhenGone(worker: Worker): Worker {
    worker.unref();
    const forget = () => {
      const place = this.waiting.indexOf(worker);
      if (place >= 0) this.waiting.splice(place, 1);
    };
    // One that cannot wait is no loss: the next task starts its own, and tells what is wrong.
    worker.once('error', forget);
    worker.once('exit', forget);
    return worker;
  }
}
