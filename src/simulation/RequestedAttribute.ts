import type { DeclaredAttribute } from '../frames/AttributeDisplay.ts';
import type { Stream } from '../frames/Stream.ts';
import type { Scene } from '../scene/Scene.ts';
import type { VolumeMesh } from '../geometry/TetMesh.ts';

/** Computes an attribute of a mesh. */
export interface ElementWriter {
  readonly unit: string;
  /** Computes the values of elements `from` to `to` (not included) into `out`. */
  write(out: Float32Array, from: number, to: number): void;
}

/** An attribute of elements that frames do not hold: it is computed from a stored frame and the entity as the document has it now. */
export interface RequestedAttribute<E> {
  /** What the statics declare of it. */
  readonly declared: DeclaredAttribute & { readonly onRequest: true };
  /** Returns what computes it for the mesh of an entity of `scene` at `frame`; `volume` is the volume mesh at that frame. */
  writer(entity: E, frame: number, mesh: Stream, volume: VolumeMesh, scene: Scene): ElementWriter;
}
