import { MOST_TASKS, type PairInputs, type PairKernel, type PairTables } from '../../kernels/contacts/PairKernel.ts';
import { FOUND_NUMBERS, TASK_NUMBERS } from '../../kernels/pairFields.ts';
import type { CandidatePairs } from './CandidatePairs.ts';
import type { BodyPairs } from './ContactSurface.ts';
import type { FlatStars } from './FlatStars.ts';
import type { IntList } from './IntList.ts';
import { mayCollide } from './trianglePairs.ts';
import { BOX, boxesOverlap, type SweptBoxes } from './SweptBoxes.ts';

/** Makes the kernel that searches surfaces for pairs, on the threads of whoever offers it. */
export type PairKernelFactory = (tables: PairTables, vertexCount: number) => PairKernel;

/** Tasks, at least, into which a search is divided where there are several threads: some take many times as long as others. */
const WANTED_TASKS = 96;
/** Times that all tasks are divided at most: a tree has no more levels. */
const LEVELS = 40;

/** A list to which pairs are appended that a kernel has found. */
interface FoundList {
  append(kernel: PairKernel, first: number, count: number): void;
}

/** Appends the slots of pairs of triangles. */
class TriangleList implements FoundList {
  constructor(private readonly out: IntList) {}

  append({ found }: PairKernel, first: number, count: number): void {
    for (let at = FOUND_NUMBERS * first; at < FOUND_NUMBERS * (first + count); at += FOUND_NUMBERS) {
      this.out.pushPair(found[at], found[at + 1]);
    }
  }
}

/**
 * The pairs of primitives that may collide, found on kernels: the same as those of `collectTrianglePairs` and `CandidatePairs.collect`, in their order. The tasks of the kernel are
 * pairs of nodes in the order in which their pairs of triangles would be found.
 */
export class KernelPairs {
  private tasks = new Int32Array(TASK_NUMBERS * MOST_TASKS);
  private divided = new Int32Array(TASK_NUMBERS * MOST_TASKS);
  private count = 0;

  constructor(
    private readonly kernel: PairKernel,
    private readonly roots: Int32Array,
    private readonly inputs: PairInputs,
    private readonly stars: FlatStars,
  ) {}

  /** Finds the stars that stay flat while vertices move by `u` (m), and appends the pairs of all enabled pairs of bodies to `candidates`. */
  find(u: Float64Array, boxes: SweptBoxes, pairs: BodyPairs, candidates: CandidatePairs): void {
    const { kernel, stars, inputs } = this;
    kernel.begin(inputs, u);
    stars.isFlat.set(kernel.isFlat);
    stars.axes.set(kernel.axes);
    this.search(inputs, u, boxes, pairs, candidates);
  }

  /** Appends the pairs of triangles, two slots each, that neither flat stars nor planes separate at positions that do not move; `still`: their displacements, 0. */
  findTriangles(
    paths: PairInputs['paths'],
    still: Float64Array,
    boxes: SweptBoxes,
    pairs: BodyPairs,
    out: IntList,
  ): void {
    const inputs = { boxes, paths };
    this.kernel.begin(inputs, still);
    this.search(inputs, still, boxes, pairs, new TriangleList(out));
  }

  private search(inputs: PairInputs, u: Float64Array, boxes: SweptBoxes, pairs: BodyPairs, found: FoundList): void {
    const { roots, kernel } = this;
    this.count = 0;
    for (let a = 0; a < pairs.bodyCount; a++) {
      for (let b = a; b < pairs.bodyCount; b++) {
        if (!mayCollide(a, b, roots, boxes, pairs)) continue;
        if (this.count === MOST_TASKS) this.run(inputs, found, u);
        this.count = writeTask(this.tasks, this.count, roots[a], roots[b], a === b ? 1 : 0);
      }
    }
    if (kernel.sharesWork) this.divideAll(boxes.nodes);
    this.run(inputs, found, u);
  }

  /** Tests the flat stars again, as `FlatStars.refresh` does, where many vertices are in `changed`. */
  refresh(x: Float64Array, u: Float64Array, changed: IntList, pairs: BodyPairs, out: IntList): void {
    const { kernel, stars } = this;
    if (!kernel.refresh(stars, u, changed.values, changed.length)) return;
    stars.refresh(x, u, changed, pairs, out, kernel.lost);
  }

  private run(inputs: PairInputs, found: FoundList, u: Float64Array): void {
    const { kernel, tasks, count } = this;
    kernel.run(tasks, count, inputs, u);
    for (let task = 0; task < count; task++) {
      found.append(kernel, kernel.firstOf(task), kernel.foundBy(task));
    }
    this.count = 0;
  }

  /** Divides tasks until there are enough. */
  private divideAll(nodes: Int32Array): void {
    for (let level = 0; level < LEVELS && this.count > 0 && this.count < WANTED_TASKS; level++) {
      const { tasks } = this;
      const before = this.count;
      this.count = 0;
      let divides = false;
      for (let task = 0; task < before; task++) if (this.divide(nodes, task)) divides = true;
      this.tasks = this.divided;
      this.divided = tasks;
      if (!divides) return;
    }
  }

  /** Writes what is left of a task where the boxes of its nodes are opened, to `divided`, in the order in which `descend` visits that. Returns whether they could be. */
  private divide(nodes: Int32Array, task: number): boolean {
    const { tasks, divided } = this;
    const { right, count } = this.kernel.tables;
    const a = tasks[TASK_NUMBERS * task];
    const b = tasks[TASK_NUMBERS * task + 1];
    const skipsStars = tasks[TASK_NUMBERS * task + 2];
    const rightA = right[a];
    const rightB = right[b];
    let to = this.count;
    if (rightA === 0 && rightB === 0) {
      this.count = writeTask(divided, to, a, b, skipsStars);
      return false;
    }
    if (a === b) {
      to = writeTask(divided, to, a + 1, a + 1, skipsStars);
      to = writeTask(divided, to, rightA, rightA, skipsStars);
      if (boxesOverlap(nodes, BOX * (a + 1), nodes, BOX * rightA))
        to = writeTask(divided, to, a + 1, rightA, skipsStars);
    } else {
      const opensA = rightB === 0 || (rightA > 0 && count[a] >= count[b]);
      const farA = opensA ? rightA : a;
      const farB = opensA ? b : rightB;
      const nearA = opensA ? a + 1 : a;
      const nearB = opensA ? b : b + 1;
      if (boxesOverlap(nodes, BOX * nearA, nodes, BOX * nearB)) to = writeTask(divided, to, nearA, nearB, skipsStars);
      if (boxesOverlap(nodes, BOX * farA, nodes, BOX * farB)) to = writeTask(divided, to, farA, farB, skipsStars);
    }
    this.count = to;
    return true;
  }

  /** Releases the memory of the kernel. */
  dispose(): void {
    this.kernel.dispose();
  }
}

/** Writes a task behind the first `count`; returns the number of tasks. */
function writeTask(tasks: Int32Array, count: number, a: number, b: number, skipsStars: number): number {
  const at = TASK_NUMBERS * count;
  tasks[at] = a;
  tasks[at + 1] = b;
  tasks[at + 2] = skipsStars;
  return count + 1;
}
