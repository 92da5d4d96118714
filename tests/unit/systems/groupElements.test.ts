import { describe, expect, it } from 'vitest';
import { decodeVolume, encodeVolume } from '../../../src/frames/meshArrays.ts';
import { boxTets } from '../../../src/geometry/primitives/boxTets.ts';
import { boxSurface } from '../../../src/geometry/primitives/surfaces.ts';
import type { VolumeMesh } from '../../../src/geometry/TetMesh.ts';
import { regionsMade, regionsOfGroups } from '../../../src/scene/groupRegions.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';
import { elementCentroids } from '../../../src/systems/solid/elementCentroids.ts';
import { GroupElements } from '../../../src/systems/solid/groupElements.ts';
import { checkRegions, regionOfElements } from '../../../src/systems/solid/materialRegions.ts';
import { fracture } from '../../../src/scene/properties/fracture.ts';

const mesh = boxTets([1, 4, 1], [2, 8, 2]);
const centroids = elementCentroids(mesh.positions, mesh.tets, 4);
const heights = centroids.filter((_, k) => k % 3 === 1);
const plain = boxSurface([1, 4, 1], [2, 8, 2]);
const faceHeight = (face: number) => {
  const corners = [...plain.faceVertices.subarray(plain.faceOffsets[face], plain.faceOffsets[face + 1])];
  return corners.reduce((sum, v) => sum + plain.positions[3 * v + 1], 0) / corners.length;
};
const faces = Uint32Array.from({ length: plain.faceOffsets.length - 1 }, (_, face) => face);
const surface = {
  ...plain,
  groups: [
    { kind: 'material', name: 'upper', faces: faces.filter((face) => faceHeight(face) > 0) },
    { kind: 'material', name: 'lower', faces: faces.filter((face) => faceHeight(face) <= 0) },
    { kind: 'group', name: 'upper', faces: faces.filter((face) => faceHeight(face) > 1.9) },
  ] as const,
};
const embedding = { size: 4, vertices: new Uint32Array(4 * 1), weights: new Float64Array(4) } as const;
const volume: VolumeMesh = { kind: 'tet', mesh, surface, embedding };
const named = { ...volume, elementGroups: [{ name: 'upper', elements: Uint32Array.of(0, 5) }] };

describe('elements of a group of the mesh', () => {
  it('are those nearest to its faces', () => {
    const groups = new GroupElements(volume);
    const [upper, lower] = ['upper', 'lower'].map((name) => groups.members('material', name)!);
    heights.forEach((y, element) => {
      expect(upper[element] + lower[element]).toBe(1);
      expect(upper[element]).toBe(y > 0 ? 1 : 0);
    });
    // The top takes what lies below it, up to the middle between it and the sides.
    const top = groups.members('group', 'upper')!;
    heights.forEach((y, element) => top[element] === 1 && expect(y).toBeGreaterThan(1.5));
    expect(top.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
    expect(groups.members('object', 'upper')).toBeUndefined();
  });

  it('are its own where the file has groups of elements, which the stored volume keeps', () => {
    const stored = { ...named, surface: { ...surface }, embedding: { ...embedding, ...identity() } };
    const again = decodeVolume(encodeVolume(stored));
    for (const one of [named, again]) {
      const upper = new GroupElements(one).members('material', 'upper')!;
      expect([...upper.keys()].filter((element) => upper[element] === 1)).toEqual([0, 5]);
    }
  });
});

/** An embedding of every surface vertex at vertex 0. */
function identity() {
  const count = surface.positions.length / 3;
  return { vertices: new Uint32Array(4 * count), weights: new Float64Array(4 * count).fill(0.25) };
}

describe('regions of groups', () => {
  const solid = newSolid([], 'box');
  const regions = regionsOfGroups([solid], solid, { of: 'material', names: ['upper', 'lower'] }, 1);
  const places = { placed: centroids, own: centroids };

  it('are made of the material of the solid, one for each, and said', () => {
    const { youngsModulus, poissonRatio } = solid.material;
    for (const region of regions) expect(region).toMatchObject({ target: solid.id, youngsModulus, poissonRatio });
    expect(new Set([solid.id, ...regions.map(({ id }) => id)]).size).toBe(3);
    expect(regionsMade(['upper', 'lower'], 'material')).toBe(
      '2 material regions of the materials of the mesh, each of the material of the solid until it is changed: upper, lower.',
    );
  });

  it('contain the elements of their groups; one that the mesh has not is refused, and so are groups of what tears', () => {
    const model = regionOfElements(regions, places, volume);
    heights.forEach((y, element) => expect(model[element]).toBe(y > 0 ? 1 : 2));
    const gone = [{ ...regions[0], selection: { kind: 'group', of: 'object', name: 'upper' } as const }];
    expect(() => regionOfElements(gone, places, volume)).toThrow("has no object 'upper'");
    const tearing = { ...solid, fracture: fracture.parse({ enabled: true }) };
    expect(() => checkRegions(tearing, regions)).toThrow('a group of the mesh, whose elements change');
  });
});
