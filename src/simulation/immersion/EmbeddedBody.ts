import { compactSurface } from '../../coupling/compactSurface.ts';
import type { CoupledSurface } from '../../coupling/CoupledSolid.ts';
import { type Embedding, embedPositions } from '../../geometry/TetMesh.ts';
import type { DeformableBody } from '../../solids/DeformableBody.ts';
import type { SteppedBody } from '../../solids/SteppedBody.ts';
import { CoupledBody } from './CoupledBody.ts';
import type { ImmersedBody } from './ImmersedBody.ts';

/**
 * A solid of a shot whose surface is embedded in its elements, as that of a torn solid is: x_v = sum of w_n x_n over the nodes of an element. Its vectors have the nodes of the body first and
 * then the vertices of the surface. Velocities of vertices are interpolated, and forces on them act on the nodes by the transposed weights, so that the power is the same.
 */
export class EmbeddedBody implements ImmersedBody {
  readonly id: string;
  readonly surface: CoupledSurface;
  readonly velocity: Float64Array;
  private readonly nodes: CoupledBody;
  private readonly body: DeformableBody;
  private readonly embedding: Embedding;
  /** Numbers of the vectors that belong to nodes. */
  private readonly nodeSize: number;
  /** Vertices of the surface, m or m/s, as scratch. */
  private readonly vertices: Float64Array;
  private readonly nodeForce: Float64Array;
  private readonly nodeChange: Float64Array;

  /** `triangles`: outward triangles of vertices of a closed surface; `embedding` of those in the nodes of the body. */
  constructor(id: string, triangles: Uint32Array, embedding: Embedding, body: DeformableBody) {
    const nodeSize = body.positions.length;
    this.id = id;
    this.nodes = new CoupledBody(id, new Uint32Array(0), body);
    this.body = body;
    this.embedding = embedding;
    this.nodeSize = nodeSize;
    this.surface = compactSurface(triangles.map((vertex) => nodeSize / 3 + vertex));
    this.vertices = new Float64Array((3 * embedding.weights.length) / embedding.size);
    this.velocity = new Float64Array(nodeSize + this.vertices.length);
    this.nodeForce = new Float64Array(nodeSize);
    this.nodeChange = new Float64Array(nodeSize);
    this.readVelocity();
  }

  is(stepped: SteppedBody): boolean {
    return this.nodes.is(stepped);
  }

  writeSurface(positions: Float64Array): void {
    this.writeVertices(this.body.positions, positions);
  }

  get speed(): number {
    const { vertices } = this;
    embedPositions(this.embedding, this.body.velocities, vertices);
    let most = 0;
    for (const node of this.surface.nodes) {
      const at = 3 * node - this.nodeSize;
      for (let axis = 0; axis < 3; axis++) most = Math.max(most, Math.abs(vertices[at + axis]));
    }
    return most;
  }

  predict(): void {
    this.nodes.predict();
    this.readVelocity();
  }

  isCompliant(node: number, direction: Float64Array, at: number): boolean {
    const { embedding, nodeSize, nodes } = this;
    if (3 * node < nodeSize) return nodes.isCompliant(node, direction, at);
    const { size, vertices, weights } = embedding;
    const first = size * (node - nodeSize / 3);
    for (let k = first; k < first + size; k++) {
      if (weights[k] !== 0 && nodes.isCompliant(vertices[k], direction, at)) return true;
    }
    return false;
  }

  applyInverse(force: Float64Array): void {
    const { nodeForce } = this;
    this.gatherForce(force, nodeForce);
    this.nodes.applyInverse(nodeForce);
    this.extend(nodeForce, force);
  }

  applyPressure(force: Float64Array, change: Float64Array, wet: boolean): void {
    const { nodeForce, nodeChange } = this;
    this.gatherForce(force, nodeForce);
    nodeChange.set(change.subarray(0, this.nodeSize));
    this.nodes.applyPressure(nodeForce, nodeChange, wet);
    this.readVelocity();
  }

  settleContact(mayRevise: boolean): boolean {
    const changes = this.nodes.settleContact(mayRevise);
    this.readVelocity();
    return changes;
  }

  commitPressure(): void {
    this.nodes.commitPressure();
    this.readVelocity();
  }

  restoreFreeVelocity(): void {
    this.nodes.restoreFreeVelocity();
    this.readVelocity();
  }

  finish(): void {
    this.nodes.finish();
  }

  /** `velocity` <- that of the body. */
  private readVelocity(): void {
    this.extend(this.nodes.velocity, this.velocity);
  }

  /** Writes vectors of nodes, and after them those of the vertices that they interpolate. */
  private extend(nodes: Float64Array, out: Float64Array): void {
    embedPositions(this.embedding, nodes, this.vertices);
    out.set(nodes);
    out.set(this.vertices, this.nodeSize);
  }

  /** `out` <- forces on nodes, N, with the share of those on vertices. */
  private gatherForce(force: Float64Array, out: Float64Array): void {
    const { nodeSize } = this;
    const { size, vertices, weights } = this.embedding;
    out.set(force.subarray(0, nodeSize));
    for (let k = 0; k < weights.length; k++) {
      const from = nodeSize + 3 * Math.floor(k / size);
      const to = 3 * vertices[k];
      for (let axis = 0; axis < 3; axis++) out[to + axis] += weights[k] * force[from + axis];
    }
  }

  /** Writes the vertices of the surface in its own order. */
  private writeVertices(nodes: Float64Array, out: Float64Array): void {
    const { vertices, nodeSize } = this;
    const own = this.surface.nodes;
    embedPositions(this.embedding, nodes, vertices);
    for (let k = 0; k < own.length; k++) {
      const at = 3 * own[k] - nodeSize;
      for (let axis = 0; axis < 3; axis++) out[3 * k + axis] = vertices[at + axis];
    }
  }
}
