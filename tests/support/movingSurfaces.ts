import { KinematicSurface } from '../../src/simulation/animated/KinematicSurface.ts';
import { PlacedGeometry } from '../../src/simulation/animated/PlacedGeometry.ts';
import type { SampledGeometry } from '../../src/simulation/animated/SampledGeometry.ts';
import type { TriMesh } from '../../src/geometry/TriMesh.ts';
import { createRandom } from './random.ts';

/** Writes where a point of a surface, at rest at rest[at ...], is at a time, s, and its velocity, m and m/s. */
type Motion = (rest: Float64Array, at: number, time: number, position: Float64Array, velocity: Float64Array) => void;

/** Times of a source that are those of the shot. */
const CLOCK = { start: 0, rate: 1, origin: 0, playsBefore: false };

/** A surface that stays where it is. */
export const atRest: Motion = (rest, at, _time, position) => {
  for (let k = at; k < at + 3; k++) position[k] = rest[k];
};

/** A surface that turns about the z axis, by an angle and a rate at each time, rad and rad/s. */
export function turning(angleAt: (time: number) => readonly [angle: number, rate: number]): Motion {
  return (rest, at, time, position, velocity) => {
    const [angle, rate] = angleAt(time);
    const [x, y] = [rest[at], rest[at + 1]];
    position[at] = x * Math.cos(angle) - y * Math.sin(angle);
    position[at + 1] = x * Math.sin(angle) + y * Math.cos(angle);
    position[at + 2] = rest[at + 2];
    velocity[at] = -rate * position[at + 1];
    velocity[at + 1] = rate * position[at];
  };
}

/** Triangles that move as given, as an animation of a shot. */
export function sampledSurface({ positions: rest, triangles }: TriMesh, motion: Motion): SampledGeometry {
  const sample = { positions: new Float64Array(rest.length), velocities: new Float64Array(rest.length), triangles };
  return {
    start: 0,
    metresPerUnit: 1,
    upAxis: 'y',
    topology: 'constant',
    sample(time: number) {
      const { positions, velocities } = sample;
      for (let k = 0; k < rest.length; k += 3) motion(rest, k, time, positions, velocities);
      return sample;
    },
    close: () => undefined,
  };
}

/** Triangles that move as given, as contact meets them. */
export function movingSurface(
  mesh: TriMesh,
  motion: Motion,
  { isClosed = false, friction = 0.5 } = {},
): KinematicSurface {
  const placement = { position: [0, 0, 0], rotation: [0, 0, 0], scale: [1, 1, 1] };
  return new KinematicSurface({
    geometry: new PlacedGeometry(sampledSurface(mesh, motion), { clock: CLOCK }, placement),
    vertexCount: mesh.positions.length / 3,
    triangles: mesh.triangles,
    time: 0,
    isClosed,
    friction,
    minSubsteps: 1,
    maxSubsteps: 1000,
  });
}

/** A sheet of `columns` by `rows` irregular cells of two triangles each over sizes along x and z, m, whose vertices inside are moved by up to a third of a cell in it, at heights of their place. */
export function irregularSheet(
  [columns, rows]: readonly [number, number],
  [length, width]: readonly [number, number],
  heightAt: (x: number, z: number) => number = () => 0,
): TriMesh {
  const random = createRandom(7);
  const positions = new Float64Array(3 * (columns + 1) * (rows + 1));
  const triangles: number[] = [];
  for (let i = 0; i <= columns; i++) {
    for (let j = 0; j <= rows; j++) {
      const inside = i > 0 && i < columns && j > 0 && j < rows;
      const shift = () => (inside ? (random() - 0.5) * 0.66 : 0);
      const x = length * ((i + shift()) / columns - 0.5);
      const z = width * ((j + shift()) / rows - 0.5);
      const k = (rows + 1) * i + j;
      positions.set([x, heightAt(x, z), z], 3 * k);
      if (i === columns || j === rows) continue;
      const [a, b, c, d] = [k, k + 1, k + rows + 2, k + rows + 1];
      triangles.push(...((i + j) % 2 === 0 ? [a, b, c, a, c, d] : [a, b, d, b, c, d]));
    }
  }
  return { positions, triangles: Uint32Array.from(triangles) };
}
