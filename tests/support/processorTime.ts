import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Ticks per second of the times in /proc: the same on every Linux. */
const TICKS = 100;

/**
 * Waits until a process has had the processor for so long, s: on a slow or busy machine later than on another. Where the system does
 * not say, the time of the clock stands for it.
 */
export async function hasWorked(pid: number, seconds: number): Promise<void> {
  if (!existsSync(statOf(pid))) await wait(1000 * seconds);
  while (secondsOf(pid) < seconds) await wait(5);
}

/** Waits until a process has worked so many more seconds from now on. */
export async function worksOn(pid: number, seconds: number): Promise<void> {
  const now = secondsOf(pid);
  await hasWorked(pid, (now < Infinity ? now : 0) + seconds);
}

function statOf(pid: number): string {
  return `/proc/${pid}/stat`;
}

/** Infinity for one that has ended. */
function secondsOf(pid: number): number {
  try {
    return processorSeconds(readFileSync(statOf(pid), 'utf8'));
  } catch {
    return Infinity;
  }
}

/** Time of all threads, in the program and in the system; see proc(5). The name of the program, in brackets, may hold spaces. */
function processorSeconds(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
