import { barrier } from './barrier';
import { hinges } from './clothBending';
import { assembleBlocks, assembleDiagonals, gatherClothForces, multiplyCloth } from './clothBlocks';
import { membranes, splitPositions } from './clothMembrane';
import { solveCloth } from './clothSolve';

/** Computes elastic forces at the positions, and the factors of the stiffness. */
export function clothElasticPass(thread: u32, threads: u32, body: usize): void {
  splitPositions(thread, threads, body);
  barrier(threads, body);
  membranes(thread, threads, body);
  hinges(thread, threads, body);
  barrier(threads, body);
  gatherClothForces(thread, threads, body);
}

/** Assembles D + h K at the state of the last elastic pass. */
export function clothStiffnessPass(thread: u32, threads: u32, body: usize): void {
  assembleBlocks(thread, threads, body);
  barrier(threads, body);
  assembleDiagonals(thread, threads, body);
}

/** Computes the product of D + h K with the velocity. */
export function clothMultiplyPass(thread: u32, threads: u32, body: usize): void {
  multiplyCloth(thread, threads, body);
}

/** Scales the system under the constraints and solves it. */
export function clothSolvePass(thread: u32, threads: u32, body: usize): void {
  solveCloth(thread, threads, body);
}
