import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion, type Scene, type SceneInput } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';

/** A small block that falls, bounces and slides on a tilted floor: needs no meshing, a frame takes a millisecond. */
export function tinyShotInput(last: number): SceneInput & { entities: Record<string, unknown>[] } {
  return {
    format: 'ductile-shot',
    version: documentVersion,
    project: '9a8f6f37-6fd9-4f3e-a3c3-6f0a1f7f5b52',
    name: 'tiny',
    range: { first: 1, last },
    entities: [
      {
        kind: 'solid',
        id: 'block',
        source: { kind: 'procedural', form: { shape: 'block', size: [1, 1, 1], cells: [2, 2, 2], elements: 'tets' } },
        transform: { position: [0, 0.7, 0] },
        angularVelocity: [1, 0, 2],
      },
      {
        kind: 'collider',
        id: 'floor',
        shape: { kind: 'registered', type: 'plane' },
        friction: 0.3,
        transform: { position: [0, 0, 0], rotation: [0, 0, 0.1] },
      },
    ],
  } as SceneInput & { entities: Record<string, unknown>[] };
}

export function tinyShot(last: number): Scene {
  return validateScene(tinyShotInput(last), catalogue);
}
