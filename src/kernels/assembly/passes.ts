import { DAMPED, POINT_GROUPS, RESIDUAL_AT, VELOCITY_AT, VERTEX_COUNT } from '../bodyFields';
import { barrier } from './barrier';
import { field, share } from './body';
import { dampingDiagonals, dampingRow, dampingVectors } from './damping';
import { dampingEdges } from './dampingEdges';
import { elementForces, outsideForces } from './elements/elementForces';
import { elementTangents } from './elements/tangents';
import { gatherForces } from './gather';
import { pointDeformations, pointForces } from './pointElements';
import { stiffnessBlocks, stiffnessEdges } from './stiffness';
import { multiplySystemShare } from './systemProduct';
import { solveVelocity } from './velocitySolve';

// The passes of the pool. Every pass is called on all threads with (thread, threads, body).

/** Computes deformation, stress and nodal forces of bodies whose materials all have a kernel. */
export function elasticPass(thread: u32, threads: u32, body: usize): void {
  decomposePass(thread, threads, body);
  sumForces(thread, threads, body);
}

/** Runs the first half where some stress is computed outside: stretches, U and V; complete for the other materials. */
export function decomposePass(thread: u32, threads: u32, body: usize): void {
  if (field(body, POINT_GROUPS) != 0) {
    pointDeformations(thread, threads, body);
    barrier(threads, body);
  }
  elementForces(thread, threads, body);
}

/** Runs the second half, from the principal stresses. */
export function principalPass(thread: u32, threads: u32, body: usize): void {
  outsideForces(thread, threads, body);
  sumForces(thread, threads, body);
}

function sumForces(thread: u32, threads: u32, body: usize): void {
  barrier(threads, body);
  if (field(body, POINT_GROUPS) != 0) {
    pointForces(thread, threads, body);
    barrier(threads, body);
  }
  gatherForces(thread, threads, body);
}

/** Assembles the damping matrix for the frames of the last elastic pass. */
export function dampingPass(thread: u32, threads: u32, body: usize): void {
  if (field(body, DAMPED) == 0) return;
  dampingVectors(thread, threads, body);
  barrier(threads, body);
  dampingEdges(thread, threads, body);
  barrier(threads, body);
  dampingDiagonals(thread, threads, body);
}

/** Assembles D + h K for the state of the last elastic pass; tangents of materials without a kernel must have been written. */
export function stiffnessPass(thread: u32, threads: u32, body: usize): void {
  const damped = field(body, DAMPED) != 0;
  if (damped) dampingVectors(thread, threads, body);
  elementTangents(thread, threads, body);
  barrier(threads, body);
  stiffnessBlocks(thread, threads, body);
  barrier(threads, body);
  // An edge belongs to the same thread in both.
  if (damped) dampingEdges(thread, threads, body);
  stiffnessEdges(thread, threads, body);
  barrier(threads, body);
  dampingDiagonals(thread, threads, body);
}

/** residual = D velocity, f64. */
export function multiplyDampingPass(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, VERTEX_COUNT);
  const end = share(count, thread + 1, threads);
  for (let v: u32 = share(count, thread, threads); v < end; v++) {
    dampingRow(body, v, field(body, VELOCITY_AT), field(body, RESIDUAL_AT) + <usize>v * 24);
  }
}

/** Solves for `solution`; see `solveVelocity`. */
export function solvePass(thread: u32, threads: u32, body: usize): void {
  solveVelocity(thread, threads, body);
}

/** One product with the system matrix, f32. */
export function multiplyPass(thread: u32, threads: u32, body: usize): void {
  multiplySystemShare(thread, threads, body);
}
