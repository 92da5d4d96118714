/** A promise that is settled by its owner. */
export class Deferred {
  readonly promise: Promise<void>;
  resolve: () => void = () => undefined;
  reject: (error: Error) => void = () => undefined;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}
