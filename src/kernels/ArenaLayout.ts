import { allocated } from '../base/outOfMemory.ts';
import { CoreError } from '../base/errors.ts';

const PAGE = 65536;
/** Largest memory: kernels use 32-bit addresses. */
const MAX_BYTES = 4 * 1024 * 1024 * 1024 - PAGE;
/** One cache line, so that threads that write neighbouring arrays do not share lines. */
const ALIGNMENT = 64;

/**
 * Plans the single memory of a body: every array is reserved first, then the memory is created in exactly that size. It does not grow,
 * or is shared, so views stay valid for its life, and it is freed as a whole.
 */
export class ArenaLayout {
  /** Next free address; the first page is reserved for the compiler's static data. */
  private end = PAGE;

  /** Reserves `bytes` bytes, aligned to a cache line, and returns their address. */
  reserve(bytes: number): number {
    const address = this.end;
    this.end += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    return address;
  }

  get byteLength(): number {
    return this.end;
  }

  /** Creates a zeroed memory of the planned size, which may `grow` on request. Throws `limit-exceeded` beyond 4 GiB. */
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
