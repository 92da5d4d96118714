import { EnvelopeCholesky } from '../math/EnvelopeCholesky.ts';

/** Unknowns of an aggregate: translation, then rotation about its centre. */
export const MODES = 6;
/** Aggregates at most: their factor is solved in every iteration. */
const MOST_AGGREGATES = 360;
/** Vertices per aggregate at least: about four cells along each axis. */
const FEWEST_VERTICES = 60;

/** Rows of 3x3 blocks that describe a matrix: column-major blocks, `columns` ascending in each row. */
export interface BlockRows {
  readonly rowStart: Uint32Array;
  readonly columns: Uint32Array;
  readonly diagonal: Uint32Array;
}

/**
 * The coarse half of a two-level preconditioner: the vertices of a body in connected aggregates, each of which moves as a rigid body, and the
 * factor of the body's matrix in that space. Vertex v of aggregate a moves by t_a + w_a x p_v with p_v its offset from the
 * aggregate's centre at rest over `scale`.
 */
export class CoarseSpace {
  /** Aggregate of each vertex. */
  readonly aggregates: Uint32Array;
  readonly count: number;
  /** Vertices by aggregate: those of a are `members[memberStart[a]] ..`. */
  readonly memberStart: Uint32Array;
  readonly members: Uint32Array;
  /** p_v, xyz per vertex. */
  readonly offsets: Float64Array;
  readonly factor: EnvelopeCholesky;
  private readonly rows: BlockRows;

  /** `restPositions` in m, xyz per vertex. */
  constructor(restPositions: Float64Array, rows: BlockRows) {
    this.rows = rows;
    const bins = binVertices(restPositions);
    const { aggregates, count } = connectedAggregates(bins, rows);
    const order = bandOrder(aggregates, count, rows);
    this.aggregates = aggregates.map((aggregate) => order[aggregate]);
    this.count = count;
    const { start, members } = membersOf(this.aggregates, count);
    this.memberStart = start;
    this.members = members;
    this.offsets = offsetsFromCentres(restPositions, this.aggregates, count);
    this.factor = new EnvelopeCholesky(firstColumns(this.aggregates, count, rows));
  }

  /**
   * Factors P^T A P, A = diag(masses) + h B with the 3x3 `blocks` (column-major, nine numbers) of B in the order of the rows. Vertices that are
   * `held` (not 0) do not move.
   */
  update(masses: Float64Array, h: number, blocks: ArrayLike<number>, held: Uint8Array): void {
    const { rows, aggregates, factor } = this;
    factor.entries.fill(0);
    const diagonal = new Float64Array(MODES * this.count);
    const block = new Float64Array(9);
    for (let v = 0; v < aggregates.length; v++) {
      if (held[v] !== 0) continue;
      for (let k = rows.rowStart[v]; k < rows.rowStart[v + 1]; k++) {
        const other = rows.columns[k];
        if (held[other] !== 0 || aggregates[other] > aggregates[v]) continue;
        for (let n = 0; n < 9; n++) block[n] = h * blocks[9 * k + n];
        if (other === v) for (let n = 0; n < 9; n += 4) block[n] += masses[v];
        this.addBlock(v, other, block, diagonal);
      }
    }
    factor.factor(diagonal);
  }

  /** Adds P_v^T B P_w to the lower triangle, B column-major. */
  private addBlock(v: number, w: number, block: Float64Array, diagonal: Float64Array): void {
    const { aggregates, factor } = this;
    const left = this.modesOf(v, this.leftModes);
    const right = this.modesOf(w, this.rightModes);
    for (let a = 0; a < MODES; a++) {
      const row = MODES * aggregates[v] + a;
      for (let b = 0; b < MODES; b++) {
        const column = MODES * aggregates[w] + b;
        if (column > row) continue;
        let sum = 0;
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) sum += left[3 * a + i] * block[3 * j + i] * right[3 * b + j];
        }
        if (column === row) diagonal[row] += sum;
        else factor.entries[factor.origin(row) + column] += sum;
      }
    }
  }

  private readonly leftModes = new Float64Array(3 * MODES);
  private readonly rightModes = new Float64Array(3 * MODES);

  /** Motion of vertex v in each mode of its aggregate: e_k, then e_k x p. */
  private modesOf(v: number, out: Float64Array): Float64Array {
    const x = this.offsets[3 * v];
    const y = this.offsets[3 * v + 1];
    const z = this.offsets[3 * v + 2];
    out.fill(0);
    out[0] = 1;
    out[4] = 1;
    out[8] = 1;
    out[10] = -z;
    out[11] = y;
    out[12] = z;
    out[14] = -x;
    out[15] = -y;
    out[16] = x;
    return out;
  }
}

/** Cubic bins of about as many vertices as an aggregate should have. */
function binVertices(positions: Float64Array): Int32Array {
  const count = positions.length / 3;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    low[k % 3] = Math.min(low[k % 3], positions[k]);
    high[k % 3] = Math.max(high[k % 3], positions[k]);
  }
  const wanted = Math.max(1, Math.min(MOST_AGGREGATES, Math.floor(count / FEWEST_VERTICES)));
  const extent = high.map((value, axis) => Math.max(value - low[axis], 1e-9));
  // The finest bins of which no more than the wanted number hold vertices.
  let size = Math.max(...extent);
  let bins = binsOf(positions, low, extent, size);
  for (;;) {
    const finer = size * 0.9;
    const next = binsOf(positions, low, extent, finer);
    if (new Set(next).size > wanted) return bins;
    size = finer;
    bins = next;
  }
}

