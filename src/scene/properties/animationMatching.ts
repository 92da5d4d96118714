import { z } from 'zod';
import { labelled } from '../marks.ts';

/** Which place of an animation a place of a solid follows. */
export const animationMatching = labelled(z.enum(['surface', 'vertices']).default('surface'), {
  label: 'matched by',
  help: 'Which place of the animation a place of the solid follows. Surface: the nearest one where the shot begins, so that both have to lie on each other there. Vertices: the one of the same number, for an animation of the mesh that the solid is made of.',
});
