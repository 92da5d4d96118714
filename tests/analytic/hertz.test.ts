import { expect, test } from 'vitest';
import { advanceFrame } from '../support/advanceFrame.ts';
import { ballOfHexes } from '../support/balls.ts';
import {
  createIntegrator,
  createModel,
  halfSpace,
  moving,
  operatorImplementations,
  solidBody,
} from '../support/solids.ts';

const FPS = 24;
const RADIUS = 0.5;
const YOUNGS_MODULUS = 1e5;
const POISSON_RATIO = 0.3;
/** Number of frames in which two plates press the ball as deep as they do, and of those in which it then comes to rest. */
const PRESSED = 8;
const RESTED = 8;

/** Energy of a ball of `radius`, m, that a rigid plane is pressed into by `depth`, m: (8 / 15) E / (1 - nu^2) sqrt(R) d^{5/2}, J (Johnson 1985, 4.22 to 4.24). */
function hertzEnergy(radius: number, depth: number): number {
  return (8 / 15) * (YOUNGS_MODULUS / (1 - POISSON_RATIO ** 2)) * Math.sqrt(radius) * depth ** 2.5;
}

/** Elastic energy, J, of a ball that two plates without friction have pressed by `depth` each, m. */
function pressedEnergy(depth: number, cells: number): number {
  const ball = ballOfHexes(RADIUS, cells, 1.6);
  const model = createModel('rotated-linear', YOUNGS_MODULUS, POISSON_RATIO);
  // Light and damped: what is asked for is where it comes to rest.
  const body = { ...solidBody(ball, { model, density: 10, dampingTime: 0.02 }), implicit: { typicalStep: 1 / FPS } };
  const way = (time: number) => depth * Math.min(1, (time * FPS) / PRESSED);
  const speed = (time: number) => (time * FPS < PRESSED ? (depth * FPS) / PRESSED : 0);
  const plate = (side: number) =>
    moving(
      halfSpace([0, -side, 0], [0, side * RADIUS, 0]),
      0,
      (time) => [0, -side * way(time), 0],
      (time) => [0, -side * speed(time), 0],
    );
  const integrator = createIntegrator(body, operatorImplementations[1][1](body), {
    colliders: [plate(1), plate(-1)],
    scheme: 'implicit',
    tolerance: 1e-4,
  });
  for (let frame = 0; frame < PRESSED + RESTED; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
  const { elastic, kinetic } = integrator.energies((PRESSED + RESTED) / FPS);
  expect(kinetic / elastic).toBeLessThan(1e-3);
  return elastic;
}

// Balls of 24 cells each way have 1.03 times that energy at .02 of the radius and 1.05 at .04, where a sphere is no paraboloid any more.
test.each([0.02, 0.04])(
  'a ball that plates press by %d of its radius has the energy of Hertz to a twentieth',
  (share) => {
    const depth = share * RADIUS;
    expect(Math.abs(pressedEnergy(depth, 16) / (2 * hertzEnergy(RADIUS, depth)) - 1)).toBeLessThan(0.05);
  },
);
