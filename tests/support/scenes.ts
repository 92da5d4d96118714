import { documentVersion, sceneSchema, type Scene, type SceneInput } from '../../src/scene/Scene.ts';

/** A keyed torus over keyed gears, pinned and blown: one entity of every kind. */
export function smallSceneInput(changes: Partial<SceneInput> = {}): SceneInput {
  return {
    format: 'ductile-shot',
    version: documentVersion,
    project: '7c1f6d5e-53c4-4e35-9d5c-5f3f5b0a6c01',
    name: 'small',
    range: { first: 0, last: 100 },
    entities: [
      {
        kind: 'solid',
        id: 'torus',
        source: { kind: 'procedural', form: { shape: 'torus' } },
        meshing: { method: 'lattice', edge: { percent: 4 } },
        material: { model: 'rotated-linear' },
        strength: {
          keys: [
            { frame: 0, value: 0, interpolation: 'step' },
            { frame: 36, value: 0, interpolation: 'bezier' },
            { frame: 48, value: 1, interpolation: 'linear' },
          ],
        },
      },
      {
        kind: 'collider',
        id: 'floor',
        shape: { kind: 'registered', type: 'plane' },
        transform: {
          position: [
            0,
            {
              keys: [
                { frame: 10, value: 0 },
                { frame: 20, value: 1 },
              ],
            },
            0,
          ],
        },
      },
      { kind: 'pin', id: 'hook', target: 'torus', selection: { kind: 'sphere', radius: 0.1 }, releaseFrame: 30 },
      { kind: 'force', id: 'breeze', field: { kind: 'wind', velocity: [1, 0, 0] }, targets: ['torus'] },
      { kind: 'camera', id: 'view' },
    ],
    ...changes,
  };
}

export function smallScene(changes: Partial<SceneInput> = {}): Scene {
  return sceneSchema.parse(smallSceneInput(changes));
}
