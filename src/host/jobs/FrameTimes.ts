/** Frames that an estimate looks back on: recent ones, because frames grow slower as contact sets in. */
const WINDOW = 20;

/** Seconds of the last frames of a job, and how long the rest may take. */
export class FrameTimes {
  private readonly seconds: number[] = [];

  add(seconds: number): void {
    this.seconds.push(seconds);
    if (this.seconds.length > WINDOW) this.seconds.shift();
  }

  /** `remaining` frames at the lower and at the upper quartile of the last 20; undefined before the first. */
  estimate(remaining: number): { low: number; high: number } | undefined {
    if (this.seconds.length === 0) return undefined;
    const sorted = [...this.seconds].sort((a, b) => a - b);
    const last = sorted.length - 1;
    return {
      low: remaining * sorted[Math.floor(0.25 * last)],
      high: remaining * sorted[Math.ceil(0.75 * last)],
    };
  }
}
