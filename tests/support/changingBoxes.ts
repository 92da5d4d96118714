import type { TriMesh } from '../../src/geometry/TriMesh.ts';
import { MovingGeometry } from '../../src/io/animations/shared/MovingGeometry.ts';
import type { SampledGeometry } from '../../src/simulation/animated/SampledGeometry.ts';

/** The closed surface of a box, m, about the origin, each side in `parts` by `parts` squares; sides have their own vertices at edges. */
export function boxSurface(size: readonly number[], parts: number): TriMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const row = parts + 1;
  const place = (axis: number, k: number) => size[axis] * (k / parts - 0.5);
  for (let axis = 0; axis < 3; axis++) {
    const [across, along] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const side of [0, parts]) {
      const first = positions.length / 3;
      for (let i = 0; i < row; i++) {
        for (let j = 0; j < row; j++) {
          const point = [0, 0, 0];
          point[axis] = place(axis, side);
          point[across] = place(across, i);
          point[along] = place(along, j);
          positions.push(...point);
        }
      }
      for (let i = 0; i < parts; i++) {
        for (let j = 0; j < parts; j++) {
          const [a, b, c, d] = [row * i + j, row * (i + 1) + j, row * (i + 1) + j + 1, row * i + j + 1].map(
            (k) => first + k,
          );
          triangles.push(...(side > 0 ? [a, b, c, a, c, d] : [a, c, b, a, d, c]));
        }
      }
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

interface ChangingBox {
  /** m. */
  readonly size: readonly number[];
  /** m/s. */
  readonly speed: number;
  readonly samples: number;
  /** Samples per second. */
  readonly rate: number;
  /** Whether samples have velocities. */
  readonly withVelocities: boolean;
  /** Squares of each side of a sample along each edge. */
  partsOf(sample: number): number;
}

/** A box that rises from y = 0 and is divided otherwise in every sample. */
export function changingBox({ size, speed, samples, rate, withVelocities, partsOf }: ChangingBox): SampledGeometry {
  const times = Float64Array.from({ length: samples }, (_, sample) => sample / rate);
  const moving = new MovingGeometry(times, (index) => {
    const { positions, triangles } = boxSurface(size, partsOf(index));
    const stored = {
      positions: positions.map((value, k) => (k % 3 === 1 ? value + speed * times[index] : value)),
      triangles,
    };
    return withVelocities ? { ...stored, velocities: positions.map((_, k) => (k % 3 === 1 ? speed : 0)) } : stored;
  });
  return {
    start: 0,
    end: times[samples - 1],
    framesPerSecond: rate,
    metresPerUnit: 1,
    upAxis: 'y',
    topology: 'changing',
    times,
    hasVelocities: withVelocities,
    sample: (time) => moving.sample(time),
    close: () => undefined,
  };
}
