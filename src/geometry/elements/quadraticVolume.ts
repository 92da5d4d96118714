import type { Embedding, MeshMaterial, TetMesh, VolumeMesh } from '../TetMesh.ts';
import { MIDPOINT_EDGES, quadraticShapes } from './tet10.ts';

type TetVolume = Extract<VolumeMesh, { kind: 'tet' }>;

/** Returns a volume in quadratic tetrahedra: with a vertex in the middle of each edge, behind the present ones, and the surface embedded by quadratic shape functions. */
export function quadraticVolume(volume: TetVolume): TetVolume {
  const edges = new EdgeMiddles(volume.mesh);
  const embedding = quadraticEmbedding(volume.embedding, edges);
  const material = volume.material && quadraticMaterial(volume.material, edges);
  return { ...volume, mesh: edges.mesh, embedding, ...(material && { material }) };
}

/** What elements are filled with; about a midpoint as much as about the ends of its edge on average. */
function quadraticMaterial({ moments, filled }: MeshMaterial, edges: EdgeMiddles): MeshMaterial {
  return filled === undefined ? { moments } : { moments, filled: edges.means(filled) };
}

/** Numbers of the midpoints of a mesh's edges: in the order in which the tetrahedra have them. */
class EdgeMiddles {
  readonly mesh: TetMesh & { readonly midpoints: Uint32Array };
  /** First edge of each vertex that is the smaller end, or -1; the next of the same; the larger end. */
  private readonly first: Int32Array;
  private readonly next: number[] = [];
  private readonly other: number[] = [];

  constructor({ positions, tets }: TetMesh) {
    const count = positions.length / 3;
    this.first = new Int32Array(count).fill(-1);
    const midpoints = new Uint32Array(6 * (tets.length / 4));
    let at = 0;
    for (let tet = 0; tet < tets.length; tet += 4) {
      for (let e = 0; e < 12; e += 2) {
        midpoints[at++] = count + this.add(tets[tet + MIDPOINT_EDGES[e]], tets[tet + MIDPOINT_EDGES[e + 1]]);
      }
    }
    const all = new Float64Array(positions.length + 3 * this.other.length);
    all.set(positions);
    for (let vertex = 0; vertex < count; vertex++) {
      for (let edge = this.first[vertex]; edge >= 0; edge = this.next[edge]) {
        for (let axis = 0; axis < 3; axis++) {
          const [a, b] = [positions[3 * vertex + axis], positions[3 * this.other[edge] + axis]];
          all[3 * (count + edge) + axis] = a + (b - a) / 2;
        }
      }
    }
    this.mesh = { positions: all, tets, midpoints };
  }

  /** The midpoint between two vertices, which is the vertex itself between a vertex and itself; undefined where no edge joins them. */
  between(a: number, b: number): number | undefined {
    if (a === b) return a;
    const edge = this.find(Math.min(a, b), Math.max(a, b));
    return edge < 0 ? undefined : this.first.length + edge;
  }

  /** Values at the vertices of linear elements, and behind them their means along the edges. */
  means(values: Float64Array): Float64Array {
    const all = new Float64Array(values.length + this.other.length);
    all.set(values);
    for (let vertex = 0; vertex < values.length; vertex++) {
      for (let edge = this.first[vertex]; edge >= 0; edge = this.next[edge]) {
        all[values.length + edge] = (values[vertex] + values[this.other[edge]]) / 2;
      }
    }
    return all;
  }

  private add(a: number, b: number): number {
    const [low, high] = a < b ? [a, b] : [b, a];
    const found = this.find(low, high);
    if (found >= 0) return found;
    this.other.push(high);
    this.next.push(this.first[low]);
    return (this.first[low] = this.other.length - 1);
  }

  private find(low: number, high: number): number {
    let edge = this.first[low];
    while (edge >= 0 && this.other[edge] !== high) edge = this.next[edge];
    return edge;
  }
}

/** The rows of barycentric weights as rows of quadratic ones. Rows whose vertices are no tetrahedron have their whole weight on one vertex, or stay linear. */
function quadraticEmbedding({ size, vertices, weights }: Embedding, edges: EdgeMiddles): Embedding {
  const rows = weights.length / size;
  const out = { size: 10, vertices: new Uint32Array(10 * rows), weights: new Float64Array(10 * rows) } as const;
  const shapes = new Float64Array(10);
  for (let row = 0; row < rows; row++) {
    const own = vertices.subarray(size * row, size * row + size);
    const barycentric = weights.subarray(size * row, size * row + size);
    quadraticShapes(barycentric, shapes);
    out.vertices.set(own, 10 * row);
    out.weights.set(shapes, 10 * row);
    for (let edge = 0; edge < 6; edge++) {
      const middle = edges.between(own[MIDPOINT_EDGES[2 * edge]], own[MIDPOINT_EDGES[2 * edge + 1]]);
      if (middle !== undefined) out.vertices[10 * row + 4 + edge] = middle;
      else linearRow(own, barycentric, row, out);
    }
  }
  return out;
}

function linearRow(own: Uint32Array, barycentric: Float64Array, row: number, out: Embedding): void {
  out.vertices.fill(own[0], 10 * row, 10 * row + 10);
  out.weights.fill(0, 10 * row, 10 * row + 10);
  out.vertices.set(own, 10 * row);
  out.weights.set(barycentric, 10 * row);
}

/** The four barycentric weights behind a row of ten quadratic ones: L_a = N_a + half of the midpoints at a. */
export function barycentricOfQuadratic(weights: ArrayLike<number>, first: number, out: Float64Array): void {
  for (let corner = 0; corner < 4; corner++) out[corner] = weights[first + corner];
  for (let edge = 0; edge < 6; edge++) {
    const half = weights[first + 4 + edge] / 2;
    out[MIDPOINT_EDGES[2 * edge]] += half;
    out[MIDPOINT_EDGES[2 * edge + 1]] += half;
  }
}
