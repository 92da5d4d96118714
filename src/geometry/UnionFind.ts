/** Disjoint sets. The root of a set is its smallest member, so that results do not depend on the order of unions. */
export class UnionFind {
  private readonly parent: Uint32Array;

  constructor(count: number) {
    this.parent = Uint32Array.from({ length: count }, (_, member) => member);
  }

  root(member: number): number {
    const { parent } = this;
    while (parent[member] !== member) {
      parent[member] = parent[parent[member]];
      member = parent[member];
    }
    return member;
  }

  join(a: number, b: number): void {
    const rootA = this.root(a);
    const rootB = this.root(b);
    if (rootA < rootB) this.parent[rootB] = rootA;
    else this.parent[rootA] = rootB;
  }
}

/** Returns the sets of vertices connected by elements: `elements` has `size` corners of each. A vertex of no element is a set of its own. */
export function joinElements(vertexCount: number, elements: Uint32Array, size: number): UnionFind {
  const joined = new UnionFind(vertexCount);
  for (let at = 0; at < elements.length; at++) joined.join(elements[at], elements[at - (at % size)]);
  return joined;
}
