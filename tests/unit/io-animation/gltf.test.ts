import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAnimation } from '../../../src/io/openAnimation.ts';
import { bendGltf, quaternionZ, writeFiles, type BendJson } from '../../support/animationSamples.ts';
import { suiteFolder } from '../../support/temporaryFolder.ts';
import { describeWithData, testDataPath } from '../../support/testData.ts';

const folder = suiteFolder();
let files = 0;
const open = async (change?: (json: BendJson) => void, clip?: string) => {
  const path = writeFiles(join(folder, String(files++)), bendGltf(change), 'bend.gltf');
  return (await openAnimation(path, { clip })).source;
};

/** Position and velocity of the strip's vertex (x, y) when the upper joint has turned by `angle` at a right angle per second. */
function bent(x: number, y: number, angle: number): { position: number[]; velocity: number[] } {
  const weight = y / 2;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const rate = Math.PI / 2;
  const turned = [c * x - s * (y - 1), 1 + s * x + c * (y - 1)];
  return {
    position: [5 + (1 - weight) * x + weight * turned[0], (1 - weight) * y + weight * turned[1], 0],
    velocity: [weight * rate * -(turned[1] - 1), weight * rate * turned[0], 0],
  };
}

describe('a strip of two bones', () => {
  it.each([0.1, 0.25, 0.5, 0.77, 1])('bends as in closed form at %f s', async (time) => {
    const source = await open();
    const { positions, velocities, triangles } = source.sample(0, time);
    const angle = (time * Math.PI) / 2;
    [0, 1, 2].forEach((y) =>
      [0, 1].forEach((x) => {
        const at = 3 * (2 * y + x);
        const { position, velocity } = bent(x, y, angle);
        position.forEach((value, axis) => expect(positions[at + axis]).toBeCloseTo(value, 6));
        velocity.forEach((value, axis) => expect(velocities[at + axis]).toBeCloseTo(value, 5));
      }),
    );
    expect([...triangles]).toEqual([0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4]);
  });

  it('is listed with its keys, unit, axis and clip', async () => {
    const { header } = await open();
    expect(header).toMatchObject({
      application: 'by hand',
      metresPerUnit: 1,
      upAxis: 'y',
      clips: ['bend'],
      framesPerSecond: 2,
    });
    expect(header.doubts).toEqual([]);
    const [object] = header.objects;
    expect(object).toMatchObject({ name: 'strip', vertices: 6, triangles: 4, topology: 'constant', boundedSamples: 3 });
    expect([...object.times]).toEqual([0, 0.5, 1]);
    // At rest the corner (1, 2) is at 6, bent by a right angle the corner (0, 2) at 4.
    expect(object.bounds?.[0]).toBeCloseTo(4, 6);
    expect(object.bounds?.[3]).toBeCloseTo(6, 6);
  });

  it('keeps its fingerprint before a key that changes', async () => {
    const edited = ({ json, floats, times }: BendJson) => {
      const turns = floats('VEC4', 3, ...[0, 0.25, 2].flatMap((turn) => quaternionZ(turn * Math.PI)));
      json['animations'] = [
        {
          channels: [{ sampler: 0, target: { node: 2, path: 'rotation' } }],
          samplers: [{ input: times, output: turns }],
        },
      ];
    };
    const [before, after] = [await open(), await open(edited)];
    expect(before.fingerprint(0, 0, 0.5)).toBe(after.fingerprint(0, 0, 0.5));
    expect(before.fingerprint(0, 0.25, 0.75)).not.toBe(after.fingerprint(0, 0.25, 0.75));
  });
});

