import { CoreError } from '../../base/errors.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { frameDuration, frameToSeconds, startFrame } from '../../scene/Scene.ts';
import { AnimatedShape } from '../../simulation/goals/AnimatedShape.ts';
import type { SimulatedSolidInput } from './SimulatedSolidInput.ts';

/**
 * The shape that the goal of a solid is at each frame, where it follows an animation, and the time at which the solid begins, s; undefined for other goals. `volume`: the solid as placed at the
 * first frame. Throws `document-invalid` for an animation that takes no part or has other vertices, and for a solid that tears.
 */
export function animatedGoal(
  { scene, solid, surfaces }: SimulatedSolidInput,
  volume: VolumeMesh,
): { readonly shape: AnimatedShape; readonly start: number } | undefined {
  const goal = solid.plasticity?.goal?.shape;
  if (goal?.kind !== 'animation') return undefined;
  const place = 'plasticity.goal.shape';
  if (solid.fracture?.enabled === true) {
    throw new CoreError('document-invalid', 'a solid that tears cannot have a goal that follows an animation', {
      place,
      remedy: 'Turn tearing off, or choose another goal.',
    });
  }
  const surface = surfaces.find(({ id }) => id === goal.animation);
  if (surface === undefined) {
    throw new CoreError('document-invalid', `its goal follows the animation '${goal.animation}', which is disabled`, {
      place,
      remedy: `Enable '${goal.animation}', or choose another goal.`,
    });
  }
  const shape = new AnimatedShape({ volume, surface, matching: goal.matching, frameDuration: frameDuration(scene) });
  return { shape, start: frameToSeconds(scene, startFrame(scene)) };
}
