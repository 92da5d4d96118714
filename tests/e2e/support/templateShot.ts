import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { createFromTemplate } from '../../../src/scene/templates.ts';

const PROJECT = '00000000-0000-4000-8000-000000000000';

/** The shot that a template makes, always the same. */
export function templateShot(type: string, params: Readonly<Record<string, number>>): Scene {
  return createFromTemplate(type, params, { project: PROJECT, name: type }, catalogue);
}