describe('morph targets and nodes', () => {
  const animate = (path: string, type: string, count: number, values: number[], interpolation: string, node = 3) => {
    return ({ json, floats, times }: BendJson) => {
      const mesh = (json['meshes'] as { primitives: Record<string, unknown>[] }[])[0];
      const [primitive] = mesh.primitives;
      const { POSITION } = primitive['attributes'] as Record<string, number>;
      primitive['attributes'] = { POSITION };
      primitive['targets'] = [
        { POSITION: floats('VEC3', 6, ...Array.from({ length: 6 }, () => [0, 0, 1]).flat()) },
        { POSITION: floats('VEC3', 6, ...Array.from({ length: 6 }, () => [0, 2, 0]).flat()) },
      ];
      Object.assign(mesh, { weights: [0.5, 0] });
      json['skins'] = [];
      Object.assign((json['nodes'] as object[])[3], { skin: undefined });
      const output = floats(type, count, ...values);
      json['animations'] = [
        { channels: [{ sampler: 0, target: { node, path } }], samplers: [{ input: times, output, interpolation }] },
      ];
    };
  };

  it('blend by their weights', async () => {
    const source = await open(animate('weights', 'SCALAR', 6, [0, 0, 1, 0.5, 1, 1], 'LINEAR'));
    const { positions, velocities } = source.sample(0, 0.25);
    expect([...positions.subarray(0, 3)]).toEqual([100, 0.5, 0.5]);
    expect(velocities[1]).toBeCloseTo(2, 6);
    expect(velocities[2]).toBeCloseTo(2, 6);
  });

  it('rest at the weights of the mesh', async () => {
    const source = await open(animate('translation', 'VEC3', 3, [0, 0, 0, 1, 0, 0, 0, 0, 0], 'LINEAR'));
    expect([...source.sample(0, 0.25).positions.subarray(0, 3)]).toEqual([0.5, 0, 0.5]);
  });

  it('step from key to key', async () => {
    const source = await open(animate('translation', 'VEC3', 3, [1, 0, 0, 2, 0, 0, 3, 0, 0], 'STEP'));
    const found = [0, 0.49, 0.5, 0.75, 1].map((time) => source.sample(0, time)).map(({ velocities }) => velocities[0]);
    expect(found).toEqual([0, 0, 0, 0, 0]);
    expect([0, 0.49, 0.5, 0.75, 1].map((time) => source.sample(0, time).positions[0])).toEqual([1, 1, 2, 2, 3]);
  });

  it('follow cubic splines', async () => {
    // Per key: tangent before, value, tangent after; the x of the spline is 4 t^2 on (0, 0.5).
    const keys = [0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    const source = await open(animate('translation', 'VEC3', 9, keys, 'CUBICSPLINE'));
    for (const time of [0.1, 0.3, 0.45]) {
      const { positions, velocities } = source.sample(0, time);
      expect(positions[0]).toBeCloseTo(4 * time * time, 12);
      expect(velocities[0]).toBeCloseTo(8 * time, 6);
    }
  });
});

describe('documents that cannot be right', () => {
  it.each([
    [
      'animations[0].channels',
      ({ json }: BendJson) =>
        patch(json, 'animations', { channels: [{ sampler: 7, target: { node: 2, path: 'rotation' } }] }),
    ],
    [
      'animations[0].channels[0]',
      ({ json, times }: BendJson) => patch(json, 'animations', { samplers: [{ input: times, output: times }] }),
    ],
    ['skins[0].joints', ({ json }: BendJson) => patch(json, 'skins', { joints: [1, 99] })],
    ['skins[0]', ({ json }: BendJson) => patch(json, 'skins', { joints: [1] })],
    [
      'skins[0].inverseBindMatrices',
      ({ json, times }: BendJson) => patch(json, 'skins', { inverseBindMatrices: times }),
    ],
  ])('are refused at %s', async (place, change) => {
    await expect(open(change)).rejects.toMatchObject({ code: 'format-malformed', place });
  });

  it('names the animations that there are', async () => {
    await expect(open(undefined, 'run')).rejects.toMatchObject({ code: 'usage', remedy: 'Use one of: bend.' });
  });

  it('tells which of several animations is read', async () => {
    const { header } = await open(({ json }) =>
      (json['animations'] as object[]).push({ name: 'run', channels: [], samplers: [] }),
    );
    expect(header.clips).toEqual(['bend', 'run']);
    expect(header.doubts).toEqual(["the file has 2 animations: 'bend' is read"]);
    const { header: other } = await open(
      ({ json }) => (json['animations'] as object[]).push({ name: 'run', channels: [], samplers: [] }),
      'run',
    );
    expect(other.doubts).toEqual(['nothing moves in this file']);
  });
});

function patch(json: BendJson['json'], list: string, values: object): void {
  Object.assign((json[list] as object[])[0], values);
}

describeWithData('a file of another program', () => {
  it('turns the wheels of the milk truck', async () => {
    const { source } = await openAnimation(testDataPath('A_surface/CesiumMilkTruck.glb'));
    const wheels = source.header.objects.flatMap(({ times }, at) => (times.length > 1 ? [at] : []));
    expect(wheels.length).toBeGreaterThan(0);
    const { times } = source.header.objects[wheels[0]];
    const radii = [times[0], (times[0] + times[times.length - 1]) / 3].map((time) => {
      const { positions } = source.sample(wheels[0], time);
      const centre = [0, 1, 2].map(
        (axis) => positions.filter((_, k) => k % 3 === axis).reduce((a, b) => a + b) / (positions.length / 3),
      );
      return Math.hypot(...centre.map((value, axis) => positions[axis] - value));
    });
    expect(radii[1]).toBeCloseTo(radii[0], 5);
    source.close();
  });
});
