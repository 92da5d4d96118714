import type { TriMesh } from '../../../src/geometry/TriMesh.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import type { SourceMesh } from '../../../src/simulation/rest/proceduralMesh.ts';

/** A scene of the suite as a shot of ours. */
export interface ContactScene {
  readonly name: string;
  readonly scene: Scene;
  /** Seconds per frame, which is one step of the suite. */
  readonly dt: number;
  /** Meshes of solids, by entity. */
  readonly sources: ReadonlyMap<string, SourceMesh>;
  /** Meshes of obstacles that are sheets, all vertices pinned, by entity. */
  readonly sheets: ReadonlyMap<string, SurfaceMesh>;
  /** What obstacles that are colliders look like at the first frame, by entity. */
  readonly colliders: ReadonlyMap<string, TriMesh>;
  /** Whether something is moved from outside: its energy may grow. */
  readonly isDriven: boolean;
  /** What has no counterpart, or another one, and why. */
  readonly notes: readonly string[];
}

export interface ReadOptions {
  /** Bodies of at least 100 MPa that fill their boxes are rigid. */
  readonly rigid?: boolean;
  /** Flat obstacles and boxes are surfaces as all others are, not colliders. */
  readonly sheets?: boolean;
}
