import { describe, expect, it } from 'vitest';
import { GeometryParameterReader } from '../../../src/io/alembic/GeometryParameterReader.ts';
import { isEmptyBox } from '../../../src/io/alembic/BoundsProperty.ts';
import { PointsReader } from '../../../src/io/alembic/PointsReader.ts';
import { PointsWriter } from '../../../src/io/alembic/PointsWriter.ts';
import { PolyMeshReader } from '../../../src/io/alembic/PolyMeshReader.ts';
import { PolyMeshWriter } from '../../../src/io/alembic/PolyMeshWriter.ts';
import { int32Values } from '../../../src/io/alembic/propertyValues.ts';
import { exactFrameRate, frameSampling, sampleTime } from '../../../src/io/alembic/TimeSampling.ts';
import { XformReader } from '../../../src/io/alembic/XformReader.ts';
import { XformWriter } from '../../../src/io/alembic/XformWriter.ts';
import { describeWithData, testDataPath } from '../../support/testData.ts';
import { FileSource } from '../../../src/io/alembic/ByteSource.ts';
import { ArchiveReader } from '../../../src/io/alembic/ArchiveReader.ts';
import { fanSurface, objectAt, smallSurface, writeAndOpen } from './archiveFixtures.ts';

const movedPositions = (positions: ArrayLike<number>, frame: number) =>
  Float32Array.from(positions, (value, i) => value + frame * ((i % 3) + 1) * 0.1);

describe('polygon mesh', () => {
  const surface = smallSurface();
  const frames = [0, 1, 2, 3];
  const { archive } = writeAndOpen((writer) => {
    const sampling = writer.timeSampling(frameSampling({ numerator: 25, denominator: 1 }, 10));
    const mesh = new PolyMeshWriter(writer.top, 'small', {
      sampling,
      velocities: true,
      normals: true,
      surface,
      faceSets: ['red', 'blue paint'],
    });
    for (const frame of frames) {
      mesh.write({
        positions: movedPositions(surface.positions, frame),
        surface,
        velocities: movedPositions(surface.positions, -frame),
        normals: {
          size: 3,
          values: Float32Array.of(0, 0, 1, 0, frame, 1),
          indices: Int32Array.of(0, 1, 0, 0, 0, 0, 1, 0, 1, 1),
        },
      });
    }
  });
  const mesh = new PolyMeshReader(objectAt(archive, '/small'));

  it.each(frames)('gives back frame %i', (frame) => {
    const sample = mesh.sample(frame);
    expect(sample.positions).toEqual(movedPositions(surface.positions, frame));
    expect(sample.velocities).toEqual(movedPositions(surface.positions, -frame));
    expect(sample.faceOffsets).toEqual(surface.faceOffsets);
    expect(sample.faceVertices).toEqual(surface.faceVertices);
    expect(sample.uvs).toEqual(surface.uvs);
    expect(sample.normals?.indices).toEqual(Int32Array.of(0, 1, 0, 0, 0, 0, 1, 0, 1, 1));
    expect(sample.normals?.values[4]).toBe(frame);
    const xs = [...sample.positions].filter((_, i) => i % 3 === 0);
    expect(sample.bounds[0]).toBe(Math.min(...xs));
    expect(sample.bounds[3]).toBe(Math.max(...xs));
    expect(sampleTime(archive.samplings[mesh.sampling], frame)).toBeCloseTo((10 + frame) / 25, 12);
  });

  it('stores faces clockwise', () => {
    const stored = mesh.object.properties.compounds.get('.geom')?.properties.get('.faceIndices');
    expect([...int32Values(stored!, 0)]).toEqual([3, 2, 1, 0, 2, 4, 1, 2, 5, 4]);
  });

  it('keeps topology constant, face sets and colours', () => {
    expect(mesh.constantTopology).toBe(true);
    expect(mesh.faceSets(3)).toEqual([
      { name: 'red', faces: Int32Array.of(0) },
      { name: 'blue_paint', faces: Int32Array.of(1, 2) },
    ]);
    expect(mesh.attribute('Cd')?.sample(2).values).toEqual(surface.vertexAttributes[0].values);
  });

  it('fills corners without uv', () => {
    const holed = { ...surface, uvs: { ...surface.uvs!, indices: Int32Array.of(0, -1, 2, 3, 1, 4, 2, 4, 5, -1) } };
    const { archive: other } = writeAndOpen((writer) => {
      const options = { sampling: 0, velocities: false, normals: false, surface: holed, faceSets: [] };
      new PolyMeshWriter(writer.top, 'm', options).write({ positions: new Float32Array(18), surface: holed });
    });
    const { uvs } = new PolyMeshReader(objectAt(other, '/m')).sample(0);
    expect([...uvs!.indices]).toEqual([0, 6, 2, 3, 1, 4, 2, 4, 5, 6]);
    expect([...uvs!.values.subarray(12)]).toEqual([0, 0]);
  });
});

