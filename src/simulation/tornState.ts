import { MAX_CONTACTS } from '../collision/contactState.ts';
import type { PlasticState } from '../plasticity/PlasticPoints.ts';
import { PACKED } from '../plasticity/packedSymmetric.ts';
import type { MotionState } from '../solids/MotionState.ts';
import type { SolidState } from './checkpointArrays.ts';

/**
 * The state of a torn solid from that before it tore: every node and element has what the one had that it was a part of (`nodes`, `elements`: which).
 * Masses are parted and velocities copied, so that mass, momentum and energy stay what they were.
 */
export function tornState({ motion, plastic }: SolidState, nodes: Uint32Array, elements: Uint32Array): SolidState {
  return { motion: tornMotion(motion, nodes), plastic: plastic && tornPlastic(plastic, elements) };
}

function tornMotion(motion: MotionState, nodes: Uint32Array): MotionState {
  const rowOf = new Map([...motion.contactVertices].map((vertex, row) => [vertex, row]));
  const touching = [...nodes.keys()].filter((node) => rowOf.has(nodes[node]));
  const rows = touching.map((node) => rowOf.get(nodes[node])!);
  const size = 4 * MAX_CONTACTS + 3;
  return {
    positions: gather(motion.positions, nodes, 3),
    velocities: gather(motion.velocities, nodes, 3),
    contactVertices: Uint32Array.from(touching),
    phases: Uint8Array.from(rows, (row) => motion.phases[row]),
    counts: Uint8Array.from(rows, (row) => motion.counts[row]),
    colliders: Uint16Array.from(
      rows.flatMap((row) => [...motion.colliders.subarray(MAX_CONTACTS * row, MAX_CONTACTS * (row + 1))]),
    ),
    vectors: gather(motion.vectors, rows, size),
    ...(motion.pressures && { pressures: gather(motion.pressures, nodes, 1) }),
    ...(motion.lastPositions && { lastPositions: gather(motion.lastPositions, nodes, 3) }),
    ...(motion.lastVelocities && { lastVelocities: gather(motion.lastVelocities, nodes, 3) }),
    ...(motion.lastStep && { lastStep: motion.lastStep.slice() }),
    ...(motion.lastStep && {
      lastPositions: gather(motion.lastPositions!, nodes, 3),
      lastVelocities: gather(motion.lastVelocities!, nodes, 3),
      lastStep: motion.lastStep,
    }),
  };
}

function tornPlastic(plastic: PlasticState, elements: Uint32Array): PlasticState {
  const rowOf = new Map([...plastic.points].map((point, row) => [point, row]));
  const points = [...elements.keys()].filter((element) => rowOf.has(elements[element]));
  const rows = points.map((element) => rowOf.get(elements[element])!);
  return {
    points: Uint32Array.from(points),
    strain: gather(plastic.strain, rows, PACKED),
    inverse: gather(plastic.inverse, rows, PACKED),
    leastSquares: gather(plastic.leastSquares, rows, 1),
    hardening: gather(plastic.hardening, rows, 1),
  };
}

function gather(values: Float64Array, sources: ArrayLike<number>, size: number): Float64Array {
  const out = new Float64Array(size * sources.length);
  for (let k = 0; k < sources.length; k++) {
    for (let entry = 0; entry < size; entry++) out[size * k + entry] = values[size * sources[k] + entry];
  }
  return out;
}
