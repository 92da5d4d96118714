import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion, type Scene, type SceneInput } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { timeSchemes } from '../../src/solids/TimeScheme.ts';
import { advanceFrame } from '../support/advanceFrame.ts';
import { boxOfHexes } from '../support/bodies.ts';
import { runShot } from '../support/shots.ts';
import { createIntegrator, createKernelOperators, solidBody } from '../support/solids.ts';
import { meshesIn } from '../support/streams.ts';

const LENGTH = 1;
const CELLS = 8;
const YOUNGS = 1e5;
const DENSITY = 1000;
/** A few hundred steps of a period, s: schemes of first order damp the mode by themselves, by the ratio omega dt / 2, which is measured and taken off. */
const STEP = 1 / 1500;

/** Angular frequency of the first axial mode of a free bar at Poisson's ratio 0, with lumped masses: 2 c / h sin(pi h / 2 L), 1/s. */
const OMEGA = 2 * Math.sqrt(YOUNGS / DENSITY) * (CELLS / LENGTH) * Math.sin(Math.PI / (2 * CELLS));

/** Decay rate, 1/s, of the amplitude of that mode over a period. */
function decayRate(scheme: string, massDamping: number, dampingTime: number): number {
  const mesh = boxOfHexes([CELLS, 1, 1], [LENGTH, 0.1, 0.1]);
  const implicit = timeSchemes.get(scheme).implicit ? { typicalStep: STEP } : undefined;
  const body = {
    ...solidBody(mesh, { youngsModulus: YOUNGS, poissonRatio: 0, density: DENSITY, dampingTime }),
    implicit,
  };
  const operators = createKernelOperators(body);
  const rest = mesh.restPositions;
  const shape = rest.map((x, k) => (k % 3 === 0 ? Math.cos((Math.PI * x) / LENGTH) : 0));
  const integrator = createIntegrator(body, operators, {
    velocities: shape.map((value) => 1e-3 * value),
    dragAt: () => massDamping,
    scheme,
  });
  const amplitude = () => {
    let [place, speed] = [0, 0];
    for (let k = 0; k < rest.length; k += 3) {
      const weight = operators.masses[k / 3] * shape[k];
      place += weight * (integrator.positions[k] - rest[k]);
      speed += weight * integrator.velocities[k];
    }
    return Math.hypot(OMEGA * place, speed);
  };
  const before = amplitude();
  const steps = Math.round((2 * Math.PI) / OMEGA / STEP);
  for (let n = 0; n < steps; n++) advanceFrame(integrator, n * STEP, (n + 1) * STEP);
  const rate = Math.log(before / amplitude()) / (steps * STEP);
  operators.dispose();
  return rate;
}

test.each(timeSchemes.types())('Rayleigh damping makes a mode decay at (a + tau omega^2) / 2: %s', (scheme) => {
  const own = decayRate(scheme, 0, 0);
  for (const [massDamping, dampingTime] of [
    [4, 0],
    [0, 0.004],
    [2, 0.002],
  ]) {
    const rate = decayRate(scheme, massDamping, dampingTime) - own;
    expect(rate / ((massDamping + dampingTime * OMEGA ** 2) / 2)).toBeCloseTo(1, 1.7);
  }
});

/** Speed of the block, m/s, and time of the shot, s. */
const SPEED = 0.3;
const TIME = 4 / 24;

/** A shot of a turning block without gravity, over a liquid that it is coupled to where `coupled`, with these members. */
function block(material: object, field: object | undefined, changes: object, coupled: boolean): Scene {
  const form = { shape: 'block', size: [0.2, 0.3, 0.2], cells: [2, 3, 2], elements: 'tets' };
  const liquid = { kind: 'liquid', id: 'pool', domain: { centre: [0, 0, 0], size: [1, 1, 1] }, cellSize: 0.1 };
  const water = {
    kind: 'region',
    id: 'water',
    liquid: 'pool',
    role: { kind: 'fill', velocity: [0, 0, 0] },
    shape: { kind: 'registered', type: 'plane' },
    transform: { position: [0, -0.3, 0] },
  };
  const entities = [
    {
      kind: 'solid',
      id: 'block',
      source: { kind: 'procedural', form },
      material: { dampingTime: 0.01, ...material },
      velocity: [SPEED, 0, 0],
      angularVelocity: [2, 0, 1],
      startScale: 0.95,
      ...changes,
    },
    ...(field === undefined ? [] : [{ kind: 'force', id: 'air', field }]),
    ...(coupled ? [liquid, water] : []),
  ] as SceneInput['entities'];
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '5a1b4b70-3c64-4f0f-9a36-0c6c7e7f5d22',
      name: 'block',
      range: { first: 1, last: 5 },
      physics: { gravity: [0, 0, 0] },
      entities,
    },
    catalogue,
  );
}

async function lastPositions(scene: Scene): Promise<Float32Array> {
  const shot = await runShot(scene);
  shot.advanceTo(5);
  const positions = meshesIn(shot.simulation.currentFrame())[0].positions.slice();
  shot.dispose();
  return positions;
}

describe('mass damping of a solid in a shot', () => {
  test.each([
    ['semi-implicit', false],
    ['implicit', false],
    ['implicit-second-order', false],
    ['implicit', true],
  ])('is the drag of as many per second: %s, coupled to a liquid: %s', async (integration, coupled) => {
    const changes = { integration, liquids: coupled ? 'coupled' : 'ignored' };
    const rate = { keys: [1, 5].map((frame) => ({ frame, value: 3 * frame, interpolation: 'linear' })) };
    const damped = await lastPositions(block({ massDamping: rate }, undefined, changes, coupled));
    const dragged = await lastPositions(block({}, { kind: 'drag', rate }, changes, coupled));
    const free = await lastPositions(block({}, undefined, changes, coupled));
    expect(damped).toEqual(dragged);
    expect(damped).not.toEqual(free);
  });

  test.each([
    ['semi-implicit', false],
    ['implicit', false],
    ['implicit-second-order', false],
    ['implicit', true],
  ])('brings rigid motion to rest at its rate: %s, coupled to a liquid: %s', async (integration, coupled) => {
    const changes = { integration, liquids: coupled ? 'coupled' : 'ignored' };
    const massDamping = 4;
    const positions = await lastPositions(block({ massDamping }, undefined, changes, coupled));
    const centre = positions.reduce((sum, x, k) => (k % 3 === 0 ? sum + x : sum), 0) / (positions.length / 3);
    // The block is symmetric, so that the mean of its vertices is its centre. Drag is of first order in substeps of a 48th of a second or shorter.
    const way = (SPEED * (1 - Math.exp(-massDamping * TIME))) / massDamping;
    expect(Math.abs(centre / way - 1)).toBeLessThan((massDamping / 48) * 0.5);
  });
});
