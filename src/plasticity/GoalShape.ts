import type { z } from 'zod';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';

/** A goal computed from the rest shape by a formula. Registered by adding a file to `goals/` that default-exports one. */
export interface GoalShapeDefinition<Params = unknown> extends Definition {
  readonly params: z.ZodType<Params>;
  /**
   * Moves packed points (xyz, m) in place to the goal, in the body's own axes about the centre of its bounding box. `half`: half the size of
   * that box along each axis, m.
   */
  deform(params: Params, points: Float64Array, half: readonly number[]): void;
}

export const goalShapes = new Registry<GoalShapeDefinition>(
  'goal shape',
  defaultExports<GoalShapeDefinition>(import.meta.glob('./goals/*.ts', { eager: true })),
);

/** A goal shape and its parameters. */
export interface GoalStep {
  readonly type: string;
  readonly params: unknown;
}

/** The box that a step deforms about: its centre and half its size, m. */
export interface StepBox {
  readonly centre: readonly number[];
  readonly half: readonly number[];
}

/** Returns the goal positions of vertices at `positions` (xyz, m), in the body's own axes; every step deforms the result of the step before it. */
export function goalPositions(steps: readonly GoalStep[], positions: Float64Array): Float64Array {
  return steps.reduce((points, step) => deformed(step, points, stepBox(points)), positions);
}

/** Returns the bounding box of points (xyz, m). */
export function stepBox(positions: Float64Array): StepBox {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    low[k % 3] = Math.min(low[k % 3], positions[k]);
    high[k % 3] = Math.max(high[k % 3], positions[k]);
  }
  return {
    centre: low.map((value, axis) => (value + high[axis]) / 2),
    half: low.map((value, axis) => (high[axis] - value) / 2),
  };
}

/** Returns points (xyz, m) after one step about a box. */
export function deformed({ type, params }: GoalStep, positions: Float64Array, { centre, half }: StepBox): Float64Array {
  const points = positions.map((value, k) => value - centre[k % 3]);
  goalShapes.get(type).deform(params, points, half);
  return points.map((value, k) => value + centre[k % 3]);
}