describe('polygon mesh with changing topology', () => {
  const counts = [3, 5, 0, 5, 1];
  const positionsOf = (count: number, frame: number) =>
    Float32Array.from({ length: count === 0 ? 0 : 3 * (count + 2) }, (_, i) => Math.sin(i + frame));
  const { archive } = writeAndOpen((writer) => {
    const sampling = writer.timeSampling(frameSampling(exactFrameRate(29.97), 1));
    const mesh = new PolyMeshWriter(writer.top, 'fluid', {
      sampling,
      velocities: true,
      normals: false,
      surface: fanSurface(3),
      faceSets: ['even'],
    });
    counts.forEach((count, frame) => {
      const positions = positionsOf(count, frame);
      mesh.write({ positions, surface: fanSurface(count), velocities: positions.map((value) => 2 * value) });
    });
  });
  const mesh = new PolyMeshReader(objectAt(archive, '/fluid'));

  it.each(counts.map((count, frame) => ({ count, frame })))(
    'gives back frame $frame with $count faces',
    ({ count, frame }) => {
      const sample = mesh.sample(frame);
      expect(sample.positions).toEqual(positionsOf(count, frame));
      expect(sample.velocities).toEqual(positionsOf(count, frame).map((value) => 2 * value));
      expect(sample.faceVertices).toEqual(fanSurface(count).faceVertices);
      expect(sample.faceOffsets).toEqual(fanSurface(count).faceOffsets);
      expect(mesh.faceSets(frame)[0].faces.length).toBe(Math.ceil(count / 2));
      expect(isEmptyBox(sample.bounds)).toBe(count === 0);
    },
  );

  it('says that the topology changes and keeps NTSC time', () => {
    expect(mesh.constantTopology).toBe(false);
    for (let i = 0; i < counts.length; i++) {
      expect(sampleTime(archive.samplings[mesh.sampling], i)).toBeCloseTo(((1 + i) * 1001) / 30000, 13);
    }
  });
});

describe('points', () => {
  const counts = [2, 0, 3, 3];
  const { archive } = writeAndOpen((writer) => {
    const points = new PointsWriter(writer.top, 'spray', { sampling: 0, velocities: true, widths: true });
    for (const count of counts) {
      points.write({
        positions: Float32Array.from({ length: 3 * count }, (_, i) => i + count),
        ids: BigUint64Array.from({ length: count }, (_, i) => BigInt(i) + 2n ** 40n),
        velocities: Float32Array.from({ length: 3 * count }, (_, i) => -i),
        widths: new Float32Array(count).fill(0.25),
      });
    }
  });
  const points = new PointsReader(objectAt(archive, '/spray'));

  it.each([0, 1, 2, 3])('gives back frame %i', (frame) => {
    const sample = points.sample(frame);
    const count = counts[frame];
    expect(sample.positions).toEqual(Float32Array.from({ length: 3 * count }, (_, i) => i + count));
    expect(sample.ids).toEqual(BigUint64Array.from({ length: count }, (_, i) => BigInt(i) + 2n ** 40n));
    expect(sample.velocities).toEqual(Float32Array.from({ length: 3 * count }, (_, i) => -i));
    expect(sample.widths).toEqual(new Float32Array(count).fill(0.25));
  });
});

