import { expect, test } from 'vitest';
import { boundaryFaces } from '../../../src/geometry/tetBoundary.ts';
import { cutContactSurface } from '../../../src/simulation/contact/cutContactSurface.ts';
import { CrackSet, type CrackableBody } from '../../../src/solids/fracture/CrackSet.ts';
import { faceNeighbours } from '../../../src/solids/fracture/faceNeighbours.ts';
import { cutTopology, pieces, type CutTopology } from '../../../src/solids/fracture/virtualNodes.ts';
import { crossingPairs } from '../../support/crossings/crossingPairs.ts';
import { freudenthalBox } from '../../support/freudenthalBox.ts';

const RULES = { roughness: 0.04, spacing: 0.3, smallestPiece: 0.01, maxCracks: 4 };

function bar(): CrackableBody {
  const { positions, tets } = freudenthalBox(8, 3, 3, 0.1);
  const vertexCount = positions.length / 3;
  const volumes = new Float64Array(tets.length / 4).fill(0.001 / 6);
  return { tets, positions, vertexCount, volumes, elementSize: 0.1, neighbours: faceNeighbours(tets, vertexCount) };
}

function surfaceOf(body: CrackableBody, { elements, fractions }: CutTopology): Uint32Array {
  return cutContactSurface(elements, { fractions, wholeVertexCount: body.vertexCount });
}

function sortedFaces(triangles: ArrayLike<number>): string[] {
  return Array.from({ length: triangles.length / 3 }, (_, t) =>
    [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]].sort((a, b) => a - b).join(),
  ).sort();
}

test('the contact surface of what is not cut is its boundary', () => {
  const body = bar();
  const whole = cutTopology(body, new Uint8Array(body.tets.length));
  expect([...surfaceOf(body, whole)]).toEqual([...boundaryFaces(body.tets, body.vertexCount)]);
});

test('that of a bar while it tears keeps its boundary, closes the crack on both sides, has no face twice and crosses nowhere', () => {
  const body = bar();
  const cracks = new CrackSet(body, RULES);
  const middle = Math.floor(body.tets.length / 8);
  expect(cracks.start(middle, [1, 0, 0])).toBe(true);
  const outer = new Set(sortedFaces(boundaryFaces(body.tets, body.vertexCount)));
  let last = cutTopology(body, cracks.sides());
  for (let front = cracks.front(); front.length > 0; front = cracks.front()) {
    cracks.cut[front[0]] = 1;
    last = cutTopology(body, cracks.sides());
    const triangles = surfaceOf(body, last);
    const faces = sortedFaces(triangles);
    expect(new Set(faces).size).toBe(faces.length);
    const owners = new Int32Array(triangles.length / 3);
    expect(crossingPairs({ points: body.positions, triangles, owners, looksAt: () => true })).toEqual([]);
  }
  expect(pieces(last, body.volumes).volumes).toHaveLength(2);
  const faces = new Set(sortedFaces(surfaceOf(body, last)));
  // What whole elements border on is a part of it, so that their boundary, which is closed, is.
  const whole = last.elements.filter((_, slot) => last.fractions[slot >> 2] === 1);
  const border = sortedFaces(boundaryFaces(whole, body.vertexCount));
  expect(border.filter((face) => !faces.has(face))).toEqual([]);
  expect(border.some((face) => !outer.has(face))).toBe(true);
  // Both pieces have their own vertices.
  const { pieceOf } = pieces(last, body.volumes);
  const pieceAt = new Map<number, number>();
  last.elements.forEach((node, slot) => pieceAt.set(node, pieceOf[slot >> 2]));
  for (const face of faces) expect(new Set(face.split(',').map((v) => pieceAt.get(Number(v)))).size).toBe(1);
});
