import { Vector3, type Quaternion } from 'three';
import type { ElementMesh } from '../../../src/frames/derived/elementNumbers.ts';
import { cornersOf, facesOf } from '../meshes/elementFaces.ts';
import { elementNeighbours } from '../meshes/elementNeighbours.ts';

export type FigureLayer = 'own' | 'face' | 'edge';

interface FigureFace {
  readonly layer: FigureLayer;
  /** Corners, px from the left and the top. */
  readonly points: readonly (readonly [number, number])[];
  /** How much it faces the eye, 0..1. */
  readonly facing: number;
}

export interface Figure {
  /** The farthest first. */
  readonly faces: readonly FigureFace[];
  /** Corners of the element itself with the numbers of their vertices. */
  readonly corners: readonly { readonly x: number; readonly y: number; readonly vertex: number }[];
}

interface FigureMesh {
  readonly elementSize: ElementMesh['size'];
  readonly elements: Uint32Array;
}

/** Elements of a figure: the one, those that share a face with it, those that share an edge. */
export function figureElements({ elementSize, elements }: FigureMesh, element: number) {
  const { face, edge } = elementNeighbours(elementSize, elements, element);
  return { own: [element], face, edge };
}

/**
 * An element with its neighbours as it is seen along a direction (`turn`: from the world to the eye), without perspective, as large as a
 * card of `width` x `height` px holds with `margin` around the element and those that share a face.
 */
export function elementFigure(
  { elementSize, elements }: FigureMesh,
  shown: ReturnType<typeof figureElements>,
  positions: ArrayLike<number>,
  turn: Quaternion,
  { width, height, margin }: { readonly width: number; readonly height: number; readonly margin: number },
): Figure {
  const cornersIn = (element: number): number[] => [
    ...elements.subarray(elementSize * element, elementSize * element + cornersOf(elementSize)),
  ];
  const own = cornersIn(shown.own[0]);
  const centre = own
    .reduce((sum, vertex) => sum.add(point(positions, vertex)), new Vector3())
    .divideScalar(Math.max(own.length, 1));
  const seen = (vertex: number): Vector3 => point(positions, vertex).sub(centre).applyQuaternion(turn);
  let [reachX, reachY] = [0, 0];
  for (const element of [...shown.own, ...shown.face]) {
    for (const vertex of cornersIn(element)) {
      const { x, y } = seen(vertex);
      reachX = Math.max(reachX, Math.abs(x));
      reachY = Math.max(reachY, Math.abs(y));
    }
  }
  const room = (size: number, reach: number): number => (size / 2 - margin) / Math.max(reach, 1e-12);
  const scale = Math.min(room(width, reachX), room(height, reachY));
  const place = ({ x, y }: Vector3): [number, number] => [width / 2 + scale * x, height / 2 - scale * y];
  const faces = (['edge', 'face', 'own'] as const).flatMap((layer) =>
    shown[layer].flatMap((element) => {
      const corners = cornersIn(element);
      return facesOf(elementSize).map((face) => {
        const ring = face.map((corner) => seen(corners[corner]));
        const normal = new Vector3().crossVectors(ring[1].clone().sub(ring[0]), ring[2].clone().sub(ring[0]));
        const facing = normal.lengthSq() > 0 ? Math.abs(normal.normalize().z) : 0;
        const depth = ring.reduce((sum, { z }) => sum + z, 0) / ring.length;
        return { layer, points: ring.map(place), facing, depth };
      });
    }),
  );
  faces.sort((a, b) => a.depth - b.depth);
  return {
    faces,
    corners: own.map((vertex) => {
      const [x, y] = place(seen(vertex));
      return { x, y, vertex };
    }),
  };
}

function point(positions: ArrayLike<number>, vertex: number): Vector3 {
  return new Vector3(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
}
