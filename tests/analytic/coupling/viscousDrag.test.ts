import { expect, test } from 'vitest';
import { CoupledStep } from '../../../src/coupling/CoupledStep.ts';
import { CellGrid, faceArrays } from '../../../src/liquids/CellGrid.ts';
import { ViscosityStep } from '../../../src/liquids/viscosity/ViscosityStep.ts';
import { openFaces } from '../../../src/liquids/walls/openFaces.ts';
import { Immersion } from '../../../src/systems/liquid/Immersion.ts';
import { CLOSED, liquidPool, sampleAtCorners } from '../../support/liquidPool.ts';
import { rigidInLiquid } from '../../support/rigidInPool.ts';
import { boxOf, shapeOf } from '../../support/rigidWorld.ts';

const DENSITY = 1000;

test.each([
  [16, 0.18],
  [24, 0.1],
])(
  'a ball that spins in a spherical vessel of thick liquid is braked as Stokes flow says, %d cells',
  (cells, error) => {
    const [inner, outer, middle] = [0.2, 0.4, 0.503];
    const [viscosity, spin, dt] = [1, 0.01, 0.02];
    const counts = [cells, cells, cells] as const;
    const radius = (x: number, y: number, z: number) => Math.hypot(x - middle, y - middle, z - middle);
    const { body, floating } = rigidInLiquid({
      shape: shapeOf('sphere', { radius: inner }),
      mass: 1e7,
      position: [middle, middle, middle],
      angularVelocity: [0, 0, spin],
    });
    const fluid = liquidPool(counts, 1 / cells, (...at) => radius(...at) > inner && radius(...at) < outer, {
      gravity: [0, 0, 0],
      viscosity,
    });
    const immersion = new Immersion({ fluid, tooManySubsteps: () => new Error('too many substeps') }, [floating]);
    const walls = sampleAtCorners(counts, 1 / cells, (...at) => outer - radius(...at));
    let torque = 0;
    for (let n = 0; n < 3; n++) {
      immersion.place(walls, undefined);
      body.accelerate(new Float64Array(3), 0, dt);
      const before = body.nextAngularMomentum[2];
      immersion.before(dt);
      torque = (before - body.nextAngularMomentum[2]) / dt;
      body.move(dt);
      body.commit();
      fluid.advect(dt);
    }
    const exact = (8 * Math.PI * DENSITY * viscosity * spin * (inner * outer) ** 3) / (outer ** 3 - inner ** 3);
    expect(Math.abs(torque / exact - 1)).toBeLessThan(error);
  },
);

test.each([0.1, 12, 1000])('a body of %d kg that a thick drop brakes gives it its momentum', (mass) => {
  const cells = 16;
  const grid = new CellGrid([cells, cells, cells], 1 / cells);
  const [open, velocity, solidVelocity] = [faceArrays(grid), faceArrays(grid), faceArrays(grid)];
  openFaces(grid, new Float64Array(grid.size).fill(1), open, CLOSED);
  const phi = new Float64Array(grid.size).fill(1);
  grid.forEach((c, i, j, k) => (phi[c] = Math.hypot(i - 7.5, j - 7.5, k - 7.5) / cells - 0.38));
  const start = [1, -0.4, 0.3];
  const { body, floating } = rigidInLiquid({
    shape: boxOf(0.3, 0.2, 0.25),
    mass,
    position: [0.47, 0.52, 0.51],
    rotation: [0.2, 0.5, 0.3],
    velocity: start,
  });
  const dt = 0.01;
  const settings = { density: DENSITY, gravity: [0, 0, 0], tolerance: 1e-10, maxIterations: 500 };
  const step = new CoupledStep(grid, settings, [floating]);
  step.cover(open);
  body.accelerate(new Float64Array(3), 0, dt);
  floating.predict(dt);
  step.writeVelocity(solidVelocity);
  new ViscosityStep(grid, CLOSED).apply({ velocity, open, solidVelocity, phi }, 1, dt, step.drag);
  floating.finish();
  const sum = [...body.nextMomentum];
  for (const axis of [0, 1, 2] as const) {
    grid.forEach((c) => {
      const share = 0.5 - (phi[c] + phi[c - grid.strides[axis]]) / 2 / grid.h;
      if (open[axis][c] < 0.5) return;
      sum[axis] += DENSITY * grid.h ** 3 * Math.min(1, Math.max(0, share)) * velocity[axis][c];
    }, axis);
  }
  start.forEach((v, axis) => expect(Math.abs(sum[axis] / mass - v)).toBeLessThan(1e-4));
  // It is braked, and does not turn back.
  const left = body.nextMomentum[0] / mass;
  expect(left).toBeLessThan(0.98);
  expect(left).toBeGreaterThan(0);
});
