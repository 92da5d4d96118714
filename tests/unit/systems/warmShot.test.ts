import { expect, test } from 'vitest';
import { colliderShapes } from '../../../src/collision/CollisionBody.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { createBackend } from '../../../src/host/simulation/solverBackend.ts';
import { constitutiveModels } from '../../../src/materials/ConstitutiveModel.ts';
import { documentVersion, isKind, type Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { KeyedCollider } from '../../../src/simulation/keyed/KeyedCollider.ts';
import { KeyedInputs } from '../../../src/simulation/keyed/KeyedInputs.ts';
import { SimulatedSolid } from '../../../src/systems/solid/SimulatedSolid.ts';
import { allocatedBytes, SUBSTEP_BOUND } from '../../support/allocatedBytes.ts';
import { runShot } from '../../support/shots.ts';
import { advanceFrame } from '../../support/advanceFrame.ts';

/** Frames last a second: the keys of one interval are evaluated in many steps of the integrator, each of this many s. */
const STEP = 1 / 24;
const STEPS = 10;
/** Intervals at most, and frames read at a time, after one that is not measured, in which most is compiled: V8 does so when it likes. */
const ROUNDS = 24;
const READINGS = 10;

/**
 * Bytes on the heap of one frame: the heads of its arrays, its numbers and names, of which statistics and warnings take the most (four kB in
 * all). The slab has 1536 elements and 578 vertices: one boxed number (16 bytes) for each vertex would be 9 kB.
 */
const FRAME_BOUND = 6144;

/** Cells along the sides of the slab, whose upper vertices are pinned: one number for each would be twice `SUBSTEP_BOUND`. */
const CELLS = 16;

const LAST = 60;
const bezier = (from: number, to: number) => ({
  keys: [
    { frame: 0, value: from, interpolation: 'bezier' },
    { frame: LAST, value: to, interpolation: 'bezier' },
  ],
});

interface Keyed {
  readonly model?: string;
  readonly integration?: string;
  readonly strength?: unknown;
  /** Position and rotation of the gear under the slab. */
  readonly slide?: unknown;
  readonly turn?: unknown;
  readonly pins?: readonly Record<string, unknown>[];
  readonly plasticity?: unknown;
  /** Frames in a second. */
  readonly frameRate?: number;
  /** Cells of the slab from below to above, one unless given. */
  readonly layers?: number;
}

const PITCH_RADIUS = 6;
const TEETH = 48;

/** A slab that gravity draws sideways over the teeth of a gear, and pins that hold its upper side. */
function slabShot({
  model = 'rotated-linear',
  integration = 'semi-implicit',
  strength = 1,
  slide = 0,
  turn = 0,
  pins = [],
  plasticity,
  frameRate = 1,
  layers = 1,
}: Keyed): Scene {
  const params = {
    teeth: TEETH,
    pitchRadius: PITCH_RADIUS,
    thickness: 4,
    pressureAngle: 0.35,
    backlash: 0.04,
    bore: 0,
  };
  const form = { shape: 'block', size: [1.6, 0.3, 1.6], cells: [CELLS, layers, CELLS], elements: 'tets' };
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '5a1b4b70-3c64-4f0f-9a36-0c6c7e7f5d11',
      name: 'slab',
      frameRate: { numerator: frameRate },
      range: { first: 1, last: LAST },
      physics: { gravity: [2, -9.81, 0] },
      quality: { draft: { minSubsteps: 16, solverTolerance: 1e-3 } },
      entities: [
        {
          kind: 'solid',
          id: 'slab',
          source: { kind: 'procedural', form },
          material: { model, youngsModulus: 1e5, dampingTime: 0.01 },
          transform: { position: [0, 0.15, 0] },
          strength,
          integration,
          plasticity,
        },
        {
          kind: 'collider',
          id: 'gear',
          shape: { kind: 'registered', type: 'gear', params },
          friction: 1,
          transform: { position: [slide, -PITCH_RADIUS * (1 + 2 / TEETH), 0], rotation: [0, 0, turn] },
        },
        ...pins,
      ],
    },
    catalogue,
  );
}

