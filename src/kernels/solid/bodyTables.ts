import { assert } from '../../base/errors.ts';
import { MAX_CORNERS } from '../bodyFields.ts';
import {
  blockPattern,
  cornerIncidence,
  type BlockPattern,
  type ElementCorners,
  type Incidence,
} from './blockPattern.ts';
import { edgeRuns } from './edgeRuns.ts';
import { orderElements, type ElementOrder } from './elementOrder.ts';
import type { KernelCoarseSpace, SolidKernelInput } from './SolidKernelInput.ts';

/** Tables derived from a body's elements and materials: element order, incidence, and storage flags. */
export interface BodyTables {
  readonly order: ElementOrder;
  readonly corners: ElementCorners;
  readonly incidence: Incidence;
  readonly pattern: BlockPattern;
  readonly coarse: KernelCoarseSpace | undefined;
  /** Lanes of the element kernel, padding included. */
  readonly laneCount: number;
  /** Whether the stress of some material is computed outside the kernel. */
  readonly hasOutsideStress: boolean;
  readonly keepsRotations: boolean;
}

export function bodyTables(input: SolidKernelInput): BodyTables {
  const { vertexCount, elements, verticesPerElement: size, pointsPerElement, materials, elementMaterial } = input;
  const layouts = pointsPerElement === 1 ? size === 4 : [4, 8].includes(pointsPerElement) && size <= MAX_CORNERS;
  assert(layouts, `the kernels have no layout for elements of ${size} vertices and ${pointsPerElement} points`);
  const order = orderElements(elements.length / size, materials.length, elementMaterial, pointsPerElement);
  const corners = cornersBySlot(order, input);
  const incidence = cornerIncidence(vertexCount, corners);
  const blocks = blockPattern(vertexCount, corners, incidence);
  const pattern = { ...blocks, ...edgeRuns(blocks) };
  const hasOutsideStress = materials.some((material) => material === undefined);
  return {
    order,
    corners,
    incidence,
    pattern,
    coarse: input.coarseSpace?.(pattern),
    laneCount: order.elementOfSlot.length * order.lanesPerSlot,
    hasOutsideStress,
    keepsRotations: hasOutsideStress || input.implicit === true,
  };
}

function cornersBySlot(
  { elementOfSlot }: ElementOrder,
  { elements, verticesPerElement: size }: SolidKernelInput,
): ElementCorners {
  const vertices = new Int32Array(size * elementOfSlot.length).fill(-1);
  for (let slot = 0; slot < elementOfSlot.length; slot++) {
    const element = elementOfSlot[slot];
    if (element < 0) continue;
    const own = elements.subarray(size * element, size * element + size);
    for (let corner = 0; corner < size; corner++) {
      if (own.indexOf(own[corner]) === corner) vertices[size * slot + corner] = own[corner];
    }
  }
  return { size, vertices };
}
