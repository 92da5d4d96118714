import type { BodyEntity } from '../../../src/scene/Scene.ts';

/** Whether a body touches others, or itself. */
export function touches({ others, self }: NonNullable<BodyEntity['contact']>): boolean {
  return others || self;
}
