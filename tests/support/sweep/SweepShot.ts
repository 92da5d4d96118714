import { documentFormat, documentVersion, type SceneInput } from '../../../src/scene/Scene.ts';
import type { ColliderInput, EntityInput, SolidInput } from '../../../src/scene/templates/parts/EntityInput.ts';

/** A shot in which properties are changed one by one. */
export interface SweepShot {
  readonly name: string;
  readonly document: SceneInput;
  /** Frames that are simulated after the first; 0 where the first tells what is looked for. */
  readonly frames: number;
}

/** A stroke within reach of the middle of one side. */
export const stroke = (value: number) => ({
  value,
  radius: 0.3,
  hardness: 0.4,
  opacity: 0.8,
  points: [0.2, 0.2, 0.2, -0.1, 0.25, 0.1],
});
export const field = (value: number) => ({ base: 0.5, strokes: [stroke(value)] });
export const block = (cells: number): SolidInput['source'] => ({
  kind: 'procedural',
  form: { shape: 'block', size: [0.5, 0.5, 0.5], cells: [cells, cells, cells], elements: 'tets' },
});
export const at = (...position: [number, number, number]): { position: [number, number, number] } => ({ position });
export const floor: ColliderInput = {
  kind: 'collider',
  id: 'floor',
  shape: { kind: 'registered', type: 'plane' },
  friction: 0.4,
  transform: { position: [0, 0, 0], rotation: [0.05, 0.03, 0.02] },
};

export function shot(
  name: string,
  entities: EntityInput[],
  frames: number,
  others: Partial<SceneInput> = {},
): SweepShot {
  return {
    name,
    frames,
    document: {
      format: documentFormat,
      version: documentVersion,
      project: '5d2f1c7e-0b7a-4c55-9f7b-2f6a4a1d9e01',
      range: { first: 1, last: frames + 2 },
      entities,
      ...others,
    },
  };
}
