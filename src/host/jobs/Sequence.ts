/** Does pieces of work one after the other, in the order in which they were asked for. */
export class Sequence {
  private last: Promise<unknown> = Promise.resolve();

  /** Gives what `work` gives, or throws what it throws; the next piece is done in either case. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all that was asked for so far is done. */
  async idle(): Promise<void> {
    await this.last;
  }
}