/** A pin of the slab's upper side that slides and turns. */
function pin(hold: Record<string, unknown>): Record<string, unknown> {
  return {
    kind: 'pin',
    id: 'hook',
    target: 'slab',
    selection: { kind: 'box', min: [-1, 0.29, -1], max: [1, 0.31, 1] },
    motion: { position: [bezier(0, 0.1), 0, 0], rotation: [0, 0, bezier(0, 0.2)] },
    hold,
  };
}

/** The slab of a shot alone, whose inputs are moved by hand. */
async function running(scene: Scene) {
  const shot = await runShot(scene);
  const inputs = new KeyedInputs(scene);
  const [solid] = scene.entities.filter(isKind('solid'));
  const [gear] = scene.entities.filter(isKind('collider'));
  if (gear.shape.kind !== 'registered') throw new Error('the gear is a registered shape');
  const shape = colliderShapes.get(gear.shape.type).create(gear.shape.params);
  const volume = shot.volumes.get(solid.id) ?? expect.fail('no mesh');
  const colliders = [new KeyedCollider(gear, shape, inputs)];
  const { createOperators } = createBackend('simd', 1);
  return {
    inputs,
    ...new SimulatedSolid({
      scene,
      solid,
      volume,
      colliders,
      surfaces: [],
      rigid: [],
      inputs,
      quality: 'draft',
      createOperators,
    }),
  };
}

const gear = { slide: bezier(0, 0.1), turn: bezier(0, 0.3) };
const strength = bezier(1, 1.2);
/** Yields everywhere in every substep, and is pulled to a goal. */
const plasticity = {
  params: { yieldStrain: 1e-4 },
  goal: { shape: { kind: 'registered', type: 'stretch', params: { x: 1.1, y: 0.9, z: 1 } }, pull: bezier(0, 0.1) },
};
const keyed: readonly (readonly [string, Keyed])[] = [
  ['a gear', gear],
  ['a hard pin', { pins: [pin({ kind: 'hard' })] }],
  ['a soft pin', { pins: [pin({ kind: 'soft', frequency: 3 })] }],
  ['a strength', { strength }],
  ['a gear under an implicit slab', { ...gear, integration: 'implicit' }],
  [
    'a gear and a strength of an implicit slab of second order',
    { ...gear, strength, integration: 'implicit-second-order' },
  ],
  ['all of them', { ...gear, strength, pins: [pin({ kind: 'hard' })], layers: 2 }],
  ['the pull of a goal', { plasticity }],
  ['the pull of a goal of an implicit slab', { integration: 'implicit', plasticity }],
];

test.each(keyed)('a warm substep with Bezier keys of %s allocates a few numbers', async (_what, changes) => {
  const { inputs, integrator } = await running(slabShot(changes));
  let contacts = 0;
  let least = Infinity;
  let substeps = 0;
  const advance = (round: number) => {
    substeps = 0;
    for (let step = 0; step < STEPS; step++) {
      const report = advanceFrame(integrator, round + step * STEP, round + (step + 1) * STEP);
      substeps += report.substeps.length;
      contacts = Math.max(contacts, report.substeps[0].contacts);
    }
  };
  for (let round = 0; round < ROUNDS && least >= SUBSTEP_BOUND; round++) {
    inputs.moveTo(2 + round);
    if (round === 0) advance(round);
    else least = Math.min(least, allocatedBytes(() => advance(round)) / substeps);
  }
  expect(contacts).toBeGreaterThan(8);
  expect(least).toBeLessThan(SUBSTEP_BOUND);
});

test.each(constitutiveModels.types())('a frame of %s allocates what it consists of', async (model) => {
  const { simulation, dispose } = await runShot(slabShot({ model, ...gear, strength, frameRate: 24 }));
  simulation.advance(() => false);
  let least = Infinity;
  const read = () => {
    for (let reading = 0; reading < READINGS; reading++) simulation.currentFrame();
  };
  read();
  for (let round = 0; round < ROUNDS && least >= FRAME_BOUND; round++) {
    least = Math.min(least, allocatedBytes(read) / READINGS);
  }
  dispose();
  expect(least).toBeLessThan(FRAME_BOUND);
});
