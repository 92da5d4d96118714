/** The blocks on the diagonal of a symmetric matrix, kg/s, as they lie in memory: that of vertex v begins at `size` diagonal[v] of `blocks`, its rows `stride` apart. */
export interface DiagonalBlocks {
  readonly blocks: Float32Array | Float64Array;
  readonly diagonal: Uint32Array;
  readonly size: number;
  readonly stride: number;
  /** sqrt(c) e, xyz per vertex, where who solves wants it beside the blocks. */
  readonly roots?: Float64Array;
  /** Traces of the blocks per vertex, where who solves keeps them. */
  readonly traces?: Float64Array;
}

/**
 * How friction resists what slipping vertices do across the direction in which it acts on them: a force of -c e (e . u - r) on each, e a unit vector, u the velocity of the solve, c in kg/s. It is implicit: a part c e e^T of the
 * solve's matrix.
 */
export class SlipDrags {
  /** Vertices that have one, ascending: the first `count` entries. */
  readonly vertices: Uint32Array;
  count = 0;
  /** c, kg/s, e, xyz, and r, m/s, of each entry. */
  readonly coefficients: Float64Array;
  readonly across: Float64Array;
  readonly rests: Float64Array;
  /** Nine numbers of a matrix per entry, as they were without it. */
  private readonly kept: Float64Array;

  constructor(vertexCount: number) {
    this.vertices = new Uint32Array(vertexCount);
    this.coefficients = new Float64Array(vertexCount);
    this.across = new Float64Array(3 * vertexCount);
    this.rests = new Float64Array(vertexCount);
    this.kept = new Float64Array(9 * vertexCount);
  }

  /** Adds `scale` times the forces at the velocities `u`, m/s, to `sums`, xyz per vertex. */
  addForces(u: Float64Array, scale: number, sums: Float64Array): void {
    const { vertices, coefficients, across, rests } = this;
    for (let entry = 0; entry < this.count; entry++) {
      const v = 3 * vertices[entry];
      const e = 3 * entry;
      const speed = across[e] * u[v] + across[e + 1] * u[v + 1] + across[e + 2] * u[v + 2] - rests[entry];
      const force = scale * coefficients[entry] * speed;
      for (let axis = 0; axis < 3; axis++) sums[v + axis] -= force * across[e + axis];
    }
  }

  /** Adds c e e^T, kg/s, to the blocks of a matrix. */
  addTo(matrix: DiagonalBlocks): void {
    const { blocks, diagonal, size, stride, roots } = matrix;
    const { vertices, coefficients, across, kept } = this;
    for (let entry = 0; entry < this.count; entry++) {
      const at = size * diagonal[vertices[entry]];
      const e = 3 * entry;
      for (let k = 0; k < 9; k++) {
        const row = Math.floor(k / 3);
        const column = k % 3;
        const place = at + stride * row + column;
        kept[9 * entry + k] = blocks[place];
        blocks[place] += coefficients[entry] * across[e + row] * across[e + column];
      }
      const root = Math.sqrt(coefficients[entry]);
      if (roots !== undefined) for (let k = 0; k < 3; k++) roots[3 * vertices[entry] + k] = root * across[e + k];
    }
    this.trace(matrix);
  }

  /** Finds the traces of the blocks of its vertices. */
  private trace({ blocks, diagonal, size, stride, traces }: DiagonalBlocks): void {
    if (traces === undefined) return;
    for (let entry = 0; entry < this.count; entry++) {
      const v = this.vertices[entry];
      const at = size * diagonal[v];
      traces[v] = blocks[at] + blocks[at + stride + 1] + blocks[at + 2 * stride + 2];
    }
  }

  /** Whether `other` adds the same to a matrix. */
  addsAs(other: SlipDrags): boolean {
    const { vertices, coefficients, across, count } = this;
    if (other.count !== count) return false;
    for (let entry = 0; entry < count; entry++) {
      if (other.vertices[entry] !== vertices[entry] || other.coefficients[entry] !== coefficients[entry]) return false;
    }
    for (let k = 0; k < 3 * count; k++) if (other.across[k] !== across[k]) return false;
    return true;
  }

  /** Takes over what `other`, of as many vertices, adds to a matrix. */
  copy(other: SlipDrags): void {
    const { vertices, coefficients, across } = this;
    this.count = other.count;
    for (let entry = 0; entry < other.count; entry++) {
      vertices[entry] = other.vertices[entry];
      coefficients[entry] = other.coefficients[entry];
    }
    for (let k = 0; k < 3 * other.count; k++) across[k] = other.across[k];
  }

  /** Makes the blocks again what they were before `addTo`. */
  takeFrom(matrix: DiagonalBlocks): void {
    const { blocks, diagonal, size, stride, roots } = matrix;
    const { vertices, kept } = this;
    for (let entry = 0; entry < this.count; entry++) {
      const at = size * diagonal[vertices[entry]];
      for (let k = 0; k < 9; k++) blocks[at + stride * Math.floor(k / 3) + (k % 3)] = kept[9 * entry + k];
      if (roots !== undefined) for (let k = 0; k < 3; k++) roots[3 * vertices[entry] + k] = 0;
    }
    this.trace(matrix);
  }
}
