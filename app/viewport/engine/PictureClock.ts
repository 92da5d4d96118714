/** ms: pictures farther apart than this were not drawn one after the other. */
const PAUSE = 250;
/** ms between two figures, so that they can be read. */
const INTERVAL = 500;

/** How long a picture takes while they follow each other: the mean time from one to the next. */
export class PictureClock {
  /** ms; undefined until some were drawn. */
  milliseconds: number | undefined;
  private last = -Infinity;
  private sum = 0;
  private count = 0;

  /** A picture was drawn. `now`: ms. */
  tick(now: number): void {
    const time = now - this.last;
    this.last = now;
    if (time > PAUSE) {
      this.sum = 0;
      this.count = 0;
      return;
    }
    this.sum += time;
    this.count++;
    if (this.sum < INTERVAL) return;
    this.milliseconds = this.sum / this.count;
    this.sum = 0;
    this.count = 0;
  }
}
