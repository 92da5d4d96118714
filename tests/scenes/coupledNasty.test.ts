import { expect, test } from 'vitest';
import type { Frame } from '../../src/frames/Frame.ts';
import { proceduralMesh, type SourceMesh } from '../../src/simulation/rest/proceduralMesh.ts';
import { filled, liquidShot } from '../support/liquidShot.ts';
import { runShot } from '../support/shots.ts';
import { meshesIn, pointsIn } from '../support/streams.ts';

type Member = Record<string, unknown>;
type Size = readonly [number, number, number];

const LAST = 10;

function block(id: string, position: Size, size: Size = [0.2, 0.1, 0.2], density = 500): Member {
  return {
    kind: 'solid',
    id,
    source: { kind: 'procedural', form: { shape: 'block', size, cells: [2, 2, 2], elements: 'tets' } },
    material: { density, youngsModulus: 1e5 },
    liquids: 'coupled',
    transform: { position },
  };
}

function wall(size: Size, position: Size): Member {
  const [sizeX, sizeY, sizeZ] = size;
  return {
    kind: 'collider',
    id: 'wall',
    shape: { kind: 'registered', type: 'box', params: { sizeX, sizeY, sizeZ } },
    transform: { position },
  };
}

/** The first frame and the last, all being finite; `see` is shown every one. */
async function run(
  members: readonly Member[],
  sources?: ReadonlyMap<string, SourceMesh>,
  see?: (frame: Frame) => void,
) {
  const shot = await runShot(liquidShot([filled(0.25), ...members], { last: LAST }), { sources });
  const first = shot.simulation.currentFrame();
  let last: Frame = first;
  while (shot.simulation.frame < LAST) {
    shot.simulation.advance(() => false);
    last = shot.simulation.currentFrame();
    see?.(last);
    for (const { positions, velocities } of [...meshesIn(last), ...pointsIn(last)]) {
      expect(positions.every(Number.isFinite)).toBe(true);
      expect(velocities.every(Number.isFinite)).toBe(true);
    }
  }
  shot.dispose();
  return { first, last };
}

function meanHeight({ positions }: { readonly positions: Float32Array }): number {
  const heights = positions.filter((_, k) => k % 3 === 1);
  return heights.reduce((sum, y) => sum + y, 0) / heights.length;
}

function fastest({ velocities }: { readonly velocities: Float32Array }): number {
  return speedsOf(velocities).reduce((most, speed) => Math.max(most, speed), 0);
}

/** m/s, of velocities with xyz interleaved. */
function speedsOf(velocities: Float32Array): number[] {
  return Array.from({ length: velocities.length / 3 }, (_, k) => Math.hypot(...velocities.subarray(3 * k, 3 * k + 3)));
}

test('solids that begin beside, above and below the box fall as if there were no liquid, which stays at rest', async () => {
  const { first, last } = await run([
    block('beside', [1, 0.3, 0]),
    block('above', [0, 5, 0]),
    block('below', [0, -1, 0]),
  ]);
  const fall = (9.81 / 2) * ((LAST - 1) / 24) ** 2;
  meshesIn(last).forEach((body, k) => expect(meanHeight(meshesIn(first)[k]) - meanHeight(body)).toBeCloseTo(fall, 1));
  expect(fastest(pointsIn(last)[0])).toBeLessThan(0.01);
});

test('a solid across the side of the box is in the liquid with what is inside', async () => {
  const { last } = await run([block('across', [0.22, 0.2, 0])]);
  expect(fastest(meshesIn(last)[0])).toBeLessThan(5);
  expect(fastest(pointsIn(last)[0])).toBeLessThan(5);
});

test('solids that overlap and do not touch keep their volumes and throw nothing about', async () => {
  const { first, last } = await run([block('one', [0, 0.2, 0]), block('other', [0.1, 0.22, 0.02])]);
  for (const id of ['one', 'other']) {
    expect(last.stats.entities[id].volume / first.stats.entities[id].volume).toBeCloseTo(1, 1);
  }
  for (const body of [...meshesIn(last), ...pointsIn(last)]) expect(fastest(body)).toBeLessThan(4);
});

test('a solid that fills the whole box leaves no room, and that is told', async () => {
  const { first, last } = await run([block('plug', [0, 0.25, 0], [0.6, 0.6, 0.6])]);
  expect(first.stats.warnings).toContainEqual(expect.stringMatching(/^region 'fill' starts inside/));
  expect(pointsIn(last)[0].ids).toHaveLength(0);
});

test('a solid as wide as the box is a piston on the liquid below', async () => {
  const { first, last } = await run([block('piston', [0, 0.35, 0], [0.499, 0.18, 0.499], 2000)]);
  // Little can get past it.
  expect(meanHeight(meshesIn(last)[0])).toBeGreaterThan(meanHeight(meshesIn(first)[0]) - 0.06);
  expect(last.stats.entities['piston'].volume / first.stats.entities['piston'].volume).toBeGreaterThan(0.95);
});

// Where it stands by a few millimetres decides what single drops do: they are splashed at 1 to 20 m/s.
test.each([0.05, 0.06, 0.12])(
  'a solid that starts inside a collider at %f m is pushed out, and the liquid is not thrown about',
  async (place) => {
    const members = [block('inside', [0, 0.1, 0]), wall([0.3, 0.3, 0.3], [place, 0.1, 0])];
    await run(members, undefined, (frame) => {
      const [{ velocities }] = pointsIn(frame);
      const fast = speedsOf(velocities).filter((speed) => speed > 5);
      expect(fast.length).toBeLessThan(0.01 * (velocities.length / 3));
    });
  },
);

test('a solid whose surface is open is filled, and floats', async () => {
  const closed = proceduralMesh({ shape: 'sphere', radius: 0.1, segments: 24 });
  const { surface } = closed as Extract<SourceMesh, { surface: unknown }>;
  // Without the first twentieth of its faces.
  const faces = surface.faceOffsets.length - 1;
  const kept = Math.floor(faces / 20);
  const from = surface.faceOffsets[kept];
  const open = {
    ...surface,
    faceOffsets: surface.faceOffsets.slice(kept).map((offset) => offset - from),
    faceVertices: surface.faceVertices.slice(from),
    groups: [],
    uvs: undefined,
    normals: undefined,
  };
  const ball: Member = {
    ...block('ball', [0, 0.2, 0]),
    source: { kind: 'file', path: 'ball.obj', sha256: '0'.repeat(64) },
    meshing: { method: 'graded-stuffing', edge: { percent: 20 } },
  };
  const { first, last } = await run([ball], new Map([['ball', { ...closed, surface: open }]]));
  expect(first.stats.entities['ball'].volume / ((4 / 3) * Math.PI * 0.1 ** 3)).toBeGreaterThan(0.8);
  expect(meanHeight(meshesIn(last)[0])).toBeGreaterThan(meanHeight(meshesIn(first)[0]));
});

test('a density of nothing is refused by name; almost nothing is thrown up and stays finite', async () => {
  expect(() => liquidShot([block('ghost', [0, 0.1, 0], [0.2, 0.1, 0.2], 0)])).toThrow(
    expect.objectContaining({ code: 'document-invalid', place: expect.stringMatching(/density/) as string }),
  );
  const { first, last } = await run([block('bubble', [0, 0.1, 0], [0.2, 0.1, 0.2], 0.001)]);
  expect(meanHeight(meshesIn(last)[0])).toBeGreaterThan(meanHeight(meshesIn(first)[0]) + 0.05);
});
