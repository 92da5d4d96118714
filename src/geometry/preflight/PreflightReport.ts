import type { SelfIntersections } from './selfIntersections.ts';
import type { SurfaceTopology } from './surfaceTopology.ts';
import type { ThinParts } from './thinParts.ts';
import type { UnitGuess } from './unitGuess.ts';

/** `problem`: the result will probably be wrong; `warning`: it may be; `note`: for information. */
export type Severity = 'problem' | 'warning' | 'note';

/** Subject of a finding; stable. */
export type FindingCode =
  | 'no-area'
  | 'inside-out'
  | 'open'
  | 'inconsistent'
  | 'non-manifold-edges'
  | 'self-intersections'
  | 'thin'
  | 'non-manifold-vertices'
  | 'duplicate'
  | 'degenerate'
  | 'coincident'
  | 'unreferenced'
  | 'tiny-pieces'
  | 'pieces'
  | 'scale';

export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly sentence: string;
  /** Number of the edges, faces, vertices, pairs or pieces that the code names. */
  readonly count: number;
}

/** Repairs. All but `close-holes` cannot make a good surface worse; that one is done only on request, since an open sheet may be intended. */
export type RepairId = 'weld' | 'drop-degenerate' | 'drop-duplicate' | 'drop-unreferenced' | 'orient' | 'close-holes';

export interface RepairOffer {
  readonly id: RepairId;
  /** Description of the repair. */
  readonly sentence: string;
}

/** Diagnostics of a surface. Vertices at exactly equal positions count as one. */
export interface PreflightFacts extends SurfaceTopology {
  readonly vertexCount: number;
  readonly faceCount: number;
  readonly triangleCount: number;
  /** Bounding box of the vertices that faces use, file units. */
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
  readonly edgeManifold: boolean;
  readonly vertexManifold: boolean;
  /** Whether neighbouring faces have the same orientation. */
  readonly consistentlyOriented: boolean;
  /** Whether faces are oriented outwards; undefined where there is no inside (open or not consistent). */
  readonly outward: boolean | undefined;
  /** Number of closed pieces that are oriented inwards and bound no cavity. */
  readonly insideOutPieces: number;
  /** Number of pieces smaller than a hundredth of the whole, such as debris of a scan. */
  readonly tinyPieces: number;
  /** Enclosed volume with the faces as they are; file units cubed. Meaningful when closed. */
  readonly signedVolume: number;
  /** Area, file units squared. */
  readonly area: number;
  readonly duplicateFaces: number;
  /** Faces without area: repeated or collinear corners. */
  readonly degenerateFaces: number;
  readonly unreferencedVertices: number;
  /** Number of vertices that coincide exactly with an earlier one. */
  readonly coincidentVertices: number;
  readonly selfIntersections: SelfIntersections;
  readonly thin: ThinParts | undefined;
  readonly unit: UnitGuess;
}

/** Faces concerned by each finding, ascending; findings that concern no faces are left out. */
export type FaultyFaces = ReadonlyMap<FindingCode, Uint32Array>;

/** The facts, their interpretation, and the repairs that would help. */
export interface PreflightReport extends PreflightFacts {
  /** Sentences for the user, most serious first. */
  readonly findings: readonly Finding[];
  /** Repairs that would change something; they are done only on request. */
  readonly offered: readonly RepairOffer[];
}
