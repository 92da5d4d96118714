import { elementTypes } from '../geometry/elements/elementTypes.ts';
import { symmetricEigen } from '../math/symmetricEigen.ts';
import { HarmonicField, type RestBody } from './harmonicField.ts';

/** Numbers of a symmetric tensor: xx, xy, xz, yy, yz, zz. */
export const TENSOR_SIZE = 6;

/**
 * Fibres that are known here and there, as d d^T per vertex (six numbers; zero trace: not known), everywhere: each component of the tensor is carried
 * on by Laplace's equation, and an element's fibre is the principal axis of its mean. A fibre is the same as its opposite, and so is its tensor, so that
 * strokes to and fro agree. Unit vectors, xyz per element; zero where nothing known is joined to it.
 */
export function diffuseFibres(body: RestBody, known: Float64Array): Float64Array {
  const count = body.restPositions.length / 3;
  const held = new Uint8Array(count);
  for (let v = 0; v < count; v++) {
    const at = TENSOR_SIZE * v;
    held[v] = known[at] + known[at + 3] + known[at + 5] > 0 ? 1 : 0;
  }
  const field = new HarmonicField(body, held);
  const tensors = new Float64Array(TENSOR_SIZE * count);
  const component = new Float64Array(count);
  for (let k = 0; k < TENSOR_SIZE; k++) {
    for (let v = 0; v < count; v++) component[v] = held[v] === 0 ? 0 : known[TENSOR_SIZE * v + k];
    field.solve(component);
    for (let v = 0; v < count; v++) tensors[TENSOR_SIZE * v + k] = component[v];
  }
  return principalAxes(body, tensors);
}

/** Returns the principal axes of the mean tensor of each element's vertices. */
function principalAxes({ elements, elementKind }: RestBody, tensors: Float64Array): Float64Array {
  const { size } = elementTypes[elementKind];
  const axes = new Float64Array((3 * elements.length) / size);
  const sum = new Float64Array(TENSOR_SIZE);
  const values = new Float64Array(3);
  const vectors = new Float64Array(9);
  for (let element = 0; element < axes.length / 3; element++) {
    sum.fill(0);
    for (let a = 0; a < size; a++) {
      const at = TENSOR_SIZE * elements[size * element + a];
      for (let k = 0; k < TENSOR_SIZE; k++) sum[k] += tensors[at + k];
    }
    symmetricEigen(sum, values, vectors);
    const largest = values.indexOf(Math.max(...values));
    if (!(values[largest] > 0)) continue;
    for (let axis = 0; axis < 3; axis++) axes[3 * element + axis] = vectors[3 * axis + largest];
  }
  return axes;
}
