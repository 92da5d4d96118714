import { CoreError } from '../../base/errors.ts';
import { selectFaces } from '../../geometry/selectFaces.ts';
import type { CornerAttribute, FaceGroup, SurfaceMesh, VertexAttribute } from '../../geometry/TriMesh.ts';
import { requireSurfaceBudget } from './meshBudget.ts';
import type { WarningList } from './WarningList.ts';

/** Coordinates above this (in file units) are invalid: their squares and cubes no longer fit a double's useful range. */
const coordinateLimit = 1e30;

/** A surface as read from a file: indices may be out of range (`0xffffffff` for unreadable ones), positions not finite. */
export interface RawSurface {
  readonly file: string;
  readonly name: string;
  readonly positions: Float64Array;
  readonly faceOffsets: Uint32Array;
  readonly faceVertices: Uint32Array;
  readonly groups: readonly FaceGroup[];
  readonly uvs?: CornerAttribute;
  readonly normals?: CornerAttribute;
  readonly vertexAttributes: readonly VertexAttribute[];
  /** Describes the position of a face or vertex in the file, for messages: `line 12`, `face 7`. */
  placeOfFace(face: number): string;
  placeOfVertex(vertex: number): string;
}

/**
 * Makes a surface that is safe to use: every index in range, every coordinate finite, every face with three corners or
 * more. Unusable faces are left out with a warning. Vertices keep their numbers; one without a usable position
 * stays, unreferenced, at the position of the first valid one. Throws `geometry-empty` when there is no face, and
 * `format-malformed` when more than half of the faces are broken.
 */
export function finishSurface(raw: RawSurface, warnings: WarningList): SurfaceMesh {
  const faceCount = raw.faceOffsets.length - 1;
  if (faceCount === 0) {
    throw new CoreError('geometry-empty', describeEmpty(raw.positions.length / 3), {
      file: raw.file,
      remedy: 'Export the object as a polygon mesh with faces.',
    });
  }
  requireSurfaceBudget(raw.positions.length / 3, raw.faceOffsets, raw.file, (face) => raw.placeOfFace(face));
  const usable = usablePositions(raw, warnings);
  const { kept, firstBroken, firstFault } = keptFaces(raw, usable, warnings);
  if (firstBroken !== undefined && 2 * kept.length < faceCount) {
    const broken = faceCount - kept.length;
    throw new CoreError(
      'format-malformed',
      `${broken} of ${faceCount} faces cannot be used (the first has ${firstFault})`,
      {
        file: raw.file,
        place: raw.placeOfFace(firstBroken),
        remedy: 'The file is damaged: export it again.',
      },
    );
  }
  const { name, positions, vertexAttributes } = raw;
  const rest = kept.length === faceCount ? raw : selectFaces(raw, kept);
  const { faceOffsets, faceVertices, groups, uvs, normals } = rest;
  return { name, positions, faceOffsets, faceVertices, groups, uvs, normals, vertexAttributes };
}

function describeEmpty(vertexCount: number): string {
  if (vertexCount === 0) return 'the file holds no mesh';
  return `the file holds ${vertexCount === 1 ? 'a point' : `${vertexCount} points`} but no faces`;
}

/** Returns 1 per vertex with a usable position; the others are moved to the first valid one. */
function usablePositions(raw: RawSurface, warnings: WarningList): Uint8Array {
  const { positions } = raw;
  const vertexCount = positions.length / 3;
  const usable = new Uint8Array(vertexCount).fill(1);
  let firstGood: number | undefined;
  let broken = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const good =
      Math.abs(positions[3 * vertex]) <= coordinateLimit &&
      Math.abs(positions[3 * vertex + 1]) <= coordinateLimit &&
      Math.abs(positions[3 * vertex + 2]) <= coordinateLimit;
    if (good) firstGood ??= vertex;
    else {
      usable[vertex] = 0;
      broken++;
      warnings.add('vertices without a usable position', () => {
        return `${raw.placeOfVertex(vertex)}: vertex without a usable position; its faces are left out`;
      });
    }
  }
  if (broken === 0) return usable;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    if (usable[vertex] === 1) continue;
    for (let axis = 0; axis < 3; axis++) {
      positions[3 * vertex + axis] = firstGood === undefined ? 0 : positions[3 * firstGood + axis];
    }
  }
  return usable;
}

function keptFaces(
  raw: RawSurface,
  usable: Uint8Array,
  warnings: WarningList,
): { kept: Uint32Array; firstBroken: number | undefined; firstFault: string } {
  const { faceOffsets, faceVertices } = raw;
  const faceCount = faceOffsets.length - 1;
  const kept = new Uint32Array(faceCount);
  let count = 0;
  let firstBroken: number | undefined;
  let firstFault = '';
  for (let face = 0; face < faceCount; face++) {
    const fault = faceFault(faceOffsets, faceVertices, usable, face);
    if (fault === undefined) {
      kept[count++] = face;
      continue;
    }
    if (firstBroken === undefined) {
      firstBroken = face;
      firstFault = fault;
    }
    warnings.add(`faces with ${fault}`, () => `${raw.placeOfFace(face)}: face with ${fault} left out`);
  }
  return { kept: kept.subarray(0, count), firstBroken, firstFault };
}

function faceFault(
  faceOffsets: Uint32Array,
  faceVertices: Uint32Array,
  usable: Uint8Array,
  face: number,
): string | undefined {
  const start = faceOffsets[face];
  const end = faceOffsets[face + 1];
  if (end - start < 3) return 'fewer than three corners';
  for (let corner = start; corner < end; corner++) {
    const vertex = faceVertices[corner];
    if (vertex >= usable.length) return 'a vertex that does not exist';
    if (usable[vertex] === 0) return 'a vertex without a usable position';
  }
  return undefined;
}
