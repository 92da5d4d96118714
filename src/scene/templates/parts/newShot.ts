import { documentVersion, type SceneInput } from '../../Scene.ts';
import type { TemplateRequest } from '../../templates.ts';

/** What every shot begins with, and a range of so many frames: frame 1 is the start pose. */
export function newShot({ project, name }: TemplateRequest, frames: number) {
  return {
    format: 'ductile-shot',
    version: documentVersion,
    project,
    name,
    range: { first: 1, last: frames },
  } satisfies SceneInput;
}
