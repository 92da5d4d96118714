import { readAnimation } from '../../animations/readAnimation.ts';
import type { AnimationResult, TaskOf } from '../jobMessages.ts';

/** Reads animated geometry for the import panel. */
export async function readAnimationTask({ kind: _, ...request }: TaskOf<'readAnimation'>): Promise<AnimationResult> {
  return { kind: 'animation', read: await readAnimation(request) };
}
