import type { SampledGeometry } from '../../src/simulation/animated/SampledGeometry.ts';

/** Gives the place and the velocity of a plate at a time, m and m/s. */
type Motion = (time: number) => { readonly at: readonly number[]; readonly velocity: readonly number[] };

/** A square sheet of `side`, m, in `parts` by `parts` squares, normal to `normal`, that moves without turning; open, met from both sides. */
export function movingPlate(side: number, parts: number, normal: 0 | 1 | 2, motion: Motion): SampledGeometry {
  const row = parts + 1;
  const [across, along] = [(normal + 1) % 3, (normal + 2) % 3];
  const rest = new Float64Array(3 * row * row);
  for (let i = 0; i < row; i++) {
    for (let j = 0; j < row; j++) {
      rest[3 * (row * i + j) + across] = side * (i / parts - 0.5);
      rest[3 * (row * i + j) + along] = side * (j / parts - 0.5);
    }
  }
  const corners: number[] = [];
  for (let i = 0; i < parts; i++) {
    for (let j = 0; j < parts; j++) {
      const [a, b, c, d] = [row * i + j, row * (i + 1) + j, row * (i + 1) + j + 1, row * i + j + 1];
      corners.push(a, b, c, a, c, d);
    }
  }
  const triangles = Uint32Array.from(corners);
  return {
    start: 0,
    metresPerUnit: 1,
    upAxis: 'y',
    topology: 'constant',
    sample(time) {
      const { at, velocity } = motion(time);
      const positions = rest.map((value, k) => value + at[k % 3]);
      return { positions, velocities: rest.map((_, k) => velocity[k % 3]), triangles };
    },
    close: () => undefined,
  };
}

/** The source of an animation whose geometry a test gives. */
export const givenSource = {
  kind: 'file',
  path: 'given.abc',
  sha256: '0'.repeat(64),
  object: '/given',
} as const;
