/** Time of some work: on the clock, and of the processor in all threads of this process together. */
export interface Times {
  readonly clock: number;
  readonly processor: number;
}

/** Starts a stopwatch: each call of it gives the seconds since. */
export function stopwatch(): () => Times {
  const began = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return { clock: (performance.now() - began) / 1e3, processor: (user + system) / 1e6 };
  };
}

/** Seconds of some work. */
export function timeOf(work: () => void): Times {
  const elapsed = stopwatch();
  work();
  return elapsed();
}

/** The least seconds of several repetitions, each of the two times by itself, after one that is not counted. */
export function bestTimes(repetitions: number, work: () => void): Times {
  work();
  let best: Times = { clock: Infinity, processor: Infinity };
  for (let k = 0; k < repetitions; k++) best = least(best, timeOf(work));
  return best;
}

/** The lesser of each of two times. */
export function least(a: Times, b: Times): Times {
  return { clock: Math.min(a.clock, b.clock), processor: Math.min(a.processor, b.processor) };
}

/** Both times multiplied by a factor: a change of unit, or a share. */
export function scaled({ clock, processor }: Times, factor: number): Times {
  return { clock: factor * clock, processor: factor * processor };
}

/** Both times of the first less those of the second. */
export function difference(a: Times, b: Times): Times {
  return { clock: a.clock - b.clock, processor: a.processor - b.processor };
}

/** A measured time that is judged by the processor: work of one thread, or of all where the machine is shared. */
export function byProcessor(times: Times, factor = 1): Times & { readonly by: 'processor' } {
  return { by: 'processor', ...scaled(times, factor) };
}

/** A measured time that is judged by the clock: work of several threads. */
export function byClock(times: Times, factor = 1): Times & { readonly by: 'clock' } {
  return { by: 'clock', ...scaled(times, factor) };
}
