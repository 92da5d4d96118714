import { BARRIER_AT, PATIENCE } from '../bodyFields';
import { field } from './body';

/**
 * Polls before a thread sleeps, about 40 microseconds. This must exceed the time of a wake-up (15 to 20): otherwise one sleeper makes
 * the others wait long enough to sleep at the next barrier, and every further barrier costs a wake-up.
 */
const SPINS: i32 = 12_000;
/** Duration of one sleep, nanoseconds, after which the abort flag is checked again. */
const NAP: i64 = 20_000_000;

/**
 * Waits until all threads have arrived. Traps, in every thread, when one has raised the abort flag or when the others do not
 * arrive within the patience of the body: a lost thread ends the run with an error and never hangs it.
 */
export function barrier(threads: u32, body: usize): void {
  if (threads == 1) return;
  if (ASC_FEATURE_THREADS) {
    const at = field(body, BARRIER_AT);
    const generation = atomic.load<i32>(at, 4);
    if (atomic.add<i32>(at, 1) == <i32>threads - 1) {
      atomic.store<i32>(at, 0);
      atomic.add<i32>(at, 1, 4);
      if (atomic.load<i32>(at, 8) > 0) atomic.notify(at + 4, -1);
      return;
    }
    for (let spin = 0; spin < SPINS; spin++) {
      if (atomic.load<i32>(at, 4) != generation) return;
    }
    let patience = <i64>field(body, PATIENCE) * 1_000_000;
    atomic.add<i32>(at, 1, 8);
    while (atomic.load<i32>(at, 4) == generation) {
      if (patience <= 0) atomic.store<i32>(at, 1, 12);
      if (atomic.load<i32>(at, 12) != 0) unreachable();
      if (atomic.wait<i32>(at + 4, generation, NAP) == AtomicWaitResult.TIMED_OUT) patience -= NAP;
    }
    atomic.sub<i32>(at, 1, 8);
  }
}