function binsOf(positions: Float64Array, low: number[], extent: number[], size: number): Int32Array {
  const counts = extent.map((length) => Math.max(1, Math.ceil(length / size)));
  const bins = new Int32Array(positions.length / 3);
  for (let v = 0; v < bins.length; v++) {
    const at = counts.map((most, axis) =>
      Math.min(most - 1, Math.floor(((positions[3 * v + axis] - low[axis]) / extent[axis]) * most)),
    );
    bins[v] = at[0] + counts[0] * (at[1] + counts[1] * at[2]);
  }
  return bins;
}

/** The connected parts of every bin, numbered in the order of their first vertices. */
function connectedAggregates(bins: Int32Array, { rowStart, columns }: BlockRows) {
  const aggregates = new Uint32Array(bins.length).fill(0xffffffff);
  const stack: number[] = [];
  let count = 0;
  for (let seed = 0; seed < bins.length; seed++) {
    if (aggregates[seed] !== 0xffffffff) continue;
    aggregates[seed] = count;
    stack.push(seed);
    for (let v = stack.pop(); v !== undefined; v = stack.pop()) {
      for (let k = rowStart[v]; k < rowStart[v + 1]; k++) {
        const next = columns[k];
        if (bins[next] !== bins[seed] || aggregates[next] !== 0xffffffff) continue;
        aggregates[next] = count;
        stack.push(next);
      }
    }
    count++;
  }
  return { aggregates, count };
}

/** Neighbours of every aggregate, ascending. */
function aggregateGraph(aggregates: Uint32Array, count: number, { rowStart, columns }: BlockRows): number[][] {
  const neighbours = Array.from({ length: count }, () => new Set<number>());
  for (let v = 0; v < aggregates.length; v++) {
    for (let k = rowStart[v]; k < rowStart[v + 1]; k++) {
      if (aggregates[columns[k]] !== aggregates[v]) neighbours[aggregates[v]].add(aggregates[columns[k]]);
    }
  }
  return neighbours.map((set) => [...set].sort((a, b) => a - b));
}

/** Places of the aggregates in reverse Cuthill-McKee order, which keeps the envelope narrow. */
function bandOrder(aggregates: Uint32Array, count: number, rows: BlockRows): Uint32Array {
  const graph = aggregateGraph(aggregates, count, rows);
  const place = new Uint32Array(count).fill(0xffffffff);
  const queue: number[] = [];
  const byDegree = (a: number, b: number) => graph[a].length - graph[b].length || a - b;
  const starts = graph.map((_, aggregate) => aggregate).sort(byDegree);
  for (const start of starts) {
    if (place[start] !== 0xffffffff) continue;
    place[start] = queue.length;
    queue.push(start);
    for (let at = place[start]; at < queue.length; at++) {
      for (const next of graph[queue[at]].slice().sort(byDegree)) {
        if (place[next] !== 0xffffffff) continue;
        place[next] = queue.length;
        queue.push(next);
      }
    }
  }
  return place.map((value) => count - 1 - value);
}

function membersOf(aggregates: Uint32Array, count: number) {
  const start = new Uint32Array(count + 1);
  for (const aggregate of aggregates) start[aggregate + 1]++;
  for (let a = 0; a < count; a++) start[a + 1] += start[a];
  const next = start.slice();
  const members = new Uint32Array(aggregates.length);
  for (let v = 0; v < aggregates.length; v++) members[next[aggregates[v]]++] = v;
  return { start, members };
}

/** Offsets from the centres of the aggregates, over the root mean square of all of them: rotations then weigh like translations. */
function offsetsFromCentres(positions: Float64Array, aggregates: Uint32Array, count: number): Float64Array {
  const centres = new Float64Array(3 * count);
  const members = new Uint32Array(count);
  for (let v = 0; v < aggregates.length; v++) {
    members[aggregates[v]]++;
    for (let k = 0; k < 3; k++) centres[3 * aggregates[v] + k] += positions[3 * v + k];
  }
  const offsets = new Float64Array(positions.length);
  let square = 0;
  for (let k = 0; k < positions.length; k++) {
    const aggregate = aggregates[Math.floor(k / 3)];
    offsets[k] = positions[k] - centres[3 * aggregate + (k % 3)] / members[aggregate];
    square += offsets[k] * offsets[k];
  }
  const scale = square > 0 ? Math.sqrt((3 * square) / positions.length) : 1;
  return offsets.map((offset) => offset / scale);
}

/** First column of every row of the coarse matrix. */
function firstColumns(aggregates: Uint32Array, count: number, rows: BlockRows): Uint32Array {
  const graph = aggregateGraph(aggregates, count, rows);
  const first = new Uint32Array(MODES * count);
  for (let aggregate = 0; aggregate < count; aggregate++) {
    const lowest = Math.min(aggregate, ...graph[aggregate]);
    for (let mode = 0; mode < MODES; mode++) first[MODES * aggregate + mode] = MODES * lowest;
  }
  return first;
}
