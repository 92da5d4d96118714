import { expect, test } from 'vitest';
import { positionsOf } from '../../src/frames/Stream.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import type { ProceduralForm } from '../../src/scene/properties/sources.ts';
import { documentVersion } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import type { SampledGeometry } from '../../src/simulation/animated/SampledGeometry.ts';
import { proceduralMesh } from '../../src/simulation/rest/proceduralMesh.ts';
import { triangulate } from '../../src/geometry/triangulate.ts';
import { givenSource } from '../support/movingPlates.ts';
import { runShot } from '../support/shots.ts';

const FPS = 240;
const FREQUENCY = 2;
const OMEGA = 2 * Math.PI * FREQUENCY;

const form: ProceduralForm = { shape: 'block', size: [0.2, 0.2, 0.2], cells: [1, 1, 1], elements: 'tets' };
const surface = proceduralMesh(form).surface;

/** The surface of the block, moved as a whole. */
function movedBlock(move: (time: number, point: readonly number[]) => readonly number[]): SampledGeometry {
  const { triangles } = triangulate(surface).mesh;
  return {
    start: 0,
    metresPerUnit: 1,
    upAxis: 'y',
    topology: 'constant',
    sample(time) {
      const positions = new Float64Array(surface.positions.length);
      for (let i = 0; i < positions.length; i += 3) {
        positions.set(move(time, [...surface.positions.subarray(i, i + 3)]), i);
      }
      return { positions, velocities: new Float64Array(positions.length), triangles };
    },
    close: () => undefined,
  };
}

interface Pull {
  readonly dampingRatio: number;
  readonly matching?: 'surface' | 'vertices';
  readonly strength?: unknown;
}

/** Vertices of a soft block that is pulled along, at the frames asked for; `place`: where the block begins. */
async function pulled(geometry: SampledGeometry, pull: Pull, frames: readonly number[], place = [0, 0, 0]) {
  const scene = validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a31',
      frameRate: { numerator: FPS },
      range: { first: 1, last: Math.max(...frames) },
      physics: { gravity: [0, 0, 0] },
      quality: { draft: { minSubsteps: 16 } },
      entities: [
        {
          kind: 'solid',
          id: 'block',
          source: { kind: 'procedural', form },
          material: { youngsModulus: 1e4, dampingTime: 0 },
          animatedTarget: { animation: 'target', frequency: FREQUENCY, ...pull },
          transform: { position: place },
        },
        { kind: 'importedAnimation', id: 'target', source: givenSource, collision: { enabled: false } },
      ],
    },
    catalogue,
  );
  const shot = await runShot(scene, { animations: new Map([['target', geometry]]) });
  try {
    return frames.map((frame) => {
      shot.advanceTo(frame);
      return positionsOf(shot.simulation.currentFrame().streams.find(({ entity }) => entity === 'block')!).slice();
    });
  } finally {
    shot.dispose();
  }
}

/** Mean of the corners of a block, m. */
function centreOf(x: ArrayLike<number>): number[] {
  const sum = [0, 0, 0];
  for (let k = 0; k < x.length; k++) sum[k % 3] += (3 * x[k]) / x.length;
  return sum;
}

test('follows what circles as a damped oscillator does: its centre lags and swings out by the transfer function, matched either way', async () => {
  const [radius, spin, zeta] = [1, 2 * Math.PI, 0.4];
  const turned = (angle: number, [x, y, z]: readonly number[]) => [
    x * Math.cos(angle) - y * Math.sin(angle),
    x * Math.sin(angle) + y * Math.cos(angle),
    z,
  ];
  const circling = movedBlock((time, [x, y, z]) => turned(spin * time, [x + radius, y, z]));
  // H = (w^2 + 2 i zeta w s) / (w^2 - s^2 + 2 i zeta w s), s the spin.
  const [a, b, c] = [OMEGA ** 2, 2 * zeta * OMEGA * spin, OMEGA ** 2 - spin ** 2];
  const gain = Math.hypot(a, b) / Math.hypot(c, b);
  const lag = Math.atan2(b, c) - Math.atan2(b, a);
  const frame = 481;
  for (const matching of ['surface', 'vertices'] as const) {
    const [x] = await pulled(circling, { dampingRatio: zeta, matching }, [frame], [radius, 0, 0]);
    const [u, v] = centreOf(x);
    const angle = (spin * (frame - 1)) / FPS;
    // Transients are e^(-zeta w 2 s) of a metre; half-implicit substeps are of the first order.
    expect(Math.hypot(u, v) / (gain * radius)).toBeCloseTo(1, 2);
    const behind = angle - Math.atan2(v, u);
    expect(Math.abs(Math.sin(behind - lag))).toBeLessThan(0.01);
    expect(lag).toBeGreaterThan(0.1);
  }
});

test('stays a / omega^2 behind what accelerates, and goes on with its speed where the strength is 0', async () => {
  const acceleration = 3;
  const speeding = movedBlock((time, [x, y, z]) => [x + (acceleration * time * time) / 2, y, z]);
  const frames = [301, 361, 421];
  const released = {
    keys: [
      { frame: 360, value: 1, interpolation: 'step' },
      { frame: 361, value: 0, interpolation: 'step' },
    ],
  };
  const [held, last, free] = await pulled(speeding, { dampingRatio: 1, strength: released }, frames);
  const target = (frame: number) => (acceleration * ((frame - 1) / FPS) ** 2) / 2;
  for (const [x, frame] of [
    [held, 301],
    [last, 361],
  ] as const) {
    expect(((target(frame) - centreOf(x)[0]) * OMEGA ** 2) / acceleration).toBeCloseTo(1, 2);
  }
  const travelled = centreOf(free)[0] - centreOf(last)[0];
  expect(travelled / ((acceleration * 360) / FPS) / ((421 - 361) / FPS)).toBeCloseTo(1, 2);
});
