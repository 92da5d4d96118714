import { describe, expect, it } from 'vitest';
import type { StatisticsSections } from '../../../src/scene/statistics/statistic.ts';
import { frameWarnings, JudgedFrames } from '../../../src/frames/judgements.ts';
import type { VolumeMesh } from '../../../src/geometry/TetMesh.ts';
import { DrawnStretch, judgeStretch } from '../../../src/simulation/judging/DrawnStretch.ts';

/** Two tets that share no vertex, .1 m apart along x, and a triangle whose corners hang on the first, the first and the second. */
const corners = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1.1, 0, 0],
  [2.1, 0, 0],
  [1.1, 1, 0],
  [1.1, 0, 1],
];
const volume: VolumeMesh = {
  kind: 'tet',
  mesh: { positions: Float64Array.from(corners.flat()), tets: Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7) },
  surface: {
    name: 'bridge',
    positions: Float64Array.of(0.5, 0, 0, 0.5, 0.25, 0, 1.1, 0, 0),
    faceOffsets: Uint32Array.of(0, 3),
    faceVertices: Uint32Array.of(0, 1, 2),
    groups: [],
    vertexAttributes: [],
  },
  embedding: {
    size: 4,
    vertices: Uint32Array.of(0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7),
    weights: Float64Array.of(0.5, 0.5, 0, 0, 0.25, 0.5, 0.25, 0, 1, 0, 0, 0),
  },
};

function moved(map: (x: number, y: number, z: number, tet: number) => number[]): Float64Array {
  return Float64Array.from(corners.flatMap(([x, y, z], v) => map(x, y, z, v >> 2)));
}

function judged(surfaceStretch?: StatisticsSections['surfaceStretch']) {
  const energies = { kinetic: 0, elastic: 0, gravity: 0 };
  return judgeStretch('ball', {
    invertedElements: 0,
    volume: 1,
    energies,
    sections: { ...(surfaceStretch && { surfaceStretch }) },
  });
}

describe('stretch of the drawn surface', () => {
  const stretch = new DrawnStretch(volume);

  it('is not noted where the surface follows its elements, however far they are stretched', () => {
    expect(stretch.noted(volume.mesh.positions)).toBeUndefined();
    const positions = moved((x, y, z) => [5 * x + y, 4 * y, z]);
    expect(stretch.measure(positions).largest).toBeCloseTo(5, 9);
    expect(stretch.noted(positions)).toBeUndefined();
  });

  it('is that of edges between elements that part', () => {
    const drawn = stretch.measure(moved((x, y, z, tet) => [x + 6 * tet, y, z]));
    // From .6 m to 6.6 m, and from .65 m to (6.6^2 + .25^2)^.5 m; the elements keep their shape.
    expect(drawn.largest).toBeCloseTo(11, 12);
    expect(drawn.relative).toBeCloseTo(11, 12);
    expect(drawn.share).toBeCloseTo(2 / 3, 12);
    const [one] = judged(drawn);
    expect(one).toMatchObject({ kind: 'surface-stretch', entity: 'ball', severity: 'warning', limit: 3 });
    expect(frameWarnings({ warnings: ['slow'], judgements: [one] })).toEqual([
      `${one.sentence}; ${one.remedy}`,
      'slow',
    ]);
    expect(one.sentence).toContain("solid 'ball': its drawn surface is stretched up to 11-fold");
  });

  it('is noted before it is too far, and not judged then', () => {
    const positions = moved((x, y, z, tet) => [x + 0.6 * tet, y, z]);
    const drawn = stretch.measure(positions);
    expect(drawn.relative).toBeCloseTo(2, 12);
    expect(stretch.noted(positions)).toEqual(drawn);
    expect(judged(drawn)).toEqual([]);
    expect(judged(undefined)).toEqual([]);
  });
});

describe('judgements of many frames', () => {
  it('are told once for each kind and entity, by their worst', () => {
    const frames = new JudgedFrames();
    const at = (largest: number) => judged({ largest, relative: largest, share: 0.1 });
    [0, 4, 9, 5].forEach((largest, k) => frames.add(10 + k, largest === 0 ? undefined : at(largest)));
    expect(frames.lines()).toHaveLength(1);
    expect(frames.lines()[0]).toMatch(/^3 frames from 11 on, worst in 12: .* 9-fold/);
  });
});
