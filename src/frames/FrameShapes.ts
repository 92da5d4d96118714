import { surfaceAsShell } from '../geometry/surfaceAsShell.ts';
import type { BodyMesh } from '../geometry/TetMesh.ts';
import { type TopologyChange, tornVolume } from '../geometry/tearing/TopologyChange.ts';
import { attributeOf, positionsOf, TRIANGLE, valuesOf, type Stream } from './Stream.ts';

/** What of a mesh stream says what it is at its frame. */
type ShapedStream = Pick<Stream, 'entity' | 'attributes' | 'change'>;

interface KnownShape {
  readonly body: BodyMesh;
  isOf(stream: ShapedStream): boolean;
}

/** What a mesh is at every frame. Frames that are torn alike, or have the same triangles of their own, get the same object, as far as it is remembered. */
export class FrameShapes {
  private readonly whole: BodyMesh;
  private readonly most: number;
  /** Latest first. */
  private known: KnownShape[] = [];

  /** Remembers the latest `most` shapes: one is enough for frames in their order. */
  constructor(whole: BodyMesh, most = 1) {
    this.whole = whole;
    this.most = most;
  }

  /** Throws as `tornVolume`. */
  at(stream: ShapedStream): BodyMesh {
    if (this.isWhole(stream)) return this.whole;
    const found = this.known.find((shape) => shape.isOf(stream)) ?? this.made(stream);
    this.known = [found, ...this.known.filter((shape) => shape !== found)].slice(0, this.most);
    return found.body;
  }

  private isWhole(stream: ShapedStream): boolean {
    if (hasOwnTriangles(stream)) return isSurface(this.whole, stream);
    return stream.change === undefined;
  }

  private made(stream: ShapedStream): KnownShape {
    const { change } = stream;
    if (change !== undefined) {
      const isOf = (other: ShapedStream) => other.change !== undefined && equalChanges(other.change, change);
      return { body: tornVolume(this.whole, change), isOf };
    }
    const positions = Float64Array.from(positionsOf(stream));
    const body = surfaceAsShell(this.whole.surface.name, positions, trianglesOf(stream).slice());
    return { body, isOf: (other) => hasOwnTriangles(other) && isSurface(body, other) };
  }
}

/** Whether a mesh is another surface in every frame, instead of that of its statics. */
export function hasOwnTriangles(stream: Pick<Stream, 'attributes'>): boolean {
  return attributeOf(stream, TRIANGLE) !== undefined;
}

function trianglesOf(stream: ShapedStream): Uint32Array {
  return valuesOf(stream, TRIANGLE, Uint32Array);
}

/** Whether a mesh has the triangles and the number of vertices of a stream. */
function isSurface(body: BodyMesh, stream: ShapedStream): boolean {
  if (body.kind !== 'shell' || body.mesh.positions.length !== positionsOf(stream).length) return false;
  return equal(body.mesh.triangles, trianglesOf(stream));
}

/** What is cut and how it is sewn says all the rest, for one body of one shot. */
function equalChanges(a: TopologyChange, b: TopologyChange): boolean {
  return equal(a.cutTets, b.cutTets) && equal(a.secondNodes, b.secondNodes) && equal(a.faceVertices, b.faceVertices);
}

function equal(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
