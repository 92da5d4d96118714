import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion, type Scene, type SceneInput } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';

type EntityInput = NonNullable<SceneInput['entities']>[number];

/** First and last frame of the keyed shot. */
export const FIRST = 1;
export const LAST = 12;

/**
 * A coarse torus and a block of hexahedra that a rising, tilting floor hits while a soft pin, a wind and gravity pull them:
 * every keyed input matters.
 */
export function keyedShot(changes: Partial<SceneInput> = {}): Scene {
  return validateScene({ ...keyedShotInput(), ...changes }, catalogue);
}

/** The keyed shot with members of one entity replaced. */
export function keyedShotWith(id: string, members: Record<string, unknown>, changes: Partial<SceneInput> = {}): Scene {
  const entities = (keyedShotInput().entities ?? []).map((entity) =>
    entity.id === id ? ({ ...entity, ...members } as EntityInput) : entity,
  );
  return keyedShot({ ...changes, entities });
}

function keyedShotInput(): SceneInput {
  return {
    format: 'ductile-shot',
    version: documentVersion,
    project: '4f0b64cf-53a7-4d26-8b59-27b0cbb1b8a1',
    name: 'keyed',
    range: { first: FIRST, last: LAST },
    physics: { gravity: [0, { keys: [key(1, -9.81), key(12, -7)] }, 0] },
    entities: [
      {
        kind: 'solid',
        id: 'torus',
        source: { kind: 'procedural', form: { shape: 'torus' } },
        meshing: { method: 'graded-stuffing', edge: { percent: 14 } },
        strength: { keys: [key(1, 0.2), key(5, 0.6), key(9, 1)] },
        transform: { position: [0, 0.22, 0] },
        angularVelocity: [0, 1, 0.5],
      },
      {
        kind: 'solid',
        id: 'jelly',
        source: {
          kind: 'procedural',
          form: { shape: 'block', size: [0.3, 0.3, 0.3], cells: [2, 2, 2], elements: 'hexes' },
        },
        transform: { position: [2, 0.3, 0], rotation: [0.3, 0, 0.2] },
        velocity: [0, -3, 0],
      },
      {
        kind: 'collider',
        id: 'floor',
        shape: { kind: 'registered', type: 'plane' },
        friction: 0.4,
        transform: {
          position: [0, { keys: [key(1, 0), key(8, 0.15)] }, 0],
          rotation: [0, 0, { keys: [key(3, 0), key(10, 0.2)] }],
        },
      },
      {
        kind: 'pin',
        id: 'hook',
        target: 'torus',
        selection: { kind: 'sphere', centre: [0.6, 0.3, 0], radius: 0.3 },
        hold: { kind: 'soft', frequency: 3 },
        motion: { position: [0, { keys: [key(1, 0), key(8, 0.3)] }, 0], rotation: [0, 0, 0] },
        releaseFrame: 9,
      },
      { kind: 'force', id: 'breeze', field: { kind: 'wind', velocity: [2, 0, 0], rate: 0.7 } },
      { kind: 'camera', id: 'view' },
    ],
  };
}

function key(frame: number, value: number) {
  return { frame, value, interpolation: 'linear' as const };
}
