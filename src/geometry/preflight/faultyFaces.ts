import type { SurfaceMesh } from '../TriMesh.ts';
import type { EdgeTable } from './EdgeTable.ts';
import type { FaceFaults } from './faceFaults.ts';
import type { FaultyFaces, FindingCode } from './PreflightReport.ts';
import type { Shell } from './shells.ts';
import { splitVertices } from './surfaceTopology.ts';

export interface ExaminedSurface {
  /** Position number of each corner, and the first vertex at each position. */
  readonly places: Uint32Array;
  readonly first: Uint32Array;
  readonly faults: FaceFaults;
  readonly edges: EdgeTable;
  readonly insideOut: readonly Shell[];
  readonly tiny: readonly Shell[];
  /** Faces that cross others, possibly several times. */
  readonly crossed: Uint32Array;
}

/** Returns the faces concerned by each finding: those at faulty edges and vertices, and those that are faulty themselves. */
export function faultyFaces(surface: SurfaceMesh, examined: ExaminedSurface): FaultyFaces {
  const { places, first, faults, edges, insideOut, tiny, crossed } = examined;
  const faceCount = surface.faceOffsets.length - 1;
  const found = new Map<FindingCode, Uint32Array>();
  const flags = new Uint8Array(faceCount);
  const note = (code: FindingCode, mark: () => void): void => {
    flags.fill(0);
    mark();
    const count = flags.reduce((sum, flag) => sum + flag, 0);
    if (count > 0) found.set(code, flagged(flags, count));
  };
  const atEdges = (isFaulty: (faces: number, edge: number) => boolean) => () => {
    for (let edge = 0; edge < edges.edgeCount; edge++) {
      if (!isFaulty(edges.forward[edge] + edges.backward[edge], edge)) continue;
      for (let at = edges.first[edge]; at < edges.first[edge + 1]; at++)
        flags[edges.faceOfCorner[edges.halfEdges[at]]] = 1;
    }
  };
  const inShells = (shells: readonly Shell[]) => () => {
    for (const shell of shells) for (const face of shell.faces) flags[face] = 1;
  };
  note('inside-out', inShells(insideOut));
  note(
    'open',
    atEdges((faces) => faces === 1),
  );
  note(
    'inconsistent',
    atEdges((faces, edge) => faces === 2 && edges.forward[edge] !== 1),
  );
  note(
    'non-manifold-edges',
    atEdges((faces) => faces > 2),
  );
  note('self-intersections', () => {
    for (const face of crossed) flags[face] = 1;
  });
  note('non-manifold-vertices', () => {
    const split = splitVertices(places, first.length, edges, faults.collapsed);
    for (let corner = 0; corner < places.length; corner++)
      if (split[places[corner]] === 1) flags[edges.faceOfCorner[corner]] = 1;
  });
  note('duplicate', () => {
    for (let face = 0; face < faceCount; face++) if (faults.original[face] !== face) flags[face] = 1;
  });
  note('degenerate', () => flags.set(faults.flat));
  note('tiny-pieces', inShells(tiny));
  return found;
}

function flagged(flags: Uint8Array, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  let next = 0;
  for (let face = 0; face < flags.length; face++) if (flags[face] === 1) numbers[next++] = face;
  return numbers;
}
