import { setPriority } from 'node:os';

/** Niceness on Linux's scale from -20 (first) to 19 (last): a thread that answers an artist gets some thirty times the share of one with lower priority. */
const NICENESS = 15;

/**
 * Lets everything that an artist waits for go before this thread and those that it starts. Where a priority is that of the whole process
 * it stays: the same process gives frames to the window.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, NICENESS);
  } catch {
    // It then competes as an equal.
  }
}
