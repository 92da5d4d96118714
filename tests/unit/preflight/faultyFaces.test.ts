import { describe, expect, it } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { examineSurface } from '../../../src/geometry/preflight/preflight.ts';
import type { FindingCode } from '../../../src/geometry/preflight/PreflightReport.ts';
import { cubeCorners, cubeQuads } from '../../support/meshSamples.ts';
import { polygonMesh } from '../../support/polygonMesh.ts';

/** Cube corners moved by `offset` and scaled. */
const cubeAt = (offset: readonly number[], scale = 1) =>
  cubeCorners.map((corner) => corner.map((value, axis) => scale * value + offset[axis]));

const later = (faces: readonly (readonly number[])[], count: number) =>
  faces.map((face) => face.map((vertex) => vertex + count));

function facesOf(corners: readonly (readonly number[])[], faces: readonly (readonly number[])[], code: FindingCode) {
  const { report, faces: found } = examineSurface(polygonMesh(corners, faces));
  expect(report.findings.map((finding) => finding.code)).toContain(code);
  return [...(found.get(code) ?? [])];
}

describe('faulty faces', () => {
  it('of a sound surface are none', () => {
    const { report, faces } = examineSurface(polygonMesh(cubeCorners, cubeQuads));
    expect(faces.size).toBe(0);
    expect(report.findings.map(({ code }) => code)).toEqual(['scale']);
  });

  it('lie around a hole', () => {
    const open = cubeQuads.slice(1);
    const hole = new Set(cubeQuads[0]);
    const around = open.flatMap((face, number) =>
      face.filter((vertex) => hole.has(vertex)).length === 2 ? number : [],
    );
    expect(facesOf(cubeCorners, open, 'open')).toEqual(around);
    expect(around).toHaveLength(4);
  });

  it('are those of pieces that look inward', () => {
    const inward = later(cubeQuads, 8).map((face) => [...face].reverse());
    const both = [...cubeQuads, ...inward];
    expect(facesOf([...cubeCorners, ...cubeAt([5, 0, 0])], both, 'inside-out')).toEqual([6, 7, 8, 9, 10, 11]);
  });

  it('are those that run the other way', () => {
    const turned = cubeQuads.map((face, number) => (number === 2 ? [...face].reverse() : face));
    expect(facesOf(cubeCorners, turned, 'inconsistent')).toContain(2);
  });

  it('are copies, flat ones and crumbs', () => {
    expect(facesOf(cubeCorners, [...cubeQuads, cubeQuads[3]], 'duplicate')).toEqual([6]);
    expect(facesOf(cubeCorners, [...cubeQuads, [0, 1, 1]], 'degenerate')).toEqual([6]);
    const crumb = [...cubeQuads, ...later(cubeQuads, 8)];
    expect(facesOf([...cubeCorners, ...cubeAt([3, 0, 0], 0.001)], crumb, 'tiny-pieces')).toEqual([6, 7, 8, 9, 10, 11]);
  });

  it('are those that cross others', () => {
    const both = [...cubeQuads, ...later(cubeQuads, 8)];
    const crossing = facesOf([...cubeCorners, ...cubeAt([0.5, 0.4, 0.3])], both, 'self-intersections');
    expect(crossing.length).toBeGreaterThan(5);
    expect(crossing.length).toBeLessThan(12);
  });

  it('meet at edges of three faces and at single vertices', () => {
    const fin = [...cubeQuads, [cubeQuads[0][0], cubeQuads[0][1], 8]];
    const meeting = facesOf([...cubeCorners, [4, 4, 4]], fin, 'non-manifold-edges');
    expect(meeting).toContain(6);
    expect(meeting).toHaveLength(3);
    const touching = [...cubeQuads, ...later(cubeQuads, 8)];
    const at = facesOf([...cubeCorners, ...cubeAt([1, 1, 1])], touching, 'non-manifold-vertices');
    expect(at).toHaveLength(6);
  });

  it('are not looked for once the job is cancelled', () => {
    const job = { progress: () => undefined, cancelled: () => true };
    expect(() => examineSurface(polygonMesh(cubeCorners, cubeQuads), { job })).toThrow(CoreError);
  });
});
