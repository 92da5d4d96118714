import { allocated } from '../base/outOfMemory.ts';
import { CoreError } from '../base/errors.ts';

const PAGE = 65536;
/** Kernels address with 32 bits. */
const MAX_BYTES = 4 * 1024 * 1024 * 1024 - PAGE;
/** One cache line: threads that write neighbouring arrays do not disturb each other. */
const ALIGNMENT = 64;

/**
 * Plans the one memory of a body: every array is reserved first, then the memory is made in exactly that size. It does not grow,
 * or is shared, so views stay valid for its life, and it is freed as a whole.
 */
export class ArenaLayout {
  /** The first page is left to the compiler's static data. */
  private end = PAGE;

  /** Byte address of `bytes` bytes, aligned to a cache line. */
  reserve(bytes: number): number {
    const address = this.end;
    this.end += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    return address;
  }

  get byteLength(): number {
    return this.end;
  }

  /** A zeroed memory of the planned size, which may `grow` where that is asked for. Throws `limit-exceeded` beyond 4 GiB. */
  createMemory(shared: boolean, grows = false): WebAssembly.Memory {
    const pages = Math.ceil(this.end / PAGE);
    if (this.end > MAX_BYTES) {
      throw new CoreError('limit-exceeded', `the body needs ${Math.round(this.end / 2 ** 20)} MiB of kernel memory`, {
        remedy: 'Use fewer elements, or split the body.',
      });
    }
    const maximum = grows ? MAX_BYTES / PAGE : pages;
    return allocated(this.end, () => new WebAssembly.Memory({ initial: pages, maximum, shared }));
  }
}
