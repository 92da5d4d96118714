import { expect, test } from 'vitest';
import { embedPositions, type VolumeMesh } from '../../../src/geometry/TetMesh.ts';
import { quaternionFromVector, rotationFromQuaternion } from '../../../src/math/quaternions.ts';
import { limbGeometry } from '../../../src/simulation/animated/limbGeometry.ts';
import { AnimatedShape } from '../../../src/simulation/goals/AnimatedShape.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { isKind } from '../../../src/scene/Scene.ts';
import { filledSolid } from '../../support/filledSolid.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

const FRAME = 1 / 24;
const LIMB = { shape: 'limb', radius: 0.1, length: 0.6, edge: 0.02, angle: 1.2, period: 2 } as const;

/** A ball inside the surface of a limb, 25 cm below its top. */
async function ball(): Promise<VolumeMesh> {
  const input = tinyShotInput(2);
  const source = { kind: 'procedural', form: { shape: 'sphere', radius: 0.09, segments: 12 } };
  const meshing = { method: 'graded-stuffing', edge: { percent: 20 } };
  const scene = validateScene({ ...input, entities: [{ kind: 'solid', id: 'ball', source, meshing }] }, catalogue);
  const volume = await filledSolid(scene.entities.find(isKind('solid'))!, undefined, 1);
  const positions = volume.mesh.positions.map((value, k) => (k % 3 === 1 ? value - 0.25 : value));
  return { ...volume, mesh: { ...volume.mesh, positions } } as VolumeMesh;
}

/** A shape that follows what `move` makes of a limb in time; `asked`: the times that were read. */
function shapeOf(volume: VolumeMesh, move: (time: number, rest: Float64Array) => Float64Array) {
  const { positions, triangles } = limbGeometry(LIMB, 1).sample(0);
  const rest = positions.slice();
  const asked: number[] = [];
  const surface = {
    id: 'limb',
    triangles: triangles.slice(),
    positions: rest,
    isClosed: true,
    positionsAt(time: number) {
      asked.push(time);
      return move(time, rest);
    },
  };
  return { asked, shape: new AnimatedShape({ volume, surface, matching: 'surface', frameDuration: FRAME }) };
}

/** A turn by `angle` about (1, 2, 3) through a point. */
function turned(points: Float64Array, about: readonly number[], angle: number): Float64Array {
  const [q, r] = [new Float64Array(4), new Float64Array(9)];
  const axis = Float64Array.of(1, 2, 3).map((value) => value / Math.sqrt(14));
  quaternionFromVector(axis, angle, q);
  rotationFromQuaternion(q, r);
  return points.map((_, k) => {
    const i = k - (k % 3);
    const row = 3 * (k % 3);
    return [0, 1, 2].reduce((sum, j) => sum + r[row + j] * (points[i + j] - about[j]), about[k % 3]);
  });
}

test('a shape turns and shifts with an animation as a rigid body, also between frames', async () => {
  const volume = await ball();
  const { positions } = volume.mesh;
  const centre = [0, 0, 0];
  for (let k = 0; k < positions.length; k++) centre[k % 3] += (3 * positions[k]) / positions.length;
  const moved = (time: number, rest: Float64Array) =>
    turned(rest, centre, 20 * time).map((value, k) => value + (k % 3 === 0 ? 2 * time : 0));
  const { shape } = shapeOf(volume, moved);
  const out = new Float64Array(positions.length);
  // 48 degrees a frame.
  for (const time of [0, 0.3 * FRAME, FRAME, 4.7 * FRAME]) {
    shape.positionsAt(time, out);
    const expected = moved(time, positions);
    out.forEach((value, k) => expect(Math.abs(value - expected[k])).toBeLessThan(1e-9));
  }
});

test('a shape bends with an animation, its inside with its surface', async () => {
  const volume = await ball();
  const limb = limbGeometry(LIMB, 1);
  const { shape } = shapeOf(volume, (time) => limb.sample(time).positions.slice());
  const out = new Float64Array(volume.mesh.positions.length);
  // Bent most.
  shape.positionsAt(24 * FRAME, out);
  const [skin, skinAtRest] = [out, volume.mesh.positions].map((points) => {
    const found = new Float64Array(volume.surface.positions.length);
    embedPositions(volume.embedding, points, found);
    return found;
  });
  // A facet of 2 cm turns by up to 0.02 rad more or less than what lies up to 10 cm beside it.
  expect(farthestFromArcs(skin, skinAtRest)).toBeLessThan(0.002);
  // Harmonic displacements differ from those of the arcs, whose Laplacian is the curvature, by up to that times r^2 / 6.
  const curvature = LIMB.angle / LIMB.length;
  expect(farthestFromArcs(out, volume.mesh.positions)).toBeLessThan(0.002 + (curvature * 0.09 ** 2) / 6);
});

/** Largest distance between points and where the limb takes them: one at s below the top and a beside the axis is on an arc of the angle u = angle s / length. */
function farthestFromArcs(points: Float64Array, rest: Float64Array): number {
  let worst = 0;
  for (let i = 0; i < points.length; i += 3) {
    const [s, a] = [-rest[i + 1], rest[i]];
    const u = (LIMB.angle * s) / LIMB.length;
    const x = (s * (1 - Math.cos(u))) / u + a * Math.cos(u);
    const y = (-s * Math.sin(u)) / u + a * Math.sin(u);
    worst = Math.max(worst, Math.hypot(points[i] - x, points[i + 1] - y, points[i + 2] - rest[i + 2]));
  }
  return worst;
}

test('a shape reads the frames at both ends of the interval and no others, and is the same whatever was asked before', async () => {
  const volume = await ball();
  const limb = limbGeometry(LIMB, 1);
  const move = (time: number) => limb.sample(time).positions.slice();
  const { shape, asked } = shapeOf(volume, move);
  const out = new Float64Array(volume.mesh.positions.length);
  for (const share of [0.25, 0.5, 1]) shape.positionsAt((5 + share) * FRAME, out);
  expect(asked.map((time) => Math.round(time / FRAME)).sort()).toEqual([5, 6]);
  shape.positionsAt(6.5 * FRAME, out);
  const fresh = new Float64Array(out.length);
  shapeOf(volume, move).shape.positionsAt(6.5 * FRAME, fresh);
  expect(fresh).toEqual(out);
  const one = shapeOf(volume, move);
  one.shape.positionsAt(6 * FRAME, fresh);
  expect(one.asked).toHaveLength(1);
});

test('a surface without triangles is refused with what helps', async () => {
  const volume = await ball();
  const surface = {
    id: 'points',
    triangles: new Uint32Array(0),
    positions: Float64Array.of(0, 0, 0),
    isClosed: false,
    positionsAt: () => Float64Array.of(0, 0, 0),
  };
  const make = (matching: 'surface' | 'vertices') => () =>
    new AnimatedShape({ volume, surface, matching, frameDuration: FRAME });
  expect(make('surface')).toThrow(
    expect.objectContaining({ code: 'document-invalid', message: expect.stringContaining("surface of 'points'") }),
  );
  expect(make('vertices')).toThrow(
    expect.objectContaining({ code: 'document-invalid', message: expect.stringContaining('1 vertices and not') }),
  );
});
