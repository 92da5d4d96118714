/** Variables and elements next to one variable of the quotient graph. */
interface Neighbours {
  variables: number[];
  elements: number[];
}

/**
 * Returns a fill-reducing elimination order of the vertices of a graph for a Cholesky factorisation: approximate minimum degree (Amestoy, Davis and Duff
 * 1996) on the quotient graph, with element absorption, mass elimination and merging of indistinguishable vertices. `columns[rowStart[i] .. rowStart[i + 1] - 1]`
 * are the neighbours of vertex i, in both directions, possibly with i itself. Ties are broken deterministically, so that the same graph always gives
 * the same order.
 */
export function minimumDegree(rowStart: ArrayLike<number>, columns: ArrayLike<number>): Uint32Array {
  const graph = new QuotientGraph(rowStart, columns);
  const order = new Uint32Array(graph.count);
  let done = 0;
  for (;;) {
    const pivot = graph.takeLeast();
    if (pivot === undefined) return order;
    for (const vertex of graph.eliminate(pivot, graph.count - done)) order[done++] = vertex;
  }
}

class QuotientGraph {
  readonly count: number;
  private readonly around: Neighbours[];
  /** Number of vertices that a variable represents; 0 once it is eliminated or merged. */
  private readonly weights: Uint32Array;
  /** Vertices merged into each variable. */
  private readonly merged: number[][];
  /** Variables of each element, until it is absorbed. */
  private readonly members: (number[] | undefined)[];
  private readonly degrees: Uint32Array;
  /** Variables by degree; outdated entries are skipped when they are found. */
  private readonly buckets: number[][];
  private least = 0;
  /** `mark[v] === stamp` for the variables of the new element. */
  private readonly mark: Uint32Array;
  private stamp = 0;
  /** Weight of each element outside the new one, valid where `outsideStamp` is current. */
  private readonly outside: Int32Array;
  private readonly outsideStamp: Uint32Array;

  constructor(rowStart: ArrayLike<number>, columns: ArrayLike<number>) {
    this.count = rowStart.length - 1;
    this.weights = new Uint32Array(this.count).fill(1);
    this.degrees = new Uint32Array(this.count);
    this.mark = new Uint32Array(this.count);
    this.outside = new Int32Array(this.count);
    this.outsideStamp = new Uint32Array(this.count);
    this.around = [];
    this.merged = [];
    this.members = new Array<number[] | undefined>(this.count).fill(undefined);
    this.buckets = Array.from({ length: this.count + 1 }, () => []);
    for (let i = 0; i < this.count; i++) {
      const variables: number[] = [];
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (columns[k] !== i) variables.push(columns[k]);
      this.around.push({ variables, elements: [] });
      this.merged.push([]);
      this.setDegree(i, variables.length);
    }
  }

  /** Removes a variable of least degree from the buckets and returns it. */
  takeLeast(): number | undefined {
    while (this.least < this.buckets.length) {
      const variable = this.buckets[this.least].pop();
      if (variable === undefined) this.least++;
      else if (this.weights[variable] > 0 && this.degrees[variable] === this.least) return variable;
    }
    return undefined;
  }

  /** Eliminates a variable, with `left` vertices not yet eliminated; returns all vertices that are eliminated with it. */
  eliminate(pivot: number, left: number): number[] {
    const gone = this.vertices(pivot);
    const element = this.makeElement(pivot);
    let size = 0;
    for (const i of element) size += this.weights[i];
    this.measureOutside(element);
    const byHash = new Map<number, number[]>();
    for (const i of element) {
      if (this.weights[i] === 0) continue;
      const hash = this.update(i, pivot, size, left);
      if (hash === undefined) {
        size -= this.weights[i];
        gone.push(...this.vertices(i));
        continue;
      }
      this.mergeEqual(i, byHash, hash);
    }
    const live = element.filter((i) => this.weights[i] > 0);
    for (const i of live) this.setDegree(i, this.degrees[i]);
    this.members[pivot] = live.length > 0 ? live : undefined;
    return gone;
  }

  /** Returns the vertices that a variable represents and removes it from the graph. */
  private vertices(variable: number): number[] {
    this.weights[variable] = 0;
    return [variable, ...this.merged[variable]];
  }

  /** Returns and marks the variables adjacent to `pivot`; the elements of `pivot` are absorbed. */
  private makeElement(pivot: number): number[] {
    const { mark, weights, members } = this;
    const stamp = ++this.stamp;
    const element: number[] = [];
    const add = (i: number) => {
      if (weights[i] === 0 || mark[i] === stamp) return;
      mark[i] = stamp;
      element.push(i);
    };
    this.around[pivot].variables.forEach(add);
    for (const e of this.around[pivot].elements) {
      members[e]?.forEach(add);
      members[e] = undefined;
    }
    this.around[pivot] = { variables: [], elements: [] };
    return element;
  }

  /** Computes |L_e \ L_p| of every element around the new one. */
  private measureOutside(element: readonly number[]): void {
    const { outside, outsideStamp, weights, stamp } = this;
    for (const i of element) {
      for (const e of this.around[i].elements) {
        const variables = this.members[e];
        if (variables === undefined) continue;
        if (outsideStamp[e] !== stamp) {
          outsideStamp[e] = stamp;
          outside[e] = variables.reduce((sum, v) => sum + weights[v], 0);
        }
        outside[e] -= weights[i];
      }
    }
  }

  /** Updates the adjacency and the degree of a variable of the new element; returns a hash of its adjacency, undefined where only that element is left. */
  private update(i: number, pivot: number, size: number, left: number): number | undefined {
    const { mark, weights, members, outside, stamp, degrees } = this;
    const own = this.around[i];
    let hash = pivot;
    let beyond = 0;
    own.elements = own.elements.filter((e) => {
      if (members[e] === undefined) return false;
      if (outside[e] <= 0) {
        members[e] = undefined;
        return false;
      }
      beyond += outside[e];
      hash += e;
      return true;
    });
    own.variables = own.variables.filter((v) => {
      if (weights[v] === 0 || mark[v] === stamp) return false;
      beyond += weights[v];
      hash += v;
      return true;
    });
    if (own.elements.length === 0 && own.variables.length === 0) return undefined;
    own.elements.push(pivot);
    const others = size - weights[i];
    degrees[i] = Math.max(0, Math.min(left - weights[i], degrees[i] + others, others + beyond));
    return hash;
  }

  /** Merges a variable into an earlier one with the same adjacency. */
  private mergeEqual(i: number, byHash: Map<number, number[]>, hash: number): void {
    const same = byHash.get(hash);
    if (same === undefined) {
      byHash.set(hash, [i]);
      return;
    }
    const twin = same.find((j) => equal(this.around[j], this.around[i]));
    if (twin === undefined) {
      same.push(i);
      return;
    }
    this.degrees[twin] = Math.max(0, this.degrees[twin] - this.weights[i]);
    this.weights[twin] += this.weights[i];
    this.merged[twin].push(...this.vertices(i));
  }

  private setDegree(i: number, degree: number): void {
    this.degrees[i] = degree;
    this.buckets[degree].push(i);
    this.least = Math.min(this.least, degree);
  }
}

function equal(a: Neighbours, b: Neighbours): boolean {
  if (a.variables.length !== b.variables.length || a.elements.length !== b.elements.length) return false;
  const seen = new Set(a.variables);
  const elements = new Set(a.elements);
  return b.variables.every((v) => seen.has(v)) && b.elements.every((e) => elements.has(e));
}
