import { allocated } from '../../base/outOfMemory.ts';
import { compilePairKernels } from '../kernelModules.ts';
import { detectKernelSupport } from '../kernelSupport.ts';

/** i32 words of a packed box, as `SweptBoxes` says. */
export const BOX = 6;
/** Numbers of the node pairs on the stack while two trees are traversed: at most three pairs for each level of both, whose nodes halve. */
const STACK = 512;
/** Numbers of the pairs that one call of the kernel writes. */
const CAPACITY = 8192;
const WORD_BYTES = 4;
const PAGE_BYTES = 65536;

/** Trees of boxes over the triangles of surfaces, as `SurfaceTrees` says. */
export interface BoxTrees {
  readonly right: Int32Array;
  readonly first: Int32Array;
  readonly count: Int32Array;
  /** Vertices of the triangle of each slot, three each. */
  readonly corners: Int32Array;
}

/** See `assembly/pairs.entry.ts`. */
interface PairKernels {
  findPairs(top: number, skipsStars: number, capacity: number, ...addresses: readonly number[]): number;
  pack(begin: number, end: number, ...addresses: readonly number[]): void;
  refit(begin: number, end: number, root: number, last: number, ...addresses: readonly number[]): void;
}

/** Paths of vertices, as `Paths` says. */
interface BoxPaths {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly pads: Float64Array;
}

/** A list of numbers of pairs. */
export interface PairList {
  /** Appends the first `count` of some numbers. */
  append(numbers: Int32Array, count: number): void;
}

/** The boxes of trees in one memory with the kernel that looks for overlapping ones; without SIMD there is none. */
export class BoxArrays {
  /** `BOX` words per vertex, per node, and per triangle by slot. */
  readonly vertices: Int32Array;
  readonly nodes: Int32Array;
  readonly slots: Int32Array;
  /** Non-zero for vertices whose stars stay flat. */
  readonly isFlat: Uint8Array;
  private readonly stack: Int32Array;
  private readonly left: Int32Array;
  private readonly out: Int32Array;
  private readonly kernels: PairKernels | undefined;
  private readonly addresses: readonly number[];
  private readonly refitAddresses: readonly number[];
  private readonly packAddresses: readonly number[];
  private readonly starts: Float64Array;
  private readonly ends: Float64Array;
  private readonly pads: Float64Array;
  private readonly cells: Float64Array;

  constructor({ right, first, count, corners }: BoxTrees, vertexCount: number) {
    const slotCount = corners.length / 3;
    const words =
      BOX * (vertexCount + right.length + slotCount) + 3 * right.length + corners.length + STACK + CAPACITY + 1;
    const bytes = 8 * (7 * vertexCount + 6) + WORD_BYTES * words + vertexCount;
    const memory = allocated(bytes, () => new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) }));
    let at = 0;
    const next = (size: number) => {
      const array = new Int32Array(memory.buffer, at, size);
      at += WORD_BYTES * size;
      return array;
    };
    const numbers = (size: number) => {
      const array = new Float64Array(memory.buffer, at, size);
      at += 8 * size;
      return array;
    };
    this.starts = numbers(3 * vertexCount);
    this.ends = numbers(3 * vertexCount);
    this.pads = numbers(vertexCount);
    this.cells = numbers(6);
    const copy = (values: Int32Array) => {
      const array = next(values.length);
      array.set(values);
      return array;
    };
    this.vertices = next(BOX * vertexCount);
    this.nodes = next(BOX * right.length);
    this.slots = next(BOX * slotCount);
    const tables = [right, first, count, corners].map(copy);
    this.stack = next(STACK);
    this.left = next(1);
    this.out = next(CAPACITY);
    this.isFlat = new Uint8Array(memory.buffer, at, vertexCount);
    const arrays = [this.nodes, this.slots, ...tables, this.isFlat, this.stack, this.left, this.out];
    this.addresses = arrays.map(({ byteOffset }) => byteOffset);
    this.refitAddresses = [this.vertices, this.nodes, this.slots, ...tables].map(({ byteOffset }) => byteOffset);
    const paths = [this.vertices, this.starts, this.ends, this.pads, this.cells];
    this.packAddresses = paths.map(({ byteOffset }) => byteOffset);
    this.kernels = instantiate(memory);
  }

  get hasKernels(): boolean {
    return this.kernels !== undefined;
  }

  /** Takes the paths of all vertices, m, and the cells of their boxes: `origin`, m, and their number per metre. */
  takePaths({ starts, ends, pads }: BoxPaths, origin: Float64Array, cells: Float64Array): void {
    this.starts.set(starts);
    this.ends.set(ends);
    this.pads.set(pads);
    this.cells.set(origin);
    this.cells.set(cells, 3);
  }

  /** Computes the boxes of vertices from `begin` to before `end` from these. There must be kernels. */
  pack(begin: number, end: number): void {
    this.kernels?.pack(begin, end, ...this.packAddresses);
  }

  /** Recomputes the boxes of slots from `begin` to before `end` from those of their vertices, then those of nodes from `last` down to `root`. There must be kernels. */
  refit(begin: number, end: number, root: number, last: number): void {
    this.kernels?.refit(begin, end, root, last, ...this.refitAddresses);
  }

  /** Appends to `list` the pairs of slots with overlapping boxes below nodes `a` and `b`, without those that share a flat star where `skipsStars` is set. There must be kernels. */
  findPairs(a: number, b: number, skipsStars: boolean, list: PairList): void {
    const { kernels, stack, left, out, addresses } = this;
    stack[0] = a;
    stack[1] = b;
    left[0] = 2;
    while (kernels !== undefined && left[0] > 0) {
      const found = kernels.findPairs(left[0], skipsStars ? 1 : 0, CAPACITY, ...addresses);
      list.append(out, found);
    }
  }
}

function instantiate(memory: WebAssembly.Memory): PairKernels | undefined {
  if (!detectKernelSupport().simd) return undefined;
  const abort = (): never => {
    throw new Error('kernel assertion failed');
  };
  const { exports } = new WebAssembly.Instance(compilePairKernels(), { env: { memory, abort } });
  return exports as unknown as PairKernels;
}
