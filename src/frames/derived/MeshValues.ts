import type { BodyMesh } from '../../geometry/TetMesh.ts';
import { elementsOf } from '../StaticStream.ts';
import type { AttributeLocation } from '../Stream.ts';
import { averageToVertices, elementDeterminants, greatestToVertices, type ElementMesh } from './elementNumbers.ts';

/** A mesh with what spreading numbers over it takes. */
export class MeshValues {
  readonly body: BodyMesh;
  readonly elements: ElementMesh;
  /** See `elementDeterminants`. */
  readonly restDeterminants: Float32Array;
  /** Sum of the rest determinants of the elements around each vertex. */
  private readonly weightSums: Float32Array;

  constructor(body: BodyMesh) {
    this.body = body;
    this.elements = { size: body.embedding.size, elements: elementsOf(body) };
    const { size, elements } = this.elements;
    this.restDeterminants = new Float32Array(elements.length / size);
    elementDeterminants(this.elements, body.mesh.positions, this.restDeterminants);
    this.weightSums = new Float32Array(this.vertexCount);
    elements.forEach((vertex, corner) => {
      this.weightSums[vertex] += this.restDeterminants[Math.floor(corner / size)];
    });
  }

  get vertexCount(): number {
    return this.body.mesh.positions.length / 3;
  }

  /** Values at the vertices, `components` numbers each; those of elements are means weighted by volume, or the greatest of the elements around. */
  atVertices(
    values: Float32Array,
    location: AttributeLocation,
    spread: 'mean' | 'greatest',
    components = 1,
  ): Float32Array {
    if (location !== 'element') return values;
    const out = new Float32Array(components * this.vertexCount);
    const one = new Float32Array(this.vertexCount);
    for (let c = 0; c < components; c++) {
      const own = components === 1 ? values : values.filter((_, at) => at % components === c);
      if (spread === 'greatest') greatestToVertices(this.elements, own, one);
      else averageToVertices(this.elements, own, this.restDeterminants, this.weightSums, one);
      for (let v = 0; v < one.length; v++) out[components * v + c] = one[v];
    }
    return out;
  }

  /**
   * Values at the vertices of the artist's surface, from those at the vertices of the mesh, `components` numbers each. Where the surface lies outside its element, weights are
   * negative: no value leaves the range of those of the element's vertices.
   */
  onSurface(values: Float32Array, components: number): Float32Array {
    const { size, vertices, weights } = this.body.embedding;
    const count = weights.length / size;
    const out = new Float32Array(components * count);
    for (let v = 0; v < count; v++) {
      for (let c = 0; c < components; c++) {
        let sum = 0;
        let low = Infinity;
        let high = -Infinity;
        for (let k = size * v; k < size * v + size; k++) {
          const value = values[components * vertices[k] + c];
          sum += weights[k] * value;
          low = Math.min(low, value);
          high = Math.max(high, value);
        }
        out[components * v + c] = Math.min(high, Math.max(low, sum));
      }
    }
    return out;
  }
}
