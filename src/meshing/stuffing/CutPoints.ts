/** Cut points by lattice edge, created on first use; numbered after the lattice's vertices. */
export class CutPoints {
  positions = new Float64Array(3 << 12);
  count = 0;
  private readonly latticePositions: Float64Array;
  private readonly phi: Float64Array;
  private keys = new Int32Array(1 << 13).fill(-1);
  private ends = new Int32Array(1 << 12);

  constructor(latticePositions: Float64Array, phi: Float64Array) {
    this.latticePositions = latticePositions;
    this.phi = phi;
  }

  get(inside: number, outside: number): number {
    let slot = this.slotOf(inside, outside);
    if (this.keys[slot] < 0) {
      if (2 * this.count >= this.keys.length / 2) {
        this.grow();
        slot = this.slotOf(inside, outside);
      }
      this.keys[slot] = this.create(inside, outside);
    }
    return this.phi.length + this.keys[slot];
  }

  squaredDistance(a: number, b: number): number {
    const i = 3 * (a - this.phi.length);
    const j = 3 * (b - this.phi.length);
    const { positions } = this;
    return (
      (positions[i] - positions[j]) ** 2 +
      (positions[i + 1] - positions[j + 1]) ** 2 +
      (positions[i + 2] - positions[j + 2]) ** 2
    );
  }

  /** Open addressing: the slot that holds the edge, or the free one where it belongs. */
  private slotOf(inside: number, outside: number): number {
    const mask = this.keys.length - 1;
    let slot = (Math.imul(inside, 0x9e3779b1) ^ Math.imul(outside, 0x85ebca6b)) >>> 7;
    for (slot &= mask; ; slot = (slot + 1) & mask) {
      const cut = this.keys[slot];
      if (cut < 0 || (this.ends[2 * cut] === inside && this.ends[2 * cut + 1] === outside)) return slot;
    }
  }

  private create(inside: number, outside: number): number {
    const { latticePositions: x, phi } = this;
    const fraction = phi[inside] / (phi[inside] - phi[outside]);
    const cut = this.count++;
    for (let axis = 0; axis < 3; axis++) {
      const start = x[3 * inside + axis];
      this.positions[3 * cut + axis] = start + fraction * (x[3 * outside + axis] - start);
    }
    this.ends[2 * cut] = inside;
    this.ends[2 * cut + 1] = outside;
    return cut;
  }

  private grow(): void {
    const positions = new Float64Array(2 * this.positions.length);
    positions.set(this.positions);
    this.positions = positions;
    const ends = new Int32Array(2 * this.ends.length);
    ends.set(this.ends);
    this.ends = ends;
    this.keys = new Int32Array(2 * this.keys.length).fill(-1);
    for (let cut = 0; cut < this.count; cut++) {
      this.keys[this.slotOf(ends[2 * cut], ends[2 * cut + 1])] = cut;
    }
  }
}
