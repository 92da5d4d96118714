import * as Field from '../bodyFields.ts';
import type { BodyTables } from './bodyTables.ts';
import type { ElementOrder } from './elementOrder.ts';
import type { KernelArrays } from './KernelArrays.ts';
import type { SolidKernelInput } from './SolidKernelInput.ts';

/**
 * dN_a/dX (1/m) as the kernels read them, in groups of four lanes, and where damping is conserving the products g_i . g_j of every
 * edge incidence and point. Both can be replaced point by point. Padding lanes stay zero.
 */
export class PackedGradients {
  private readonly packed: Float32Array;
  /** Empty unless damping is conserving. */
  private readonly metrics: Float32Array;
  private readonly order: ElementOrder;
  /** Corners of an element. */
  private readonly size: number;
  /** First corner whose gradient is kept: 1 where a lane is a tetrahedron, whose corner 0 has minus the sum of the others. */
  private readonly firstCorner: 0 | 1;
  private readonly edgeCorners: Uint32Array;
  private readonly elementCount: number;
  /** Slot of each element, and the edge incidences of each slot: made when gradients are replaced for the first time. */
  private slots: Uint32Array | undefined;
  private slotEdges: Uint32Array | undefined;

  constructor(arrays: KernelArrays, input: SolidKernelInput, { order, corners, pattern, laneCount }: BodyTables) {
    this.order = order;
    this.size = corners.size;
    this.firstCorner = order.lanesPerSlot === 1 ? 1 : 0;
    this.edgeCorners = pattern.edgeCorners;
    this.elementCount = input.elements.length / corners.size;
    this.packed = arrays.f32(Field.GRADIENTS_AT, 3 * (this.size - this.firstCorner) * laneCount);
    const metrics = input.conserving ? (order.lanesPerSlot * this.edgeCorners.length) / 2 : 0;
    this.metrics = arrays.f32(Field.EDGE_METRICS_AT, metrics);
    this.packAll(input.gradients);
    this.measureAll(input.gradients);
  }

  /** Replaces the gradients of a quadrature point, in the input's order: three numbers per vertex of its element, adding up to zero. */
  replace(point: number, gradients: Float64Array): void {
    const points = this.order.lanesPerSlot;
    const slot = this.slotOf(Math.floor(point / points));
    this.pack(points * slot + (point % points), gradients, 0);
    if (this.metrics.length > 0) this.measure(slot, point % points, gradients);
  }

  private packAll(gradients: Float64Array): void {
    const { elementOfSlot, lanesPerSlot } = this.order;
    for (let slot = 0; slot < elementOfSlot.length; slot++) {
      const element = elementOfSlot[slot];
      if (element < 0) continue;
      for (let q = 0; q < lanesPerSlot; q++) {
        this.pack(lanesPerSlot * slot + q, gradients, 3 * this.size * (lanesPerSlot * element + q));
      }
    }
  }

  /** The gradients of a lane from those of its corners, which start at `from`. */
  private pack(lane: number, gradients: Float64Array, from: number): void {
    const { size, firstCorner } = this;
    const numbers = 3 * (size - firstCorner);
    const to = 4 * numbers * (lane >> 2) + (lane & 3);
    for (let k = 0; k < numbers; k++) this.packed[to + 4 * k] = gradients[from + 3 * firstCorner + k];
  }

  /** g_i . g_j of every edge of one element at one of its points. */
  private measure(slot: number, point: number, gradients: Float64Array): void {
    const { edgeCorners, metrics, size } = this;
    const points = this.order.lanesPerSlot;
    this.slotEdges ??= edgesOfSlots(edgeCorners, size, this.order.elementOfSlot.length);
    const count = (size * (size - 1)) / 2;
    for (let k = count * slot; k < count * (slot + 1); k++) {
      const edge = this.slotEdges[k];
      const a = 3 * (edgeCorners[2 * edge] % size);
      const b = 3 * (edgeCorners[2 * edge + 1] % size);
      metrics[points * edge + point] =
        gradients[a] * gradients[b] + gradients[a + 1] * gradients[b + 1] + gradients[a + 2] * gradients[b + 2];
    }
  }

  /** g_i . g_j of every edge incidence and point. */
  private measureAll(gradients: Float64Array): void {
    const { edgeCorners, metrics, size } = this;
    const points = this.order.lanesPerSlot;
    for (let k = 0; k < metrics.length; k++) {
      const incidence = 2 * Math.floor(k / points);
      const element = this.order.elementOfSlot[Math.floor(edgeCorners[incidence] / size)];
      const point = size * (points * element + (k % points));
      const a = 3 * (point + (edgeCorners[incidence] % size));
      const b = 3 * (point + (edgeCorners[incidence + 1] % size));
      for (let axis = 0; axis < 3; axis++) metrics[k] += gradients[a + axis] * gradients[b + axis];
    }
  }

  /** Returns the slot of an element in the kernel. */
  private slotOf(element: number): number {
    if (this.order.identity) return element;
    this.slots ??= slotsOfElements(this.order, this.elementCount);
    return this.slots[element];
  }
}

function slotsOfElements({ elementOfSlot }: ElementOrder, elementCount: number): Uint32Array {
  const slots = new Uint32Array(elementCount);
  for (let slot = 0; slot < elementOfSlot.length; slot++) {
    if (elementOfSlot[slot] >= 0) slots[elementOfSlot[slot]] = slot;
  }
  return slots;
}

/**
 * Numbers of the edge incidences of every slot, size (size - 1) / 2 each: the first of an element again in place of edges between corners that are one
 * vertex, and none of padding.
 */
export function edgesOfSlots(edgeCorners: Uint32Array, size: number, slotCount: number): Uint32Array {
  const perSlot = (size * (size - 1)) / 2;
  const edges = new Uint32Array(perSlot * slotCount);
  const found = new Uint8Array(slotCount);
  for (let k = 0; 2 * k < edgeCorners.length; k++) {
    const slot = Math.floor(edgeCorners[2 * k] / size);
    edges[perSlot * slot + found[slot]++] = k;
  }
  found.forEach((count, slot) => {
    if (count > 0) edges.fill(edges[perSlot * slot], perSlot * slot + count, perSlot * (slot + 1));
  });
  return edges;
}
