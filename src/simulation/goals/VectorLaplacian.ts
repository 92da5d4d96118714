import { elementsOfVolume } from '../../geometry/elements/elementTypes.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { elementQuadrature } from '../../solids/elementQuadrature.ts';
import type { ElementQuadrature } from '../../solids/quadraturePoints.ts';

/** The quadratic form sum V |grad u|^2 of vectors u (xyz per vertex, m) on a volume at rest, in m3 for displacements in m. */
export class VectorLaplacian {
  /** Diagonal of its matrix, per vertex, m. */
  readonly diagonal: Float64Array;
  /** What of the volume belongs to each vertex, m3. */
  readonly volumes: Float64Array;
  private readonly elements: Uint32Array;
  private readonly quadrature: ElementQuadrature;

  constructor(volume: VolumeMesh) {
    const { positions } = volume.mesh;
    const { type, vertices } = elementsOfVolume(volume);
    this.elements = vertices;
    const body = { elementKind: type.kind, elements: this.elements, restPositions: positions };
    this.quadrature = elementQuadrature(body);
    this.diagonal = new Float64Array(positions.length / 3);
    this.volumes = new Float64Array(positions.length / 3);
    const { verticesPerElement: size, pointsPerElement, gradients, weights } = this.quadrature;
    for (let q = 0; q < weights.length; q++) {
      const first = size * Math.floor(q / pointsPerElement);
      for (let a = 0; a < size; a++) {
        const g = 3 * (size * q + a);
        const vertex = this.elements[first + a];
        this.volumes[vertex] += weights[q] / size;
        this.diagonal[vertex] += weights[q] * (gradients[g] ** 2 + gradients[g + 1] ** 2 + gradients[g + 2] ** 2);
      }
    }
  }

  /** out = the matrix times x. */
  multiply(x: Float64Array, out: Float64Array): void {
    const { verticesPerElement: size, pointsPerElement, gradients, weights } = this.quadrature;
    const { elements } = this;
    out.fill(0);
    for (let q = 0; q < weights.length; q++) {
      const first = size * Math.floor(q / pointsPerElement);
      for (let axis = 0; axis < 3; axis++) {
        let dx = 0;
        let dy = 0;
        let dz = 0;
        for (let a = 0; a < size; a++) {
          const g = 3 * (size * q + a);
          const value = x[3 * elements[first + a] + axis];
          dx += value * gradients[g];
          dy += value * gradients[g + 1];
          dz += value * gradients[g + 2];
        }
        for (let a = 0; a < size; a++) {
          const g = 3 * (size * q + a);
          out[3 * elements[first + a] + axis] +=
            weights[q] * (dx * gradients[g] + dy * gradients[g + 1] + dz * gradients[g + 2]);
        }
      }
    }
  }
}
