import { MOST_VERTICES, requireBudget } from './meshBudget.ts';

/** Maps the vertex numbers of a file (often 1, 2, 3 ..., sometimes with gaps) to 0, 1, 2 ... in file order. */
export class VertexNumbers {
  private count = 0;
  private first = 0;
  private byNumber: Map<number, number> | undefined;

  add(number: number): void {
    if (this.count === 0) this.first = number;
    requireBudget(this.count + 1, MOST_VERTICES, 'numbered vertices or elements');
    if (this.byNumber === undefined && number !== this.first + this.count) this.byNumber = this.consecutive();
    this.byNumber?.set(number, this.count);
    this.count++;
  }

  /** Returns the index of a number; `0xffffffff` for one that was never added. */
  indexOf(number: number): number {
    if (this.byNumber !== undefined) return this.byNumber.get(number) ?? 0xffffffff;
    const index = number - this.first;
    return index >= 0 && index < this.count && Number.isInteger(index) ? index : 0xffffffff;
  }

  private consecutive(): Map<number, number> {
    const map = new Map<number, number>();
    for (let index = 0; index < this.count; index++) map.set(this.first + index, index);
    return map;
  }
}
