import { expect, test } from 'vitest';
import { canonicalJson } from '../../../src/base/hash.ts';
import type { Cloth } from '../../../src/scene/kinds/cloth.ts';
import type { Pin } from '../../../src/scene/kinds/pin.ts';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { initialInputs, sampleInterval } from '../../../src/scene/shotInputs.ts';
import type { SceneInput } from '../../../src/scene/Scene.ts';
import { smallScene, smallSceneInput } from '../../support/scenes.ts';

/** Mark of members that are only shown: no frame depends on them. */
const SHOWN = Symbol('shown');
/** Says which entity it is. */
const IDENTITY = Symbol('identity');

/** Another value of every member, as a document writes it. A member that is new to an entity is missing here until it has one. */
type Changes<Entity> = {
  readonly [Key in keyof Required<Entity>]: object | string | number | typeof SHOWN | typeof IDENTITY;
};

const solid: Changes<Solid> = {
  kind: IDENTITY,
  id: IDENTITY,
  name: SHOWN,
  display: SHOWN,
  enabled: IDENTITY,
  source: { kind: 'procedural', form: { shape: 'sphere', radius: 0.7 } },
  meshing: { method: 'lattice', edge: { percent: 5 } },
  elementOrder: 'quadratic',
  material: { model: 'rotated-linear', density: 900 },
  fibres: { direction: { kind: 'constant' }, activation: 0.5 },
  plasticity: {},
  animatedTarget: { animation: 'limb' },
  volumeConservation: { enabled: true },
  contact: { self: true },
  fracture: { enabled: true },
  strength: 0.5,
  painted: { strength: { strokes: [{ points: [0, 0, 0], radius: 0.1, value: 0 }] } },
  liquids: 'coupled',
  integration: 'implicit',
  newtonIterations: 5,
  transform: { position: [0, 2, 0] },
  velocity: [1, 0, 0],
  angularVelocity: [0, 1, 0],
  startScale: 0.5,
};

const cloth: Changes<Cloth> = {
  kind: IDENTITY,
  id: IDENTITY,
  name: SHOWN,
  display: SHOWN,
  enabled: IDENTITY,
  source: { kind: 'procedural', form: { shape: 'tube' } },
  fabric: { thickness: 0.004 },
  contact: { self: false },
  membrane: { model: 'neo-hookean', params: {} },
  plasticity: { enabled: true },
  liesOn: { body: 'floor' },
  liquids: 'coupled',
  volumeConservation: { enabled: true },
  strength: 0.5,
  drag: 0.2,
  substeps: 5,
  transform: { position: [0, 2, 0] },
  velocity: [1, 0, 0],
  angularVelocity: [0, 1, 0],
};

const pin: Changes<Pin> = {
  kind: IDENTITY,
  id: IDENTITY,
  name: SHOWN,
  display: SHOWN,
  enabled: IDENTITY,
  target: 'sheet',
  selection: { kind: 'sphere', radius: 0.2 },
  hold: { kind: 'soft' },
  follow: 'floor',
  within: 0.1,
  pivot: [0, 1, 0],
  motion: { position: [0, 1, 0] },
  releaseFrame: 31,
};

const cases = Object.entries({ torus: solid, sheet: cloth, hook: pin }).flatMap(([id, changes]) =>
  Reflect.ownKeys(changes).map(
    (key) => [id, key as string, (changes as Record<string, unknown>)[key as string]] as const,
  ),
);

/** Everything that the frames of a scene depend on, one of whose entities has another value. */
function inputsWith(id: string, changes: object): string {
  const { entities = [], ...rest } = smallSceneInput();
  // Newton iterations count only where there are any.
  const shared = { torus: 'newtonIterations' in changes ? { integration: 'implicit' as const } : {} };
  const all = [
    ...entities,
    { kind: 'cloth', id: 'sheet', source: { kind: 'procedural', form: { shape: 'sheet' } } },
    { kind: 'importedAnimation', id: 'limb', source: { kind: 'procedural', form: { shape: 'limb' } } },
  ].map((entity) => ({ ...entity, ...(entity.id === 'torus' && shared.torus), ...(entity.id === id && changes) }));
  const scene = smallScene({ ...rest, entities: all as SceneInput['entities'] });
  const { first, last } = scene.range;
  const intervals = Array.from({ length: last - first }, (_, k) => sampleInterval(scene, first + 1 + k));
  return canonicalJson([initialInputs(scene, 'draft'), intervals]);
}

test.each(cases.filter(([, , value]) => value !== IDENTITY))(
  '%s.%s counts for the keys of frames, or is only shown',
  (id, key, value) => {
    const needed = key === 'newtonIterations' ? { newtonIterations: 1 } : key === 'within' ? { follow: 'floor' } : {};
    const before = inputsWith(id, needed);
    if (value === SHOWN) expect(inputsWith(id, { [key]: key === 'name' ? 'other' : { visible: false } })).toBe(before);
    else expect(inputsWith(id, { ...needed, [key]: value })).not.toBe(before);
  },
);
