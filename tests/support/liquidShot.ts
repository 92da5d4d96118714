import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion, type Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';

type Member = Record<string, unknown>;

/** A tank of half a metre in cells of `cell` m with the given regions and colliders. */
export function liquidShot(
  members: readonly Member[],
  options: { cell?: number; last?: number; liquid?: Member } = {},
): Scene {
  const { cell = 0.05, last = 12, liquid } = options;
  const document = {
    format: 'ductile-shot',
    version: documentVersion,
    project: '0f1b6d0c-5f3a-4d7e-9d5b-2c9a4c3a7e10',
    range: { first: 1, last },
    entities: [
      {
        kind: 'liquid',
        id: 'water',
        domain: { centre: [0, 0.25, 0], size: [0.5, 0.5, 0.5] },
        cellSize: cell,
        ...liquid,
      },
      ...members,
    ],
  };
  return validateScene(document, catalogue);
}

/** Fills the tank up to `height`, m. */
export function filled(height: number, velocity: readonly number[] = [0, 0, 0]): Member {
  return {
    kind: 'region',
    id: 'fill',
    liquid: 'water',
    role: { kind: 'fill', velocity },
    shape: { kind: 'registered', type: 'plane' },
    transform: { position: [0, height, 0] },
  };
}

/** A ball of radius .1 m that pours or drains, at a height. */
export function ballRegion(role: Member, height: number): Member {
  return {
    kind: 'region',
    id: String(role.kind),
    liquid: 'water',
    role,
    shape: { kind: 'registered', type: 'sphere', params: { radius: 0.1 } },
    transform: { position: [0, height, 0] },
  };
}