describe('transforms', () => {
  it('keep an animated matrix', () => {
    const matrixOf = (frame: number) =>
      Float64Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 1 : i === 12 ? frame : 0));
    const { archive } = writeAndOpen((writer) => {
      const xform = new XformWriter(writer.top, 'mover', { sampling: 0, animated: true });
      for (let frame = 0; frame < 3; frame++) xform.write(matrixOf(frame), new Float64Array(6));
      xform.finish();
    });
    const object = objectAt(archive, '/mover');
    const xform = new XformReader(object);
    for (let frame = 0; frame < 3; frame++) expect(xform.matrix(frame)).toEqual(matrixOf(frame));
    const compound = object.properties.compounds.get('.xform');
    expect(compound?.properties.get('isNotConstantIdentity')?.sample(0).bytes).toEqual(Uint8Array.of(1));
    expect([...compound!.properties.get('.animChans')!.sample(0).bytes]).toEqual([12, 0, 0, 0]);
  });

  it('read as the identity where they only group', () => {
    const { archive } = writeAndOpen((writer) => {
      new XformWriter(writer.top, 'group', { sampling: 0, animated: false });
    });
    const matrix = new XformReader(objectAt(archive, '/group')).matrix(0);
    expect([...matrix]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  });
});

describeWithData('archives by other programs', () => {
  const open = (name: string) => new ArchiveReader(new FileSource(testDataPath(`D_alembic/${name}`)));

  it('Maya: rotating cube, 24 frames, ops in degrees', () => {
    const archive = open('rotatingCube.abc');
    const xform = new XformReader(objectAt(archive, '/pCube1'));
    expect(xform.sampleCount).toBe(24);
    for (let i = 0; i < 24; i++) {
      const matrix = xform.matrix(i);
      for (let column = 0; column < 3; column++) {
        expect(Math.hypot(...matrix.subarray(4 * column, 4 * column + 3))).toBeCloseTo(1, 9);
      }
    }
    expect(xform.matrix(0)).not.toEqual(xform.matrix(12));
    archive.close();
  });

  it('3ds Max: changing topology with velocities and outward faces', () => {
    const archive = open('varTopo_bakedVelocity_0-1_30fps.abc');
    const mesh = new PolyMeshReader(objectAt(archive, '/Liquid001/Liquid001'));
    expect(mesh.constantTopology).toBe(false);
    for (let i = 0; i < mesh.sampleCount; i++) {
      const { positions, faceOffsets, faceVertices, velocities } = mesh.sample(i);
      expect(velocities?.length).toBe(positions.length);
      expect(signedVolume(positions, faceOffsets, faceVertices)).toBeGreaterThan(0);
    }
    archive.close();
  });

  it('Houdini: normals per face, point and corner agree with the faces', () => {
    const archive = open('cubes_normals.abc');
    for (const path of ['/face_normal_grid/normal1', '/point_normal_grid/normal1', '/vertex_normal_grid/normal1']) {
      const mesh = new PolyMeshReader(objectAt(archive, path)).sample(0);
      expect(mesh.normals?.indices.length).toBe(24);
      for (let corner = 0; corner < 24; corner++) {
        const vertex = mesh.faceVertices[corner];
        const value = mesh.normals!.indices[corner];
        let outward = 0;
        for (let k = 0; k < 3; k++) {
          const centre = (mesh.bounds[k] + mesh.bounds[k + 3]) / 2;
          outward += mesh.normals!.values[3 * value + k] * (mesh.positions[3 * vertex + k] - centre);
        }
        expect(outward).toBeGreaterThan(0);
      }
    }
    archive.close();
  });

  it('Maya: particles from none to some, uvs of a subdivision plane', () => {
    const points = new PointsReader(objectAt(open('points.abc'), '/particle1/particleShape1'));
    expect(points.pointCount(0)).toBe(0);
    const last = points.sample(9);
    expect(last.ids.length).toBeGreaterThan(0);
    expect(last.ids.length).toBe(last.positions.length / 3);
    const plane = objectAt(open('coloredMesh.abc'), '/pPlane1/pPlaneShape1').properties.compounds.get('.geom');
    expect(GeometryParameterReader.find(plane, 'uv')?.sample(0).values.length).toBe(8);
  });
});

function signedVolume(positions: Float32Array, faceOffsets: Uint32Array, faceVertices: Uint32Array): number {
  let volume = 0;
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    for (let k = faceOffsets[face] + 1; k + 1 < faceOffsets[face + 1]; k++) {
      const [a, b, c] = [faceOffsets[face], k, k + 1].map((corner) => {
        const at = 3 * faceVertices[corner];
        return [...positions.subarray(at, at + 3)];
      });
      volume +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
  }
  return volume / 6;
}
