import type { SelfIntersections } from './selfIntersections.ts';
import type { SurfaceTopology } from './surfaceTopology.ts';
import type { ThinParts } from './thinParts.ts';
import type { UnitGuess } from './unitGuess.ts';

/** `problem`: the result will probably be wrong; `warning`: it may be; `note`: worth knowing. */
export type Severity = 'problem' | 'warning' | 'note';

/** What a finding is about. Stable. */
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
  /** How many of what the code names: edges, faces, vertices, pairs or pieces. */
  readonly count: number;
}

/** Repairs. All but `close-holes` cannot make a good surface worse: that one is never done unasked, since an open sheet may be meant. */
export type RepairId = 'weld' | 'drop-degenerate' | 'drop-duplicate' | 'drop-unreferenced' | 'orient' | 'close-holes';

export interface RepairOffer {
  readonly id: RepairId;
  /** What it would do. */
  readonly sentence: string;
}

/** What is right and wrong with a surface. Vertices at exactly one place count as one. */
export interface PreflightFacts extends SurfaceTopology {
  readonly vertexCount: number;
  readonly faceCount: number;
  readonly triangleCount: number;
  /** Of the vertices that faces use; file units. */
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
  readonly edgeManifold: boolean;
  readonly vertexManifold: boolean;
  /** Neighbouring faces run the same way round. */
  readonly consistentlyOriented: boolean;
  /** Faces look outward; undefined where there is no inside (open or not consistent). */
  readonly outward: boolean | undefined;
  /** Closed pieces that look inward and bound no cavity. */
  readonly insideOutPieces: number;
  /** Pieces smaller than a hundredth of the whole: crumbs of a scan. */
  readonly tinyPieces: number;
  /** Enclosed volume with the faces as they are; file units cubed. Meaningful when closed. */
  readonly signedVolume: number;
  /** File units squared. */
  readonly area: number;
  readonly duplicateFaces: number;
  /** Faces without area: repeated corners, or corners on a line. */
  readonly degenerateFaces: number;
  readonly unreferencedVertices: number;
  /** Vertices that stand exactly where an earlier one stands. */
  readonly coincidentVertices: number;
  readonly selfIntersections: SelfIntersections;
  readonly thin: ThinParts | undefined;
  readonly unit: UnitGuess;
}

/** Faces that the findings are about, by code; codes that are about no faces are left out. Numbers ascend. */
export type FaultyFaces = ReadonlyMap<FindingCode, Uint32Array>;

/** The facts, what they mean, and what could be done. */
export interface PreflightReport extends PreflightFacts {
  /** Sentences for the user, most serious first. */
  readonly findings: readonly Finding[];
  /** Repairs that would change something; none is done without being asked for. */
  readonly offered: readonly RepairOffer[];
}
